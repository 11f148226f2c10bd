import { Turns } from '../base/turns.ts';

/** Writes replies with many items in parts, so that other requests run in between. */

/** The minimum number of items in a reply that is written in parts. */
const MANY_ITEMS = 200;
/** Number of characters in a part. */
const PART = 32_768;

/** Whether a reply is a list of many items, or an object that contains one. */
export const isLong = (value: unknown): value is object =>
  Array.isArray(value)
    ? value.length >= MANY_ITEMS
    : typeof value === 'object' && value !== null && !('toJSON' in value) && Object.values(value).some(isLong);

/** Yields the JSON of a value, with each item of a long list as a separate string. */
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
 * Yields a long reply in parts, so that other requests run in between: written in one piece, half a million results
 * would take a second.
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
