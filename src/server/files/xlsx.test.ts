import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { workbookStream } from './xlsx.ts';

it('an error in the rows before anybody reads the workbook reaches its reader and does not end the process', async () => {
  const ends: unknown[] = [];
  const onEnd = (error: unknown) => ends.push(error);
  process.on('uncaughtException', onEnd);
  try {
    const stream = workbookStream({
      sheet: 'Parcels',
      columns: [{ heading: 'Code' }] as never,
      // oxlint-disable-next-line require-yield
      rows: (async function* () {
        throw new Error('the database is gone');
      })(),
    });
    await pause(50);
    const read = async () => {
      for await (const _ of stream) continue;
    };
    await expect(read()).rejects.toThrow('the database is gone');
    await pause(10);
    expect(ends).toEqual([]);
  } finally {
    process.off('uncaughtException', onEnd);
  }
});
