import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyLog, type Head, type Verified } from '../audit/verify.ts';
import type { Database } from '../db/open.ts';
import { copyDatabase } from './copyDatabase.ts';
import { errorText } from '../../domain/errorText.ts';
import { logProblem } from '../base/logProblem.ts';

/**
 * Lets a command request a copy of the database, or a verification of its log, from the server that has locked the data
 * folder. Requests are files in that folder, so they work wherever the folder is writable, and only for accounts that
 * may write to it.
 */

/** The kinds of requests. The file `<kind>.wanted` contains a request's id. */
type Kind = 'backup' | 'audit';
const wantedFile = (dataDir: string, kind: Kind): string => join(dataDir, `${kind}.wanted`);
const LOOK_MILLIS = 500;
/**
 * How many milliseconds a command waits for the server to accept its request. A server checks for requests several
 * times a second; only a long statement delays it.
 */
const TAKEN_MILLIS = 120_000;

const copyFolder = (dataDir: string, id: string): string => join(dataDir, `backup-${id}`);
/** The file with the response: an error message, if any, for a copy; the result as JSON for a verification. */
const answerFile = (dataDir: string, kind: Kind, id: string): string => join(dataDir, `${kind}-${id}.answer`);

/** The file with the recorded chain ends, for a verification of the log. */
const notedFile = (dataDir: string, id: string): string => join(dataDir, `audit-${id}.noted`);

/** The response to a request to verify the log. */
type AuditAnswer = { verified: Verified } | { problem: string };

/** Handles requests while this server has the data folder locked. */
export function answerRequests(database: Database, dataDir: string): { stop: () => Promise<void> } {
  if (database.folder === undefined) return { stop: () => Promise.resolve() };
  let running: Promise<void> | null = null;
  const answers: Record<Kind, (id: string) => Promise<string>> = {
    backup: async id => {
      const folder = copyFolder(dataDir, id);
      const problem = await copyDatabase(database, join(folder, 'database')).then(() => '', errorText);
      if (problem !== '') await rm(folder, { recursive: true, force: true });
      return problem;
    },
    audit: async id => {
      const noted = JSON.parse(readFileSync(notedFile(dataDir, id), 'utf8')) as Record<string, Head>;
      const answer: AuditAnswer = await verifyLog(database.pool, noted).then(
        verified => ({ verified }),
        error => ({ problem: errorText(error) }),
      );
      return JSON.stringify(answer);
    },
  };
  const answer = async (kind: Kind, id: string): Promise<void> => {
    const file = answerFile(dataDir, kind, id);
    writeFileSync(`${file}.part`, await answers[kind](id));
    renameSync(`${file}.part`, file);
  };
  const look = (kind: Kind): void => {
    const file = wantedFile(dataDir, kind);
    if (running || !existsSync(file)) return;
    try {
      const id = readFileSync(file, 'utf8');
      rmSync(file, { force: true });
      if (!/^[0-9a-f-]{36}$/.test(id)) return;
      running = answer(kind, id)
        .catch((error: unknown) => logProblem(`A request (${kind}) could not be answered: ${String(error)}`))
        .finally(() => {
          running = null;
        });
    } catch (error) {
      logProblem(`A request (${kind}) could not be read: ${(error as Error).message}`);
    }
  };
  const timer = setInterval(() => {
    look('backup');
    look('audit');
  }, LOOK_MILLIS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Sends a request to the server that has locked `dataDir`, and returns its response.
 * @throws Error with the reason
 */
async function ask(dataDir: string, kind: Kind, id: string): Promise<string> {
  const wanted = wantedFile(dataDir, kind);
  writeFileSync(`${wanted}.part`, id);
  renameSync(`${wanted}.part`, wanted);
  const answer = answerFile(dataDir, kind, id);
  for (const until = Date.now() + TAKEN_MILLIS; existsSync(wanted) && readFileSync(wanted, 'utf8') === id;) {
    if (Date.now() > until) {
      rmSync(wanted, { force: true });
      throw new Error(
        `The server that has ${dataDir} locked does not respond. Check that it is running and has the same release.`,
      );
    }
    await pause(LOOK_MILLIS / 5);
  }
  // How long this takes depends on the size of the database. The server responds even if it fails.
  for (let silent = 0; !existsSync(answer); silent += LOOK_MILLIS) {
    if (silent > 30 * 60_000)
      throw new Error('The server accepted the request, but has not answered for half an hour.');
    await pause(LOOK_MILLIS);
  }
  const text = readFileSync(answer, 'utf8');
  rmSync(answer, { force: true });
  return text;
}

/**
 * Requests a copy of the database from the server that has locked `dataDir`.
 * @returns the folder with the copy, which the caller moves or removes
 * @throws Error with the reason
 */
export async function requestCopy(dataDir: string): Promise<string> {
  const id = randomUUID();
  const problem = await ask(dataDir, 'backup', id);
  if (problem !== '') throw new Error(problem);
  return copyFolder(dataDir, id);
}

/**
 * Requests a verification of the log from the server that has locked `dataDir`.
 * @param noted previously recorded chain ends
 * @throws Error with the reason
 */
export async function requestVerified(dataDir: string, noted: Readonly<Record<string, Head>>): Promise<Verified> {
  const id = randomUUID();
  writeFileSync(notedFile(dataDir, id), JSON.stringify(noted));
  try {
    const answer = JSON.parse(await ask(dataDir, 'audit', id)) as AuditAnswer;
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.verified;
  } finally {
    rmSync(notedFile(dataDir, id), { force: true });
  }
}
