import { closeSync, openSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { cannotUse, makeFolder } from './dataFolder.ts';

/** Another process holds the data folder: two of them on one embedded database would lose rows silently. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

interface Holder {
  pid: number;
  host: string;
  /** Kernel's start time of the process: tells a reused process id from the holder. Empty where it cannot be known. */
  started: string;
}

const HEARTBEAT_MILLIS = 5_000;
/** A holder on another host (a container that shares the volume) counts as gone when it has been silent for this long. */
const SILENT_MILLIS = 30_000;

/** Start time in clock ticks from /proc; empty on systems without it. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isHeld(holder: Holder, touchedMillis: number): boolean {
  if (holder.host !== hostname()) return Date.now() - touchedMillis < SILENT_MILLIS;
  return isRunning(holder.pid) && startOf(holder.pid) === holder.started;
}

function read(file: string): { holder: Holder; touched: number; text: string } | null {
  try {
    const text = readFileSync(file, 'utf8');
    const touched = statSync(file).mtimeMs;
    try {
      return { holder: JSON.parse(text) as Holder, touched, text };
    } catch {
      // Cut short by a crash between creating and writing: held only while it is fresh.
      return { holder: { pid: 0, host: '?', started: '' }, touched: touched - SILENT_MILLIS + 2_000, text };
    }
  } catch {
    return null;
  }
}

/**
 * Takes `server.lock` in a data folder for this process and keeps it alive until `release`. A lock left by a process that
 * was killed is taken over.
 * @throws DataFolderInUse when a living process holds it, DataFolderUnusable where nothing can be written
 */
export function lockFolder(folder: string): { release: () => void } {
  try {
    makeFolder(folder);
  } catch (error) {
    throw cannotUse(folder, error);
  }
  const file = join(folder, 'server.lock');
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), started: startOf(process.pid) } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, mine);
      closeSync(handle);
      const timer = setInterval(() => {
        try {
          utimesSync(file, new Date(), new Date());
        } catch {
          // The folder was removed under us; the database will say so.
        }
      }, HEARTBEAT_MILLIS).unref();
      return {
        release: () => {
          clearInterval(timer);
          if (read(file)?.text === mine) unlinkSync(file);
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotUse(folder, error);
    }
    const found = read(file);
    if (!found) continue;
    if (isHeld(found.holder, found.touched)) {
      throw new DataFolderInUse(
        `The data folder ${folder} is in use by another Ops Portal server (process ${found.holder.pid} on ${found.holder.host}). ` +
          'Stop that one, set OPS_DATA to another folder, or use PostgreSQL (DATABASE_URL) to run several servers.',
      );
    }
    // Moving it aside first: of two processes that find the same stale lock only one moves it.
    const aside = `${file}.${process.pid}.stale`;
    try {
      renameSync(file, aside);
      unlinkSync(aside);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new DataFolderInUse(
    `The lock file ${file} keeps changing: another Ops Portal server is starting on this folder.`,
  );
}
