import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import { copyDatabase } from './copyDatabase.ts';
import { errorText } from '../../domain/errorText.ts';

/**
 * How the backup command asks the server that holds the data folder for a copy: by files in that folder, so that it works
 * wherever the folder can be written, and only for who may write there.
 */

/** Holds the id of the copy that is asked for. */
const WANTED = 'backup.wanted';
const LOOK_MILLIS = 500;
/** A server looks several times a second; only a statement that takes long keeps it from it. */
const TAKEN_MILLIS = 120_000;

const copyFolder = (dataDir: string, id: string): string => join(dataDir, `backup-${id}`);
/** Holds what went wrong, or nothing. */
const answerFile = (dataDir: string, id: string): string => join(dataDir, `backup-${id}.answer`);

/** Answers requests for copies while this server holds the data folder. */
export function answerBackups(database: Database, dataDir: string): { stop: () => Promise<void> } {
  if (database.folder === undefined) return { stop: () => Promise.resolve() };
  let running: Promise<void> | null = null;
  const answer = async (id: string): Promise<void> => {
    const folder = copyFolder(dataDir, id);
    const problem = await copyDatabase(database, join(folder, 'database')).then(() => '', errorText);
    if (problem !== '') rmSync(folder, { recursive: true, force: true });
    writeFileSync(`${answerFile(dataDir, id)}.part`, problem);
    renameSync(`${answerFile(dataDir, id)}.part`, answerFile(dataDir, id));
  };
  const timer = setInterval(() => {
    const file = join(dataDir, WANTED);
    if (running || !existsSync(file)) return;
    try {
      const id = readFileSync(file, 'utf8');
      rmSync(file, { force: true });
      if (!/^[0-9a-f-]{36}$/.test(id)) return;
      running = answer(id)
        .catch((error: unknown) => console.error(`A backup could not be answered: ${String(error)}`))
        .finally(() => {
          running = null;
        });
    } catch (error) {
      console.error(`A request for a backup could not be read: ${(error as Error).message}`);
    }
  }, LOOK_MILLIS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Asks the server that holds `dataDir` for a copy; answers the folder with it, which the caller moves or removes.
 * @throws Error saying what went wrong
 */
export async function requestCopy(dataDir: string): Promise<string> {
  const id = randomUUID();
  const wanted = join(dataDir, WANTED);
  writeFileSync(`${wanted}.part`, id);
  renameSync(`${wanted}.part`, wanted);
  const answer = answerFile(dataDir, id);
  for (const until = Date.now() + TAKEN_MILLIS; existsSync(wanted) && readFileSync(wanted, 'utf8') === id;) {
    if (Date.now() > until) {
      rmSync(wanted, { force: true });
      throw new Error(
        `The server that holds ${dataDir} does not answer. Is it of this release, and does it still run?`,
      );
    }
    await pause(LOOK_MILLIS / 5);
  }
  // Copying takes as long as the database is large; the server answers even when it fails.
  for (let silent = 0; !existsSync(answer); silent += LOOK_MILLIS) {
    if (silent > 30 * 60_000) throw new Error('The server took the request, but has not answered for half an hour.');
    await pause(LOOK_MILLIS);
  }
  const problem = readFileSync(answer, 'utf8');
  rmSync(answer, { force: true });
  if (problem !== '') throw new Error(problem);
  return copyFolder(dataDir, id);
}
