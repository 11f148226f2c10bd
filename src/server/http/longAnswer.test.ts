import { describe, expect, it } from 'vitest';
import { isLong, partsOf, textsOf } from './longAnswer.ts';

const many = Array.from({ length: 500 }, (_, at) => ({ at, text: `"${at}"`, none: undefined }));

const LONG: [string, object][] = [
  ['a list', many],
  ['a list in an object', { list: many, page: 1, none: undefined, total: 500 }],
  ['lists of the parts of a version', { version: { id: 1 }, rows: { fees: many, names: [], addresses: many } }],
  ['a list of what JSON does not know', { list: Array.from({ length: 300 }, () => undefined) }],
];

describe('writing a long reply', () => {
  it.each(LONG)('a long reply has the same text as JSON.stringify returns for %s', (_, value) => {
    expect(isLong(value)).toBe(true);
    expect([...textsOf(value)].join('')).toBe(JSON.stringify(value));
  });

  it.each(LONG)('a long reply is sent in the usual envelope for %s', async (_, value) => {
    let text = '';
    for await (const part of partsOf(value)) text += part.toString();
    expect(JSON.parse(text)).toEqual({ retcode: 0, message: '', detail: '', data: JSON.parse(JSON.stringify(value)) });
  });

  it('a long reply is written item by item, so that no item blocks other requests', () => {
    const texts = [...textsOf({ rows: { fees: many } })];
    expect(texts.length).toBeGreaterThan(many.length);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(60);
  });

  it.each([[null], ['text'], [7], [{ list: [1, 2] }], [{ at: new Date(0) }]])(
    '%j does not count as a long reply',
    value => {
      expect(isLong(value)).toBe(false);
    },
  );
});
