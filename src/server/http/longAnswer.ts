import { Turns } from '../base/turns.ts';

/** Answers with many items, written in parts so that others get their turn. */

/** Number of items from which an answer is written in parts. */
const MANY_ITEMS = 200;
/** Characters of a part. */
const PART = 32_768;

/** Whether a list of many items is in an answer: the answer itself, or in an object of it. */
export const isLong = (value: unknown): value is object =>
  Array.isArray(value)
    ? value.length >= MANY_ITEMS
    : typeof value === 'object' && value !== null && !('toJSON' in value) && Object.values(value).some(isLong);

/** The JSON text of a value, each item of a long list by itself. */
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
 * A long answer in parts, between which others get their turn: written as a whole, half a million results take a
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
