import { describe, expect, it, vi } from 'vitest';
import * as sheetJs from 'xlsx';
import { sheetOf, workbookOf } from '../../../tests/support/workbookFile.ts';
import type { ReadReport } from '../../sync/excelClient/api.ts';
import { ExcelClient, type ExcelWorker } from '../../sync/excelClient/client.ts';
import { createExcelHost } from './host.ts';
import { blobPlatform, deflateRaw } from './platform.ts';

const fileOf = (bytes: Uint8Array<ArrayBuffer>, name: string): File => new File([bytes], name);
let time = 0;
const host = () =>
  createExcelHost({
    now: () => (time += 60),
    platformOf: blobPlatform,
    deflate: deflateRaw,
    loadGeneral: async () => sheetJs,
    mirrorOf: () => ({ lookup: async () => null, cached: () => Promise.reject(new Error('not asked')) }),
  });

const rows = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c><c r="C${at + 1}" t="str"><v>text ${at}</v></c></row>`,
  ).join('');

describe('the Excel worker', () => {
  it('the worker returns the first rows of every sheet, then reads one sheet completely and returns its rows', async () => {
    const api = host();
    const opened = await api.open(
      fileOf(
        workbookOf({
          sheets: [
            { name: 'Notes', xml: '' },
            { name: 'Data', xml: rows(5000) },
            { name: 'Old', xml: rows(1), state: 'hidden' },
          ],
        }),
        'a.xlsx',
      ),
    );
    if (!opened.ok) throw new Error(opened.problem.message);
    expect(opened.value.sheets.map(({ name, hidden, head }) => [name, hidden, head.length])).toEqual([
      ['Notes', false, 0],
      ['Data', false, 200],
      ['Old', true, 1],
    ]);
    expect(opened.value.sheets[1]?.head[2]).toEqual({ number: 3, cells: ['2', '', 'text 2'] });
    const reports: ReadReport[] = [];
    const read = await api.read(opened.value.fileId, 1, report => void reports.push(report));
    expect(read).toEqual({ ok: true, value: { rows: 5000, hiddenRows: 0, merged: [], columns: 3 } });
    expect(reports.length).toBeGreaterThan(0);
    expect(reports.every(({ bytes, totalBytes }) => bytes > 0 && bytes <= totalBytes)).toBe(true);
    expect(await api.rows(opened.value.fileId, 4999, 10)).toEqual([{ number: 5000, cells: ['4999', '', 'text 4999'] }]);
  });

  it('the worker accepts files as long as they fit in memory together', async () => {
    const api = host();
    const half = fileOf(new TextEncoder().encode(`Channel ID\n${'7\n'.repeat(800_000)}`), 'half.csv');
    const read = async () => {
      const opened = await api.open(half);
      if (!opened.ok) throw new Error(opened.problem.message);
      const { fileId } = opened.value;
      return { fileId, again: () => api.read(fileId, 0, () => undefined) };
    };
    const [first, second] = [await read(), await read()];
    expect(await first.again()).toMatchObject({ ok: true });
    expect(await second.again()).toMatchObject({ ok: false, problem: { kind: 'tooManyTogether' } });
    // A reread file does not count twice; once the first file is removed, there is room for the second.
    expect(await first.again()).toMatchObject({ ok: true });
    await api.close(first.fileId);
    expect(await second.again()).toMatchObject({ ok: true });
  });

  it("a file's problem is returned with its kind and a message", async () => {
    const answer = await host().open(fileOf(sheetOf('<row r="2000000"/>'), 'areas.xlsx'));
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'tooManyRows', fileName: 'areas.xlsx' } });
    const empty = await host().open(fileOf(sheetOf(''), 'areas.xlsx'));
    expect(empty).toMatchObject({ ok: false, problem: { kind: 'noSheets' } });
  });
});

describe('the Excel client', () => {
  /** A worker whose first call is never answered. */
  function stuck() {
    const started: { ended: boolean; die: () => void }[] = [];
    const start = (): ExcelWorker => {
      const me = { ended: false, die: () => undefined as void };
      started.push(me);
      const api = host();
      if (started.length === 1) api.open = () => new Promise(() => undefined);
      return { api, end: () => (me.ended = true), onDeath: listener => (me.die = listener) };
    };
    return { started, start };
  }

  it('canceling terminates the worker immediately, and the next call starts a new one', async () => {
    const { started, start } = stuck();
    const client = new ExcelClient(start);
    const first = client.open(fileOf(sheetOf(rows(1)), 'first.xlsx'));
    await new Promise(resolve => setTimeout(resolve, 0));
    const waiting = client.open(fileOf(sheetOf(rows(1)), 'second.xlsx'));
    client.cancel();
    expect(started[0]?.ended).toBe(true);
    expect(await first).toMatchObject({ ok: false, problem: { kind: 'cancelled', fileName: 'first.xlsx' } });
    expect(await client.open(fileOf(sheetOf(rows(1)), 'third.xlsx'))).toMatchObject({ ok: true });
    expect(started).toHaveLength(2);
    expect(await waiting).toMatchObject({ ok: false, problem: { kind: 'cancelled', fileName: 'second.xlsx' } });
  });

  it('the client terminates a worker that makes no progress for 10 s (longer for a large file) while opening a file, and reports that', async () => {
    vi.useFakeTimers();
    try {
      const { started, start } = stuck();
      const client = new ExcelClient(start);
      const first = client.open(fileOf(sheetOf(rows(1)), 'first.xlsx'));
      await vi.advanceTimersByTimeAsync(7_000);
      expect(started[0]?.ended).toBe(false);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(started[0]?.ended).toBe(true);
      const large = new ExcelClient(() => {
        const worker = stuck().start();
        started[1] = { ended: false, die: () => undefined };
        return { ...worker, end: () => void ((started[1] as { ended: boolean }).ended = true) };
      });
      void large.open(fileOf(new Uint8Array(10 * 1_048_576), 'large.xlsx'));
      await vi.advanceTimersByTimeAsync(14_000);
      expect(started[1]?.ended).toBe(false);
      await vi.advanceTimersByTimeAsync(4_000);
      expect(started[1]?.ended).toBe(true);
      expect(await first).toMatchObject({
        ok: false,
        problem: { kind: 'overTime', message: expect.stringContaining('"first.xlsx" takes too long') as string },
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('the client waits longer while another reader is loaded over the network', async () => {
    vi.useFakeTimers();
    try {
      let loaded = (): void => undefined;
      let ended = false;
      const client = new ExcelClient(() => {
        const api = host();
        api.open = async (_, __, onLoading) => {
          onLoading?.(true);
          await new Promise<void>(resolve => (loaded = resolve));
          onLoading?.(false);
          return new Promise(() => undefined);
        };
        return { api, end: () => void (ended = true), onDeath: () => undefined };
      });
      void client.open(fileOf(sheetOf(rows(1)), 'first.xls'));
      await vi.advanceTimersByTimeAsync(40_000);
      expect(ended).toBe(false);
      loaded();
      await vi.advanceTimersByTimeAsync(7_000);
      expect(ended).toBe(false);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(ended).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('a worker whose code never arrives is terminated and reported, and the next file does not wait forever', async () => {
    vi.useFakeTimers();
    try {
      const ended: boolean[] = [];
      const dead = new Proxy({} as ExcelWorker['api'], { get: () => () => new Promise(() => undefined) });
      const client = new ExcelClient(() => {
        const at = ended.push(false) - 1;
        return { api: dead, end: () => void (ended[at] = true), onDeath: () => undefined };
      });
      const started = client.begin({ importId: 'channelLocation', entity: 'ID', userId: 1 });
      const opened = client.open(fileOf(sheetOf(rows(1)), 'first.xlsx'));
      await vi.advanceTimersByTimeAsync(62_000);
      expect(await started).toMatchObject({ ok: false, problem: { kind: 'notLoaded' } });
      expect(await opened).toMatchObject({ ok: false });
      const again = client.open(fileOf(sheetOf(rows(1)), 'second.xlsx'));
      await vi.advanceTimersByTimeAsync(62_000);
      expect(await again).toMatchObject({
        ok: false,
        problem: { kind: 'notLoaded', message: expect.stringContaining('"second.xlsx" needs a reader') as string },
      });
      expect(ended).toEqual([true, true]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('a crashed worker is reported, and not waited for', async () => {
    const { started, start } = stuck();
    const client = new ExcelClient(start);
    const first = client.open(fileOf(sheetOf(rows(1)), 'first.xlsx'));
    await new Promise(resolve => setTimeout(resolve, 0));
    started[0]?.die();
    expect(await first).toMatchObject({ ok: false, problem: { kind: 'outOfMemory' } });
  });

  it('the client processes one file at a time', async () => {
    let running = 0;
    let most = 0;
    const client = new ExcelClient(() => {
      const api = host();
      const { open } = api;
      api.open = async file => {
        most = Math.max(most, (running += 1));
        const answer = await open(file);
        running -= 1;
        return answer;
      };
      return { api, end: () => undefined, onDeath: () => undefined };
    });
    await Promise.all(['a', 'b', 'c'].map(name => client.open(fileOf(sheetOf(rows(3)), `${name}.xlsx`))));
    expect(most).toBe(1);
  });
});
