import * as z from 'zod/mini';
import { canonicalJson } from '../../domain/canonicalJson.ts';
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
}

/** A JSON value; `empty: true` makes it optional. */
export const json = <const O extends Omit<JsonField, 'kind' | 'label'>>(label: string, options: O) =>
  ({ kind: 'json', label, ...options }) as { kind: 'json'; label: string } & O;

function canonical({ label, max }: JsonField, value: unknown): Read {
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
  words: (_field, value) => String(value),
  typed: { write: (_field, value) => String(value), read: canonical },
  canonical,
  sheet: field => ({
    kind: 'own',
    holds: 'text',
    takes: 'A JSON value',
    read: text => canonical(field, text),
    ...(field.empty ? { none: true } : {}),
  }),
  cell: (_field, value) => String(value),
  filters: ['containing'],
  initial: () => '',
  compare: byText,
  sample: (_field, n) => `{"n":${scattered(n)}}`,
};
