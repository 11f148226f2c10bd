import { Turns } from '../base/turns.ts';

/** Writes replies with many items in parts, so that other requests run in between. */

/** A reply with at least this many items is written in parts. */
const MANY_ITEMS = 200;
/** Number of characters per part. */
const PART = 32_768;

/** Whether a reply is a list of many items, or an object that contains one. */
export const isLong = (value: unknown): value is object =>
  Array.isArray(value)
    ? value.length >= MANY_ITEMS
    : typeof value === 'object' && value !== null && !('toJSON' in value) && Object.values(value).some(isLong);

/** Yields a value's JSON, with each item of a long list separately. */
export function* textsOf(value: unknown): Generator<string> {
  if (!isLong(value)) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [name, item] of isList ? value.entries() : Object.entries(value)) {
    if (item === undefined && !isList) continue;
    yield isList ? before : `${before}${JSON.stringify(name)}:`;
    if (isList) yield JSON.stringify(item) ?? 'null';
    else yield* textsOf(item);
    before = ',';
  }
  yield isList ? ']' : '}';
}

/**
 * Yields a long reply in parts, so that other requests run in between: written in one go, half a million results take a
 * second.
 */
export async function* partsOf(data: object): AsyncGenerator<Buffer> {
  const turns = new Turns();
  let text = '{"retcode":0,"message":"","detail":"","data":';
  for (const next of textsOf(data)) {
    text += next;
    if (text.length >= PART) {
      yield Buffer.from(text);
      text = '';
    }
    if (turns.isOver) await turns.next();
  }
  yield Buffer.from(`${text}}`);
}
