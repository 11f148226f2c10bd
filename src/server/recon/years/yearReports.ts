import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../../files/fileStore.ts';
import {
  SUM_LIMITS,
  WRITE_LIMITS,
  type DuckAnswers,
  type DuckLimits,
  type DuckQuestion,
  type FileSum,
  type YearsAnswer,
  type YearsQuery,
} from './api.ts';
import { archiveFile } from './archives.ts';
import { askDuck, DuckMissing } from './process.ts';
import { hashOf } from './write.ts';

/** Why this server cannot create multi-year reports. */
export interface YearsProblem {
  kind: 'off' | 'missing';
  /** The error message of the operating system. */
  message: string;
}

/** A bill's file that is ready. */
export interface ReadyFile {
  billId: number;
  hash: string;
  size: number;
}

/** Thrown if the bytes of these files are not in the store, such as after a restore without the store's folder. */
export class FilesGone extends Error {
  readonly bills: readonly number[];

  constructor(bills: readonly number[]) {
    super(`The files of ${bills.length} bills are missing.`);
    this.bills = bills;
  }
}

/** Writes and reads the files of settled bills by means of DuckDB. */
export interface YearReports {
  /** Returns why reports cannot be created, or null if they can. This is checked only once. */
  problem: () => Promise<YearsProblem | null>;
  write: (paths: Omit<Extract<DuckQuestion, { ask: 'write' }>, 'ask'>) => Promise<readonly FileSum[]>;
  /**
   * Sums up files.
   * @throws FilesGone, DuckEnded
   */
  sum: (files: readonly ReadyFile[], query: YearsQuery) => Promise<YearsAnswer>;
  /** Ends the reports in progress. */
  close: () => Promise<void>;
}

export interface YearReportsOptions {
  /** Whether multi-year reports are enabled (OPS_YEAR_REPORTS). */
  enabled: boolean;
  files: Pick<FileStore, 'stream' | 'pathOf'>;
  /** Another package name, used by tests. */
  module?: string;
  limits?: { sum: DuckLimits; write: DuckLimits };
}

export function createYearReports({
  enabled,
  files,
  module = '@duckdb/node-api',
  limits = { sum: SUM_LIMITS, write: WRITE_LIMITS },
}: YearReportsOptions): YearReports {
  const ending = new AbortController();
  const ask = <Q extends DuckQuestion>(question: Q, most: DuckLimits): Promise<DuckAnswers[Q['ask']]> =>
    askDuck(question, most, { module, signal: ending.signal });
  let found: Promise<YearsProblem | null> | null = null;
  const look = async (): Promise<YearsProblem | null> => {
    if (!enabled) return { kind: 'off', message: '' };
    try {
      await ask({ ask: 'version' }, limits.write);
      return null;
    } catch (error) {
      if (error instanceof DuckMissing) return { kind: 'missing', message: error.message };
      // The machine may have been out of memory briefly, so the next report checks again.
      found = null;
      throw error;
    }
  };
  const place = localFiles(files);
  /** Reports run one at a time, because each needs memory and a core. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    problem: () => (found ??= look()),
    write: paths => ask({ ask: 'write', ...paths }, limits.write),
    sum: (chosen, query) => {
      const mine = last.then(async () => {
        if (chosen.length === 0) return { list: [], groups: 0, totals: [] };
        return ask({ ask: 'sum', files: await place.pathsOf(chosen), query }, limits.sum);
      });
      last = mine.catch(() => undefined);
      return mine;
    },
    close: async () => {
      ending.abort();
      await last;
      await place.close();
    },
  };
}

/**
 * Provides files as local paths. Files in a folder are used where they are; files in a bucket are downloaded once and
 * kept until no report needs them.
 */
function localFiles(files: Pick<FileStore, 'stream' | 'pathOf'>) {
  let folder: string | null = null;

  const isWhole = async (path: string, size: number): Promise<boolean> =>
    (await stat(path).catch(() => null))?.size === size;

  const fetchOne = async (to: string, { hash, size }: ReadyFile): Promise<string | null> => {
    const path = join(to, archiveFile(hash));
    if (await isWhole(path, size)) return path;
    const part = `${path}.part`;
    await pipeline(await files.stream(archiveFile(hash)), createWriteStream(part));
    if ((await hashOf(part)) !== hash) return null;
    await rename(part, path);
    return path;
  };

  const pathOf = async (file: ReadyFile): Promise<string | null> => {
    if (files.pathOf) {
      const path = files.pathOf(archiveFile(file.hash));
      return (await isWhole(path, file.size)) ? path : null;
    }
    folder ??= await mkdtemp(join(tmpdir(), 'ops-years-'));
    return fetchOne(folder, file).catch((error: unknown) => {
      const { name } = error as { name?: string };
      if (name === 'NoSuchKey' || name === 'NotFound') return null;
      throw error;
    });
  };

  return {
    /** @throws FilesGone */
    pathsOf: async (chosen: readonly ReadyFile[]): Promise<string[]> => {
      const paths: string[] = [];
      const gone: number[] = [];
      for (const file of chosen) {
        const path = await pathOf(file);
        if (path === null) gone.push(file.billId);
        else paths.push(path);
      }
      if (folder !== null) {
        const kept = new Set(paths);
        for (const name of await readdir(folder))
          if (!kept.has(join(folder, name))) await rm(join(folder, name), { force: true });
      }
      if (gone.length > 0) throw new FilesGone(gone);
      return paths;
    },
    close: async () => {
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
}
