import type * as z from 'zod/mini';
import { LOST_LETTER, lostLetterAt } from '../../domain/lostLetter.ts';
import { cleanBody, cleanParams, withoutEmpties } from '../../domain/requestParams.ts';
import { isStorable } from '../../domain/storableText.ts';
import { badRequest, type ApiError } from '../base/envelope.ts';
import { Turns } from '../base/turns.ts';
import { FIELDS_MOST, misspelled } from './misspelled.ts';
import {
  elementOf,
  elementOfSeveral,
  fieldsOf,
  isPlainObject,
  kindOf,
  listElement,
  withOpenLists,
} from './schemaKind.ts';

/** Converts the parameters and the body of a request to a call's validated input (REQ-8, REQ-9, G22). */

/** channelId and channel_id are the same key, as are the three spellings of the applicable type (G22). */
const SAME_AS: Readonly<Record<string, string>> = { applicabletype: 'type' };
const spelling = (key: string): string => {
  const plain = key.replaceAll('_', '').toLowerCase();
  return SAME_AS[plain] ?? plain;
};

/** "150.000" could mean 150 or 150,000, so it stays a string, which the schema rejects (PB4). */
const NUMBER = /^-?\d+(\.(?!\d{3}$)\d+)?$/;
const YES = new Set(['true', '1', 'on', 'yes']);
const NO = new Set(['false', '0', 'off', 'no']);

function coerceText(value: unknown, schema: z.ZodMiniType): unknown {
  if (typeof value !== 'string') return value;
  const kind = kindOf(schema);
  if (kind === 'number') return NUMBER.test(value) ? Number(value) : value;
  if (kind !== 'boolean') return value;
  const low = value.toLowerCase();
  return YES.has(low) ? true : NO.has(low) ? false : value;
}

/**
 * Converts a query value to the type of its field: repeated keys become a list, a single value for a list field becomes
 * a list with one element, and commas separate values if a field accepts one value or several.
 */
function coerce(name: string, value: unknown, schema: z.ZodMiniType): unknown {
  if (kindOf(schema) === 'array') {
    const element = elementOf(schema);
    const list = Array.isArray(value) ? value : [value];
    return element ? list.map(item => coerceText(item, element)) : list;
  }
  const several = elementOfSeveral(schema);
  if (several && typeof value === 'string' && value.includes(',')) {
    return value.split(',').map(part => coerceText(part.trim(), several));
  }
  if (Array.isArray(value)) throw badRequest(`${name}: was given more than once`);
  return coerceText(value, schema);
}

/**
 * Normalizes the spelling of all keys, and drops unknown ones (`refuseMisspelled` finds those that are misspelled).
 * @throws ApiError 400 if a field would be ignored silently: two spellings with different values, or "field[...]", as
 *   some programs write a list
 */
function byField(source: Readonly<Record<string, unknown>>, fields: readonly string[]): Record<string, unknown> {
  const bySpelling = new Map(fields.map(field => [spelling(field), field]));
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(source)) {
    const bracket = key.indexOf('[');
    const name = bracket > 0 ? key.slice(0, bracket) : key;
    const field = fields.includes(name) ? name : bySpelling.get(spelling(name));
    if (field === undefined) continue;
    if (bracket > 0) throw badRequest(`${field}: was given as ${field}[...], which is not supported`);
    if (field in result && JSON.stringify(result[field]) !== JSON.stringify(value)) {
      throw badRequest(`${field}: was given more than once`);
    }
    result[field] = value;
  }
  return result;
}

/** The names of the types that a schema can expect. */
const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  string: 'a text',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

/** "must be a whole number or a list" */
const mustBe = (expected: readonly string[]): string => {
  const distinct = [...new Set(expected)];
  return `must be ${distinct.join(distinct.length > 2 ? ', or ' : ' or ')}`;
};

/** Issues of a value that may have one of several forms, each of which may be such a value itself. */
const ofEveryForm = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] =>
  issue.code === 'invalid_union' ? issue.errors.flat().flatMap(ofEveryForm) : [issue];

/**
 * What is wrong with a value that may have one of several forms. If it has one of them but is outside its bounds, those
 * are named; otherwise the allowed values, or the types of all forms.
 */
function unionWords(issue: z.core.$ZodIssueInvalidUnion): string {
  const issues = ofEveryForm(issue);
  const bound = issues.find(
    ({ code, path }) => path.length === 0 && code !== 'invalid_type' && code !== 'invalid_value',
  );
  if (bound) return words(bound);
  const values = issues.flatMap(inner => (inner.code === 'invalid_value' ? inner.values : []));
  const named = [...new Set(values.filter(value => value !== '').map(String))];
  if (named.length > 0) return `must be one of ${named.join(', ')}`;
  const types = issues.flatMap(inner =>
    inner.code === 'invalid_type' && inner.path.length === 0 && inner.expected !== 'null'
      ? [TYPES[inner.expected] ?? inner.expected]
      : [],
  );
  return types.length > 0 ? mustBe(types) : 'has a wrong value';
}

