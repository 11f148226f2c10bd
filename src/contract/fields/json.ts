import * as z from 'zod/mini';
import { canonicalJson } from '../../domain/canonicalJson.ts';
import { fold } from '../../domain/fold.ts';
import { repeatedNameProblem } from '../../domain/jsonNames.ts';
import { lostLetterProblem } from '../../domain/lostLetter.ts';
import { byText, scattered, type FieldBase, type FieldKind, type Read } from './base.ts';

/** A JSON value, stored as a string with sorted keys and no whitespace, so that equal values are equal strings. */
export interface JsonField extends FieldBase {
  kind: 'json';
  /** The maximum length of the JSON. */
  max: number;
  /** Whether the field may be left empty (null). */
  empty?: boolean;
  /** The JSON is an object with one list of known numbers, which people read and write by their labels. */
  list?: JsonList;
}

/** `{"statuses": [1, 2]}`, which people see as "Delivered, Returned". */
export interface JsonList {
  /** The name of the list in the object. */
  name: string;
  of: readonly { value: number; label: string }[];
}

/** A JSON value; `empty: true` makes it optional. */
export const json = <const O extends Omit<JsonField, 'kind' | 'label'>>(label: string, options: O) =>
  ({ kind: 'json', label, ...options }) as { kind: 'json'; label: string } & O;

/** The labels of a stored list, in its order; null for an empty list and for any other JSON. */
export function labelsIn({ name, of }: JsonList, text: string): string[] | null {
  const listed = /^\{"(\w+)":\[([\d,]+)\]\}$/.exec(canonicalJson(text) ?? '');
  if (listed?.[1] !== name) return null;
  const values = (listed[2] as string).split(',');
  const labels = values.flatMap(value => of.find(known => known.value === Number(value))?.label ?? []);
  return labels.length === values.length ? labels : null;
}

/** The JSON of a list that is written as labels; null if a part is not a label. */
export function listOf({ name, of }: JsonList, text: string): string | null {
  const parts = text.split(/[,;\n]/);
  const values = parts.flatMap(part => of.find(({ label }) => fold(label) === fold(part))?.value ?? []);
  return values.length === parts.length ? JSON.stringify({ [name]: values }) : null;
}

/** A value as people read and write it: the labels of its list, otherwise the text itself. */
function written({ list }: JsonField, value: unknown): string {
  const labels = list && labelsIn(list, String(value));
  return labels?.join(', ') ?? String(value);
}

const takes = (list: JsonList | undefined): string =>
  list ? `one or more of ${list.of.map(({ label }) => label).join(', ')}` : 'A JSON value';

function canonical(field: JsonField, value: unknown): Read {
  const { list, label } = field;
  const text = String(value);
  const json = list && listOf(list, text);
  // The label of an option contains no braces.
  if (list && !json && !text.includes('{')) return { problem: `${label} must be ${takes(list)}` };
  return canonicalOf(field, json ?? text);
}

function canonicalOf({ label, max }: JsonField, value: unknown): Read {
  const lost = lostLetterProblem(label, String(value));
  if (lost) return lost;
  const repeated = repeatedNameProblem(label, String(value));
  if (repeated !== null) return { problem: repeated };
  const read = canonicalJson(String(value));
  if (read === null) return { problem: `${label} must be JSON, such as {"key": "value"}` };
  return read.length > max ? { problem: `${label} allows at most ${max} characters` } : { value: read };
}

export const jsonKind: FieldKind<JsonField> = {
  shape: ({ max }, written) => (written ? z.string().check(z.minLength(1), z.maxLength(max)) : z.string()),
  sql: 'text',
  cached: () => 'text',
  words: written,
  typed: { write: written, read: canonical },
  canonical,
  sheet: field => ({
    kind: 'own',
    holds: 'text',
    takes: takes(field.list),
    read: text => canonical(field, text),
    ...(field.empty ? { none: true } : {}),
  }),
  cell: written,
  filters: ['containing'],
  initial: () => '',
  compare: byText,
  sample: ({ list }, n) =>
    list ? `{"${list.name}":[${list.of[scattered(n) % list.of.length]?.value}]}` : `{"n":${scattered(n)}}`,
};
