import { mkdtempSync, openAsBlob, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { read } from 'xlsx';
import { openWorkbook } from '../../../src/domain/sheet/openWorkbook.ts';
import { blobPlatform } from '../../../src/workers/excel/platform.ts';
import { writeLargeWorkbook } from '../../support/largeWorkbook.ts';
import { median, round, type Figure, type FigureGroup, scaled } from '../figure.ts';
import { step, withWorkerPages, type Step, type WorkerPages } from '../workerPage.ts';

const ROWS = scaled(574_000, 1000);
const RUNS = 5;

const seconds = (millis: readonly number[]): number => round(median(millis) / 1000, 2);

const rendererIds = async (browser: Browser): Promise<number[]> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.flatMap(({ type, id }) => (type === 'renderer' ? [id] : []));
};

/** Resets the peak memory recorded by Linux for the pages' processes. */
async function forgetPeaks(browser: Browser): Promise<void> {
  for (const id of await rendererIds(browser)) {
    try {
      writeFileSync(`/proc/${id}/clear_refs`, '5');
    } catch {
      // Either the system is not Linux, or the process has just exited.
    }
  }
}

/** Peak resident memory of the pages' processes in MB; null if the system does not report it. */
async function rendererPeak(browser: Browser): Promise<number | null> {
  const peaks = (await rendererIds(browser)).flatMap(id => {
    try {
      const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
      return peak === undefined ? [] : [Number(peak) / 1024];
    } catch {
      return [];
    }
  });
  return peaks.length === 0 ? null : Math.round(Math.max(...peaks));
}

/** Reads the same file in this process. */
async function readInNode(path: string): Promise<{ ours: number; sheetJs: number }> {
  const ours: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const blob = await openAsBlob(path);
    const started = performance.now();
    const book = await openWorkbook({
      platform: blobPlatform(blob),
      fileName: 'large.xlsx',
      loadGeneral: () => Promise.reject(new Error('not needed')),
    });
    await book.readSheet(0);
    ours.push(performance.now() - started);
  }
  const bytes = readFileSync(path);
  const started = performance.now();
  read(bytes, { type: 'buffer', dense: true, cellFormula: false, cellHTML: false, cellText: false });
  return { ours: seconds(ours), sheetJs: seconds([performance.now() - started]) };
}

/**
 * Time to parse, validate and compare a 30 MB workbook in Chromium's worker, alongside the times of SheetJS and of
 * merely unpacking the file.
 */
export const excelFigures: FigureGroup = {
  ids: ['xlsx_30mb_checked', 'xlsx_vs_sheetjs', 'xlsx_vs_inflate', 'xlsx_30mb_mb', 'diff_500k'],
  async run(wanted, say) {
    const folder = mkdtempSync(join(tmpdir(), 'ops-excel-'));
    const files = { shared: join(folder, 'shared.xlsx'), inline: join(folder, 'inline.xlsx') };
    for (const texts of ['shared', 'inline'] as const) await writeLargeWorkbook(files[texts], { rows: ROWS, texts });
    say(
      `${ROWS} rows: ${Object.values(files)
        .map(path => `${round(statSync(path).size / 1e6)} MB`)
        .join(', ')}`,
    );
    try {
      return await withWorkerPages('excelWorker', say, pages => measure(pages, files, wanted, say));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  { inBrowser, load }: WorkerPages,
  files: Readonly<Record<'shared' | 'inline', string>>,
  wanted: ReadonlySet<string>,
  say: (text: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = (id: string, figure: Omit<Figure, 'id'>) => {
    if (wanted.has(id)) figures.push({ id, ...figure });
  };
  if (wanted.has('xlsx_vs_sheetjs') || wanted.has('xlsx_vs_inflate')) {
    const times = await inBrowser(files.shared, async page => {
      const found = {
        inflate: [] as number[],
        unpack: [] as number[],
        read: [] as number[],
        readAround: [] as number[],
        sheetJs: [] as number[],
      };
      for (let run = 0; run < RUNS; run++) {
        for (const name of ['inflate', 'unpack', 'read'] as const) found[name].push((await step(page, name)).millis);
      }
      if (wanted.has('xlsx_vs_sheetjs')) {
        // Measured immediately before and after, so that other load on the machine affects both equally.
        for (let run = 0; run < 2; run++) found.readAround.push((await step(page, 'read')).millis);
        found.sheetJs.push((await step(page, 'sheetJs')).millis);
        for (let run = 0; run < 2; run++) found.readAround.push((await step(page, 'read')).millis);
      }
      return found;
    });
    const peers = {
      read_s: seconds(times.read),
      inflate_s: seconds(times.inflate),
      unpack_s: seconds(times.unpack),
    };
    if (wanted.has('xlsx_vs_sheetjs')) {
      const node = await readInNode(files.shared);
      add('xlsx_vs_sheetjs', {
        value: round(median(times.sheetJs) / median(times.readAround)),
        unit: 'x',
        goal: 10,
        better: 'higher',
        peers: {
          ...peers,
          sheetjs_s: seconds(times.sheetJs),
          node_read_s: node.ours,
          node_sheetjs_s: node.sheetJs,
        },
      });
    }
    // Each ratio is that of two consecutive runs, so that other load on the machine affects both equally.
    const ratios = times.read.map((millis, run) => millis / (times.inflate[run] as number));
    add('xlsx_vs_inflate', { value: round(median(ratios), 2), unit: 'x', goal: 2.5, better: 'lower', peers });
  }
  if (wanted.has('xlsx_30mb_mb')) {
    const peak = await inBrowser(files.shared, async (page, browser) => {
      await step(page, 'prepare');
      // A new page has a new process, so that the memory used to prepare the data is not counted.
      const fresh = await page.context().newPage();
      await page.close();
      await load(fresh, files.shared);
      await forgetPeaks(browser);
      await step(fresh, 'checked');
      return rendererPeak(browser);
    });
    if (peak === null) say('xlsx_30mb_mb: this system does not give the memory of a process');
    else add('xlsx_30mb_mb', { value: peak, unit: 'MB', goal: 500, better: 'lower', peers: {} });
  }
  if (wanted.has('xlsx_30mb_checked') || wanted.has('diff_500k')) {
    const checkedIn = async (path: string) =>
      inBrowser(path, async page => {
        await step(page, 'prepare');
        const inflate: number[] = [];
        const checked: number[] = [];
        const shown: number[] = [];
        for (let run = 0; run < 3; run++) {
          inflate.push((await step(page, 'inflate')).millis);
          const { millis, value } = await step(page, 'checked');
          const { rows, errors, unchecked } = value as { rows: number; errors: number; unchecked: string[] };
          if (rows !== ROWS || errors > 0 || unchecked.length > 0)
            throw new Error(`checked ${rows} rows with ${errors} errors`);
          checked.push(millis);
          shown.push((await page.evaluate<Step>('preview()')).millis);
        }
        return { inflate, checked, shown };
      });
    const { inflate, checked, shown } = await checkedIn(files.shared);
    add('diff_500k', { value: seconds(shown), unit: 's', goal: 1.5, better: 'lower', peers: {} });
    if (wanted.has('xlsx_30mb_checked')) {
      const inline = await checkedIn(files.inline);
      add('xlsx_30mb_checked', {
        value: seconds(checked),
        unit: 's',
        goal: 2,
        better: 'lower',
        // Unpacking alone, measured between the runs, shows how busy the machine was.
        peers: { inflate_s: seconds(inflate), own_export_s: seconds(inline.checked) },
      });
    }
  }
  return figures;
}