/** What is wrong with a field, as the part of a sentence after the field's name. */
function words(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : mustBe([TYPES[issue.expected] ?? issue.expected]);
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : unionWords(issue);
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? 'is required' : `is shorter than ${issue.minimum}`;
      if (issue.origin === 'array')
        return Number(issue.minimum) <= 1 ? 'is required' : `has fewer than ${issue.minimum} entries`;
      return issue.inclusive === false ? `must be greater than ${issue.minimum}` : `must be at least ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `is longer than ${issue.maximum}`;
      if (issue.origin === 'array') return `has more than ${issue.maximum} entries`;
      return issue.inclusive === false ? `must be less than ${issue.maximum}` : `must be at most ${issue.maximum}`;
    case 'unrecognized_keys':
      return `has a field of an unknown name: ${issue.keys.join(', ')}`;
    case 'invalid_format':
      return issue.input === '' ? 'is required' : ownWords(issue);
    default:
      return ownWords(issue);
  }
}

/** The message that the contract gives for a value, such as what a day looks like. */
const ownWords = ({ message }: z.core.$ZodIssue): string => (message === NO_WORDS ? 'has a wrong value' : message);
/** The message of zod/mini for an issue without a message of its own. */
const NO_WORDS = 'Invalid input';

/** The untrusted input of a request. */
export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
  /** Whether the input is in the body rather than the query string. */
  fromBody: boolean;
  /** Whether strings in the input are stored; if so, a string with a lost letter is refused. */
  stores?: boolean;
}

const takes = (schema: z.ZodMiniType | undefined, value: unknown): boolean => schema?.safeParse(value).success === true;

/**
 * Returns the fields of a body according to their schemas. Nulls are dropped (REQ-9), except for a field that may be
 * empty, which null clears. An empty string clears it, too; the console sends empty strings, because its bodies contain
 * no nulls.
 */
function withEmpties(
  body: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, z.ZodMiniType>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
      if (value !== null && value !== '') return [[name, value]];
      const schema = fields[name];
      const isEmpty = takes(schema, null) && (value === null || !takes(schema, ''));
      return isEmpty ? [[name, null]] : value === null ? [] : [[name, value]];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function hasMoreKeys(object: Readonly<Record<string, unknown>>, most: number): boolean {
  let keys = 0;
  for (const _ in object) if (++keys > most) return true;
  return false;
}

/** Maximum nesting depth of a body; the contract's schemas have three levels. */
const DEEPEST = 32;

/**
 * Whether a value is nested more deeply than any call permits. It is checked level by level, because recursion could
 * overflow the stack.
 */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap(item => (item !== null && typeof item === 'object' ? Object.values(item) : []));
  }
  return false;
}

/**
 * Returns the input with normalized names and types, before its schema validates it. `tidy`: the body has already been
 * checked and trimmed.
 */
function gather<I extends z.ZodMiniType>(schema: I, raw: RawInput, tidy: boolean): Record<string, unknown> {
  const fields = fieldsOf(schema);
  const names = Object.keys(fields);
  if (raw.fromBody && raw.body !== undefined && raw.body !== null && !isRecord(raw.body)) {
    throw badRequest('The body must be a JSON object.');
  }
  if (raw.fromBody && isRecord(raw.body) && hasMoreKeys(raw.body, FIELDS_MOST))
    throw badRequest(`The body has more than ${FIELDS_MOST} fields.`);
  if (!tidy && raw.fromBody && isTooDeep(raw.body)) throw badRequest(TOO_DEEP);
  const given = raw.fromBody && isRecord(raw.body) ? raw.body : {};
  const nulls = Object.fromEntries(Object.entries(given).filter(([, value]) => value === null));
  const body = withEmpties(
    { ...byField(nulls, names), ...byField(tidy ? withoutEmpties(given) : cleanBody(given), names) },
    fields,
  );
  const texts = byField(
    cleanParams({ ...(raw.fromBody ? {} : (raw.query as Record<string, unknown>)), ...(raw.params as object) }),
    names,
  );
  const coerced = Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, coerce(name, value, fields[name] as z.ZodMiniType)]),
  );
  const looked: Record<string, unknown> = tidy ? coerced : { ...body, ...coerced };
  const unstorable = Object.keys(looked).find(name => !isStorable(looked[name]));
  if (unstorable !== undefined) throw badRequest(unstorableText(unstorable));
  const lost = raw.stores ? lostLetterAt(looked) : null;
  if (lost !== null) throw badRequest(`${lost}: ${LOST_LETTER}`);
  return { ...body, ...coerced };
}

const TOO_DEEP = 'The body is nested too deeply.';
const unstorableText = (name: string): string => `${name}: contains a character that cannot be stored`;
function refusal(found: z.core.$ZodIssue, at: readonly PropertyKey[]): ApiError {
  const { issue, path } = innermost(found, at);
  return badRequest(`${path.join('.') || 'The input'}: ${words(issue)}`);
}

/**
 * The issue to report for a value that may have one of several forms. If it has exactly one of them except for an inner
 * value, such as an entry of a list, that value's. If it has several, such as objects of several kinds, only one whose
 * own fields are right decides.
 */
function innermost(
  issue: z.core.$ZodIssue,
  path: readonly PropertyKey[],
): { issue: z.core.$ZodIssue; path: readonly PropertyKey[] } {
  if (issue.code !== 'invalid_union') return { issue, path };
  const within = (depth: number) =>
    issue.errors.filter(all => all.length > 0 && all.every(one => one.path.length > depth));
  const [fits, deep] = [within(0), within(1)];
  const [form, other] = fits.length === 1 ? fits : deep;
  const [inner] = form ?? [];
  return inner === undefined || other !== undefined ? { issue, path } : innermost(inner, [...path, ...inner.path]);
}

/** @throws ApiError 400 if a stored input contains a field that is probably misspelled */
function refuseMisspelled(schema: z.ZodMiniType, { stores, fromBody, body, params }: RawInput): void {
  if (!stores || !fromBody || !isRecord(body)) return;
  const problem = misspelled(schema, { ...body, ...(params as object) }, spelling);
  if (problem !== null) throw badRequest(problem);
}

/**
 * Parses the input of a call by its schema.
 * @throws ApiError 400 "field: problem", for the first invalid field
 */
export function readInput<I extends z.ZodMiniType>(schema: I, raw: RawInput): z.output<I> {
  const input = gather(schema, raw, false);
  refuseMisspelled(schema, raw);
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0] as z.core.$ZodIssue;
  throw refusal(issue, issue.path);
}

/** Number of values processed between two checks of the clock. */
const STEP = 500;

/**
 * Checks a body for excessive nesting, strings that cannot be stored, and lost letters, and trims its strings in place.
 * Pauses to let other requests run.
 * @throws ApiError 400 like `readInput`
 */
async function tidyInTurns(body: Readonly<Record<string, unknown>>, stores: boolean, turns: Turns): Promise<void> {
  let seen = 0;
  const tidied = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const text = value.trim();
    if (!isStorable(text)) throw badRequest(unstorableText(name));
    if (stores && lostLetterAt(text) !== null) throw badRequest(`${lostLetterAt(body) ?? name}: ${LOST_LETTER}`);
    return text;
  };
  const nested: { name: string; value: object; depth: number }[] = [{ name: '', value: body, depth: 0 }];
  for (let next = nested.pop(); next; next = nested.pop()) {
    const { name, value, depth } = next;
    if (depth > DEEPEST) throw badRequest(TOO_DEEP);
    const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
    for (const key of keys) {
      const field = name === '' ? String(key) : name;
      if (typeof key === 'string' && depth > 0 && !isStorable(key)) throw badRequest(unstorableText(field));
      const inner = (value as Record<string | number, unknown>)[key];
      if (inner !== null && typeof inner === 'object') nested.push({ name: field, value: inner, depth: depth + 1 });
      else if (typeof inner === 'string') {
        const text = tidied(field, inner);
        if (text !== inner) (value as Record<string | number, unknown>)[key] = text;
      }
      seen += 1;
      if (seen % STEP === 0 && turns.isOver) await turns.next();
    }
  }
}

/** The minimum number of elements in a list that is checked in slices. */
const MANY = 200;

/**
 * Like `readInput`, but pauses to let other requests run, because a body of one megabyte takes a tenth of a second.
 * Trims the body's strings in place.
 * @throws ApiError 400 like `readInput`
 */
export async function readInputInTurns<I extends z.ZodMiniType>(schema: I, raw: RawInput): Promise<z.output<I>> {
  const turns = new Turns();
  if (raw.fromBody && isRecord(raw.body)) await tidyInTurns(raw.body, raw.stores === true, turns);
  const input = gather(schema, raw, raw.fromBody);
  const lists = isPlainObject(schema)
    ? Object.entries(fieldsOf(schema)).flatMap(([name, field]) => {
        const value = input[name];
        const element = Array.isArray(value) && value.length > MANY ? listElement(field) : undefined;
        return element ? [{ name, element, value: value as unknown[] }] : [];
      })
    : [];
  const shallow =
    lists.length === 0
      ? schema
      : withOpenLists(
          schema,
          lists.map(({ name }) => name),
        );
  refuseMisspelled(shallow, raw);
  const result = shallow.safeParse(input, { reportInput: true });
  if (!result.success) {
    const issue = result.error.issues[0] as z.core.$ZodIssue;
    throw refusal(issue, issue.path);
  }
  const data = result.data as Record<string, unknown>;
  for (const { name, element, value } of lists) {
    const read: unknown[] = [];
    for (const [at, item] of value.entries()) {
      if (turns.isOver) await turns.next();
      const problem = raw.stores ? misspelled(element, item, spelling, `${name}.${at}.`) : null;
      if (problem !== null) throw badRequest(problem);
      const one = element.safeParse(item, { reportInput: true });
      if (!one.success) {
        const issue = one.error.issues[0] as z.core.$ZodIssue;
        throw refusal(issue, [name, at, ...issue.path]);
      }
      read.push(one.data);
    }
    data[name] = read;
  }
  return data as z.output<I>;
}
