import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cannotUse, makePrivateFolder } from './dataFolder.ts';
import { readLock, selfAs, stateOf, type Found } from './folderHolder.ts';
import { startHeartbeat, withCounter } from './heartbeat.ts';
import { rounds } from '../base/rounds.ts';

/**
 * Thrown if another process uses the data folder. If two processes used the same embedded database, rows would silently
 * be lost.
 */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';

  /**
   * @param found the lock, if only its heartbeat can show whether the holder is alive; undefined if the holder is
   * certainly alive
   */
  constructor(
    message: string,
    readonly found?: Found,
  ) {
    super(message);
  }
}

/**
 * If a holder's process cannot be looked up (because it is on another host, or in another boot or container), it is
 * considered dead after this many milliseconds without a heartbeat.
 */
const SILENT_MILLIS = 30_000;
/** Milliseconds between two checks of such a holder's heartbeat. */
const LOOK_MILLIS = 500;
/** Milliseconds between a holder's checks that it still has its lock. */
const OWN_LOOK_MILLIS = 5_000;

/** `server.lock` is the lock of releases without numbered locks; the numbered locks are `server.lock.1` and so on. */
const LOCK = /^server\.lock(?:\.(\d+))?$/;
const nameOf = (number: number): string => (number === 0 ? 'server.lock' : `server.lock.${number}`);

/** Returns the numbers of the locks in a folder, of which only the highest is valid. */
const numbersIn = (folder: string): number[] =>
  readdirSync(folder).flatMap(name => {
    const found = LOCK.exec(name);
    return found ? [Number(found[1] ?? 0)] : [];
  });

const highestIn = (folder: string): number => numbersIn(folder).reduce((a, b) => Math.max(a, b), -1);

const RELEASED = '{}';

export interface FolderLock {
  readonly held: HeldLock;
  /** Whether this process still holds the folder, according to the lock file. */
  isMine: () => boolean;
  /** Like `isMine`, but reads the lock file only if the last check was more than a few seconds ago. */
  isSurelyMine: () => boolean;
  release: () => void;
}

/**
 * Takes the lock of a data folder for this process, and keeps it alive until `release` is called. The holder is the
 * process that created the lock with the highest number. No process ever moves or changes another's lock. To take over
 * from a dead holder, a process creates the lock with the next number by linking, which only one process can do
 * successfully. Lower numbers are removed; the highest one stays.
 * @param onLost called once if another process has taken over the folder, or the folder is missing
 * @param silent the sign of a lock whose heartbeat was watched and has stopped
 * @throws DataFolderInUse if another process holds or may hold the folder, DataFolderUnusable if nothing can be written
 */
export function lockFolder(folder: string, onLost: () => void = () => undefined, silent?: string): FolderLock {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    throw cannotUse(folder, error);
  }
  const id = randomUUID();
  const text = withCounter(selfAs(id));
  const draft = join(folder, `server.lock-${id}`);
  try {
    // Linked under its number only once it is complete, so that nobody reads an incomplete lock.
    writeFileSync(draft, text);
    const number = takeNext(folder, draft, silent);
    return keepAlive({ folder, number, id }, text, onLost);
  } catch (error) {
    throw error instanceof DataFolderInUse ? error : cannotUse(folder, error);
  } finally {
    if (existsSync(draft)) rmSync(draft, { force: true });
  }
}

/**
 * Links `draft` as the lock with the next number.
 * @throws DataFolderInUse
 */
