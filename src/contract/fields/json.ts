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

/** `{"statuses": [1, 2]}`, which people see as "Delivered, Returned", and as "Nothing" if the list is empty. */
export interface JsonList {
  /** The name of the list in the object. */
  name: string;
  of: readonly { value: number; label: string }[];
}

/** A JSON value; `empty: true` makes it optional. */
export const json = <const O extends Omit<JsonField, 'kind' | 'label'>>(label: string, options: O) =>
  ({ kind: 'json', label, ...options }) as { kind: 'json'; label: string } & O;

/** Stands for an empty list. In a file, None clears the whole value. */
const NOTHING = 'Nothing';

/** The labels of a stored list, in its order; null for any other JSON. */
function labelsIn({ name, of }: JsonList, text: string): string[] | null {
  const json = canonicalJson(text);
  const read: unknown = json === null ? null : JSON.parse(json);
  const listed = typeof read === 'object' && read !== null ? (read as Record<string, unknown>)[name] : undefined;
  if (!Array.isArray(listed) || Object.keys(read as object).length !== 1) return null;
  const labels = listed.map(value => of.find(known => known.value === value)?.label);
  return labels.every(label => label !== undefined) ? labels : null;
}

/** The JSON of a list that is written as labels; null if a part is not a label. */
function listOf({ name, of }: JsonList, text: string): string | null {
  const parts = fold(text) === fold(NOTHING) ? [] : text.split(/[,;\n]/);
  const values = parts.map(part => of.find(({ label }) => fold(label) === fold(part.trim()))?.value);
  return values.every(value => value !== undefined) ? JSON.stringify({ [name]: values }) : null;
}

/** A value as people read and write it: the labels of its list, otherwise the text itself. */
function written({ list }: JsonField, value: unknown): string {
  const text = String(value);
  const labels = list === undefined ? null : labelsIn(list, text);
  return labels === null ? text : labels.join(', ') || NOTHING;
}

/**
 * The options of a field with a list, and which of them a text chooses, as labels or as JSON.
 * @returns null if the text is neither
 */
export function chosenIn(list: JsonList, text: string): string[] | null {
  const json = text.trim() === '' ? JSON.stringify({ [list.name]: [] }) : (listOf(list, text) ?? text);
  return labelsIn(list, json);
}

function canonical(field: JsonField, value: unknown): Read {
  const { list, label } = field;
  const text = String(value);
  const json = list === undefined ? null : listOf(list, text);
  // The label of an option contains no braces.
  if (list !== undefined && json === null && !text.includes('{')) {
    const labels = list.of.map(option => option.label).join(', ');
    return { problem: `${label} must be one or more of ${labels}, separated by commas, or "${NOTHING}"` };
  }
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
    takes: field.list
      ? `One or more of ${field.list.of.map(({ label }) => label).join(', ')}, separated by commas, or ${NOTHING}`
      : 'A JSON value',
    read: text => canonical(field, text),
    ...(field.empty ? { none: true } : {}),
  }),
  cell: written,
  filters: ['containing'],
  initial: () => '',
  compare: byText,
  sample: ({ list }, n) =>
    list ? JSON.stringify({ [list.name]: [list.of[scattered(n) % list.of.length]?.value] }) : `{"n":${scattered(n)}}`,
};
