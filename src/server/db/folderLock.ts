import { randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cannotUse, makeFolder } from './dataFolder.ts';

/** Another process holds the data folder: two of them on one embedded database would lose rows silently. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';

  /** @param silentAt epoch milliseconds when a holder of another place counts as gone; undefined when it surely runs */
  constructor(
    message: string,
    readonly silentAt?: number,
  ) {
    super(message);
  }
}

interface Holder {
  /** Made once for each lock. */
  id: string;
  pid: number;
  host: string;
  /** Kernel and process namespace in which `pid` means something; empty where it cannot be known. */
  place: string;
  /** Kernel's start time of the process: distinguishes a reused process id from the holder. Empty where it cannot be known. */
  started: string;
}

const HEARTBEAT_MILLIS = 5_000;
/** A holder whose process cannot be looked at (another host or container) counts as gone when silent for this long. */
const SILENT_MILLIS = 30_000;
/** How often a heartbeat of such a holder is looked for. */
const LOOK_MILLIS = 500;

/** Start time in clock ticks from /proc; empty on systems without it. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Two containers on one machine may have one host name; their process ids are of different namespaces. */
function placeOf(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
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

const isSamePlace = (holder: Holder): boolean => holder.host === hostname() && holder.place === placeOf();

function isHeld(holder: Holder, touchedMillis: number): boolean {
  if (isSamePlace(holder)) return isRunning(holder.pid) && startOf(holder.pid) === holder.started;
  return Date.now() - touchedMillis < SILENT_MILLIS;
}

/** `server.lock` is the lock of releases before the numbered ones, which are `server.lock.1` and so on. */
const LOCK = /^server\.lock(?:\.(\d+))?$/;
const nameOf = (number: number): string => (number === 0 ? 'server.lock' : `server.lock.${number}`);

/** Numbers of the locks in a folder; the highest one counts. */
const numbersIn = (folder: string): number[] =>
  readdirSync(folder).flatMap(name => {
    const found = LOCK.exec(name);
    return found ? [Number(found[1] ?? 0)] : [];
  });

const highestIn = (folder: string): number => numbersIn(folder).reduce((a, b) => Math.max(a, b), -1);

const RELEASED = '{}';

/** What a lock says; null when it was given back or is gone. */
function read(file: string): { holder: Holder; touched: number } | null {
  try {
    const text = readFileSync(file, 'utf8');
    const touched = statSync(file).mtimeMs;
    try {
      const holder = JSON.parse(text) as Partial<Holder>;
      if (holder.pid === undefined) return null;
      const { id = '', pid, host = '', place = placeOf(), started = '' } = holder;
      return { holder: { id, pid, host, place, started }, touched };
    } catch {
      // Cut short by a crash of a release before the numbered locks: held only while it is fresh.
      return {
        holder: { id: '', pid: 0, host: '?', place: '?', started: '' },
        touched: touched - SILENT_MILLIS + 2_000,
      };
    }
  } catch {
    return null;
  }
}

export interface FolderLock {
  /** Whether the folder is still this process's own; looks at the disk. */
  isMine: () => boolean;
  /** As `isMine`, but looks at the disk only when the last look is older than a heartbeat. */
  isSurelyMine: () => boolean;
  release: () => void;
}

/**
 * Takes the lock of a data folder for this process and keeps it alive until `release`. The holder is whoever made the lock
 * with the highest number. A lock is never moved or changed by another process: to take over a lock whose holder is gone is
 * to make the next number, which a link does for one process alone. Lower numbers are removed, the highest one stays.
 *
 * @param onLost called once when another process has taken the folder meanwhile, or the folder is gone
 * @throws DataFolderInUse when a living process holds it, DataFolderUnusable where nothing can be written
 */
export function lockFolder(folder: string, onLost: () => void = () => undefined): FolderLock {
  try {
    makeFolder(folder);
  } catch (error) {
    throw cannotUse(folder, error);
  }
  const id = randomUUID();
  const self: Holder = { id, pid: process.pid, host: hostname(), place: placeOf(), started: startOf(process.pid) };
  const draft = join(folder, `server.lock-${id}`);
  try {
    // Linked under its number when it is whole: nobody reads half a lock.
    writeFileSync(draft, JSON.stringify(self));
    const number = takeNext(folder, draft);
    return keepAlive(folder, number, id, onLost);
  } catch (error) {
    throw error instanceof DataFolderInUse ? error : cannotUse(folder, error);
  } finally {
    if (existsSync(draft)) rmSync(draft, { force: true });
  }
}

/** Links `draft` as the next lock. @throws DataFolderInUse */
function takeNext(folder: string, draft: string): number {
  for (let attempt = 0; attempt < 20; attempt++) {
    const highest = highestIn(folder);
    const found = highest < 0 ? null : read(join(folder, nameOf(highest)));
    if (found && isHeld(found.holder, found.touched)) {
      const { holder, touched } = found;
      throw new DataFolderInUse(
        `The data folder ${folder} is in use by another Ops Portal server (process ${holder.pid} on ${holder.host}). ` +
          'Stop that one, set OPS_DATA to another folder, or use PostgreSQL (DATABASE_URL) to run several servers.',
        isSamePlace(holder) ? undefined : touched + SILENT_MILLIS,
      );
    }
    const number = Math.max(highest, 0) + 1;
    try {
      linkSync(draft, join(folder, nameOf(number)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      continue;
    }
    // A number that was free because later ones had come and gone is worth nothing.
    if (highestIn(folder) === number) {
      for (const lower of numbersIn(folder)) {
        if (lower < number) rmSync(join(folder, nameOf(lower)), { force: true });
      }
      return number;
    }
    rmSync(join(folder, nameOf(number)), { force: true });
  }
  throw new DataFolderInUse(`The lock of ${folder} keeps changing: other Ops Portal servers are starting on it.`);
}

function keepAlive(folder: string, number: number, id: string, onLost: () => void): FolderLock {
  const file = join(folder, nameOf(number));
  let looked = performance.now();
  let lost = false;
  const isMine = (): boolean => {
    if (lost) return false;
    try {
      looked = performance.now();
      lost = highestIn(folder) !== number || read(file)?.holder.id !== id;
    } catch {
      lost = true;
    }
    if (lost) {
      clearInterval(timer);
      onLost();
    }
    return !lost;
  };
  const timer = setInterval(() => {
    if (!isMine()) return;
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // A full or read-only disk: the database reports it. While this process runs, nobody of its own place takes the lock.
    }
  }, HEARTBEAT_MILLIS).unref();
  return {
    isMine,
    isSurelyMine: () => (performance.now() - looked > HEARTBEAT_MILLIS * 1.5 ? isMine() : !lost),
    release: () => {
      clearInterval(timer);
      if (!lost && read(file)?.holder.id === id) writeFileSync(file, RELEASED);
    },
  };
}

/**
 * As `lockFolder`, but waits until a holder whose process cannot be looked at has shown a heartbeat, or has been silent for so
 * long that it is gone: a container that was killed is started again under its name.
 * @throws DataFolderInUse, DataFolderUnusable
 */
export async function lockFolderPatiently(folder: string, onLost: () => void): Promise<FolderLock> {
  let first: number | undefined;
  for (;;) {
    try {
      return lockFolder(folder, onLost);
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || error.silentAt === undefined) throw error;
      first ??= error.silentAt;
      if (error.silentAt > first || error.silentAt - Date.now() > SILENT_MILLIS) throw error;
    }
    await pause(LOOK_MILLIS);
  }
}