function takeNext(folder: string, draft: string, silent: string | undefined): number {
  for (let attempt = 0; attempt < 20; attempt++) {
    const highest = highestIn(folder);
    const found = highest < 0 ? null : readLock(join(folder, nameOf(highest)));
    const state = found === null || found.sign === silent ? 'gone' : stateOf(found.holder);
    if (found && state !== 'gone') {
      const { pid, host } = found.holder;
      throw new DataFolderInUse(
        `The data folder ${folder} is in use by another Ops Portal server (process ${pid} on ${host}). ` +
          'Stop that one, set OPS_DATA to another folder, or use PostgreSQL (DATABASE_URL) to run several servers.',
        state === 'running' ? undefined : found,
      );
    }
    const number = Math.max(highest, 0) + 1;
    try {
      linkSync(draft, join(folder, nameOf(number)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      continue;
    }
    // If there are higher locks by now, this number was free only because its lock had been removed, so the new lock is
    // not valid.
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

/**
 * Milliseconds of two clocks; the second clock reveals that the machine was suspended. They only determine when to
 * check.
 */
const clocks = (): [number, number] => [performance.now(), Date.now()];

/**
 * A lock that is held by a process. Another thread of the process can check independently whether it is still valid
 * (`lookAfter`).
 */
export interface HeldLock {
  folder: string;
  number: number;
  id: string;
}

/**
 * Regularly checks whether this process still holds a lock.
 * @param onLost called once if it does not
 */
export function lookAfter(
  { folder, number, id }: HeldLock,
  onLost: () => void,
): Pick<FolderLock, 'isMine' | 'isSurelyMine'> {
  let looked = clocks();
  let lost = false;
  const isMine = (): boolean => {
    if (lost) return false;
    try {
      looked = clocks();
      lost = highestIn(folder) !== number || readLock(join(folder, nameOf(number)))?.holder.id !== id;
    } catch {
      lost = true;
    }
    if (lost) onLost();
    return !lost;
  };
  const isLookOld = (): boolean => {
    const now = clocks();
    return looked.some((then, index) => Math.abs((now[index] ?? 0) - then) > OWN_LOOK_MILLIS * 1.5);
  };
  return { isMine, isSurelyMine: () => (!lost && isLookOld() ? isMine() : !lost) };
}

function keepAlive(held: HeldLock, text: string, onLost: () => void): FolderLock {
  const { folder, number, id } = held;
  const file = join(folder, nameOf(number));
  const heartbeat = startHeartbeat(file, text);
  let lost = false;
  const { isMine, isSurelyMine } = lookAfter(held, () => {
    lost = true;
    clearInterval(timer);
    heartbeat.stop();
    onLost();
  });
  const timer = setInterval(isMine, OWN_LOOK_MILLIS).unref();
  return {
    held,
    isMine,
    isSurelyMine,
    release: () => {
      clearInterval(timer);
      heartbeat.stop();
      if (lost || readLock(file)?.holder.id !== id) return;
      // Replaces the lock with a new file, because the last heartbeat may still be written to the old file.
      const released = join(folder, `server.lock-${id}`);
      writeFileSync(released, RELEASED);
      renameSync(released, file);
    },
  };
}

/**
 * Like `lockFolder`, but if the holder's process cannot be looked up, watches its heartbeat for up to 30 seconds,
 * measured by this process's monotonic clock. If there is no heartbeat, as when a killed container is restarted, the
 * holder is considered dead and the folder is taken over.
 * @param say called with a sentence that explains the wait
 * @throws DataFolderInUse, DataFolderUnusable
 */
export async function lockFolderPatiently(
  folder: string,
  onLost: () => void = () => undefined,
  say: (text: string) => void = () => undefined,
): Promise<FolderLock> {
  let watched: string | undefined;
  let silentMillis = 0;
  let looked = performance.now();
  for (const round = rounds('Waiting for the data folder'); ; round()) {
    try {
      return lockFolder(folder, onLost, silentMillis >= SILENT_MILLIS ? watched : undefined);
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || error.found === undefined) throw error;
      if (watched !== undefined && error.found.sign !== watched) throw error;
      if (watched === undefined) say(waitingText(folder, error.found));
      watched = error.found.sign;
    }
    // A much longer pause means that the machine was suspended. It counts as one interval, because the holder may have
    // been suspended, too.
    silentMillis += Math.min(performance.now() - looked, LOOK_MILLIS * 2);
    looked = performance.now();
    await pause(LOOK_MILLIS);
  }
}

const waitingText = (folder: string, { holder }: Found): string =>
  `The data folder ${folder} has the lock of another Ops Portal server (process ${holder.pid} on ${holder.host}), which did not ` +
  'stop in order or still runs. Its process cannot be looked up from here, so this start waits for a heartbeat of it, for up to ' +
  `${SILENT_MILLIS / 1000} seconds. Without one it continues automatically.`;
