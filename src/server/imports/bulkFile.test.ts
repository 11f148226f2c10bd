import { describe, expect, it } from 'vitest';
import { BULK_HEAD, BULK_MOST } from '../../contract/imports/calls.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { longestBlock } from '../../../tests/support/eventLoop.ts';
import { readBulkFile } from './bulk.ts';

const fileOf = (...lines: string[]): Buffer => Buffer.from([BULK_HEAD, ...lines].join('\n'));
const keyed = (count: number): string[] => Array.from({ length: count }, (_, at) => `1,0,10021/${at + 1}/0`);

describe('parsing the file of a bulk change', () => {
  it('a bulk change file is read line by line, each record once, with or without a newline at the end', async () => {
    const rows = { keys: ['10021/7/0', '10021/8/1'], versions: [3, 2], own: [true, false] };
    const lines = ['1,0,10021/7/0', '2,0,10021/8/1', '3,1,10021/7/0'];
    expect(await readBulkFile(channelLocation, fileOf(...lines))).toEqual(rows);
    expect(await readBulkFile(channelLocation, fileOf(...lines, ''))).toEqual(rows);
    expect((await readBulkFile(channelLocation, fileOf(...keyed(BULK_MOST))))?.keys).toHaveLength(BULK_MOST);
  });

  it.each([
    ['a different header line', Buffer.from('version,key\n1,10021/7/0')],
    ['a malformed line', fileOf('1,2,10021/7/0')],
    ['a malformed key', fileOf('1,0,10021')],
    ['a version that no record has', fileOf('9999999999,0,10021/7/0')],
    ['too many records by one', fileOf(...keyed(BULK_MOST + 1))],
    ['no content', Buffer.from('')],
  ])('a bulk change file with %s is refused', async (_what, bytes) => {
    expect(await readBulkFile(channelLocation, bytes)).toBeNull();
  });

  it.each([
    ['29 MB of newlines', Buffer.concat([fileOf(''), Buffer.alloc(29_000_000, '\n')])],
    ['29 MB in one line', Buffer.concat([fileOf(''), Buffer.alloc(29_000_000, '1')])],
    ['a first line of 29 MB', Buffer.alloc(29_000_000, 'v')],
    ['the maximum number of records', fileOf(...keyed(BULK_MOST))],
  ])('a bulk change file with %s does not block other requests', async (_what, bytes) => {
    const { block, idle } = await longestBlock(() => readBulkFile(channelLocation, bytes));
    expect(block).toBeLessThan(100 + idle);
  });
});
