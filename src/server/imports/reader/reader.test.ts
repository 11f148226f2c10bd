import { afterAll, afterEach, describe, expect, inject, it } from 'vitest';
import {
  blankCellsXlsx,
  holedXls,
  linkedXls,
  linkedXlsb,
  manyRowsXlsx,
  spannedXml,
} from '../../../../tests/support/hostileFiles.ts';
import { areasCsv, callImport, uploadForm } from '../../../../tests/support/importing.ts';
import { CHANNEL, createWorld, STREET, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import { READER_LIMITS, secondsFor } from './api.ts';
import { createImportReader, ReaderEnded } from './process.ts';

const GOOD = areasCsv([[CHANNEL.first, 'Standard', STREET, 'Yes', 'No', 'Yes', 'Yes', 1]]);

/**
 * Limits that are so low that hostile files exceed them quickly. With the usual limits, the files are stopped in the
 * same way, only later.
 */
const LOW = { processorSeconds: 2, processorSecondsPerMegabyte: 0, megabytes: 400, seconds: 120 };

describe('the process that reads imported files', () => {
  const ending = createImportReader(LOW, inject('importReader'));
  // Runs from the source files, as with `npm run dev`.
  const reader = createImportReader({
    processorSeconds: 4,
    processorSecondsPerMegabyte: 0,
    megabytes: 500,
    seconds: 120,
  });
  afterAll(() => {
    ending.close();
    reader.close();
  });

  // Which of the limits is reached first depends on the CPU.
  const EITHER = ['time', 'memory'] as const;
  const HOSTILE: [what: string, make: () => Uint8Array, name: string, over: readonly ('time' | 'memory')[]][] = [
    ['a link over a sheet of .xlsb', () => linkedXlsb(1_048_575, 16_383), 'a.xlsb', EITHER],
    ['a link over ten columns of .xlsb', () => linkedXlsb(1_048_575, 9), 'a.xlsb', EITHER],
    ['a link over a sheet of .xls', () => linkedXls(65_535, 65_535), 'a.xls', ['time']],
    ['a column of XML 2003 that represents a billion', () => spannedXml('1000000000'), 'a.xml', EITHER],
    ['rows without end', () => manyRowsXlsx(60), 'a.xlsx', EITHER],
  ];
  it.each(HOSTILE)(
    'the reader is stopped while it reads %s, and a new reader handles the next file',
    async (_, make, name, over) => {
      const ended = await ending.open('channelLocation', name, make()).catch((error: unknown) => error);
      expect(ended).toBeInstanceOf(ReaderEnded);
      expect(over).toContain((ended as ReaderEnded).over);
      expect(await ending.open('channelLocation', 'good.csv', GOOD)).toBeNull();
      await ending.end();
    },
  );

  it('files that are merely damaged, or that decompress to a large size, get a normal reply', async () => {
    expect(await reader.open('channelLocation', 'a.xls', holedXls(1000, 0.1))).toContain('"a.xls" is damaged');
    const blank = await reader.open('channelLocation', 'a.xlsx', blankCellsXlsx(20));
    expect(blank).toBe('"a.xlsx" contains none of the columns of the template in the first 200 rows of its sheets.');
    expect(await reader.open('channelLocation', 'a.xlsb', linkedXlsb(10, 0))).toBeNull();
    expect(await reader.open('channelLocation', 'a.xls', linkedXls(65_535, 255))).toBeNull();
    await reader.end();
  });

  it('a pending request fails when the reader is closed', async () => {
    const closing = createImportReader();
    const asked = closing.open('channelLocation', 'a.xml', spannedXml('1000000000')).catch((error: unknown) => error);
    closing.close();
    const error = await asked;
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ReaderEnded);
  });
});

it('a small file gets at most 10 s of CPU time, and the largest file 30 s', () => {
  expect(secondsFor(READER_LIMITS, 3_500)).toBeLessThanOrEqual(10);
  expect(secondsFor(READER_LIMITS, 30 * 1_048_576)).toBeCloseTo(30);
});

describeOnEach('an import that makes the reader exceed its limits', kind => {
  let world: World;
  afterEach(() => world.close());

  it('a file that makes the reader exceed its limits is refused by name, without delaying other files', async () => {
    world = await createWorld(kind, { reader: createImportReader(LOW, inject('importReader')) });
    const editor = await world.as('id.editor');
    const urls = [
      await uploadForm(editor, GOOD, 'good.csv'),
      await uploadForm(editor, Buffer.from(spannedXml('1000000000')), 'links.xml'),
    ];
    const key = { 'idempotency-key': 'hostile' };
    const importing = callImport(editor, { fileUrlList: urls }, key);
    const done = importing.then(() => true);
    const pause = () => new Promise<false>(resolve => setTimeout(() => resolve(false), 50));
    const waits: number[] = [];
    while (!(await Promise.race([done, pause()]))) {
      const asked = performance.now();
      expect((await world.anonymous.call('/v2/ops/version')).status).toBe(200);
      waits.push(performance.now() - asked);
    }
    expect(Math.max(...waits)).toBeLessThan(1000);
    const { data } = (await importing).body;
    expect(data).toMatchObject({ state: 'refused', failList: [{ url: urls[1] }] });
    expect(data?.failList[0]?.message).toMatch(/^"links\.xml" takes too (?:long|much memory) to read\. .*new workbook/);

    // The import is run again neither by the runner nor by repeating the call.
    const good = (await callImport(editor, { fileUrlList: [urls[0] as string] })).body.data as ImportReceipt;
    expect(good.state).toBe('applied');
    expect((await callImport(editor, { fileUrlList: urls }, key)).body.data).toMatchObject({
      id: data?.id,
      state: 'refused',
    });
    await expect.poll(async () => (await world.database.pool.query('SELECT 1 FROM jobs')).rowCount).toBe(0);

    // The same file is refused immediately, even under another name or with another key.
    const before = performance.now();
    const refused = (await callImport(editor, { fileUrlList: [urls[1] as string] })).body.data as ImportReceipt;
    expect(performance.now() - before).toBeLessThan(1000);
    expect(refused).toMatchObject({ state: 'refused', failList: [{ url: urls[1] }] });
    expect(refused.failList[0]?.message).toMatch(/^"links\.xml" takes too .* was not read again/);
  });
});
