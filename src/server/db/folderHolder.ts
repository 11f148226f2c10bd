import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/** The holder of a data folder, according to the lock file. */
export interface Holder {
  /** A random id that is generated for each lock. */
  id: string;
  pid: number;
  host: string;
  /** The boot id of the machine and the process namespace in which `pid` is valid; empty if unknown. */
  place: string;
  /**
   * When the process started, according to the kernel. This distinguishes the holder from a later process with the same
   * id. Empty if unknown.
   */
  started: string;
}

/** A lock file that was read: its holder, and a string that changes with each heartbeat. */
export interface Found {
  holder: Holder;
  sign: string;
}

/** Returns the start time of a process in clock ticks, from /proc; empty on systems without /proc. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/**
 * Identifies the boot and the process namespace. Two containers on one machine may have the same host name, but their
 * process ids belong to different namespaces.
 */
function placeOf(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** Describes this process as a holder. */
export const selfAs = (id: string): Holder => ({
  id,
  pid: process.pid,
  host: hostname(),
  place: placeOf(),
  started: startOf(process.pid),
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns whether a holder is alive, if that can be determined. Only a process on the same host, boot and process
 * namespace can be looked up by id; any other process shows only by its heartbeat that it is alive.
 */
export function stateOf(holder: Holder): 'running' | 'gone' | 'unknown' {
  const place = placeOf();
  if (place === '' || holder.place !== place || holder.host !== hostname()) return 'unknown';
  return isRunning(holder.pid) && startOf(holder.pid) === holder.started ? 'running' : 'gone';
}

/**
 * Reads a lock file; returns null if the lock was released or is missing. The sign consists of the counter, which does
 * not depend on a clock, and the file's modification time, which is the only thing that changes in releases without a
 * counter. Signs are compared only with each other, never with a clock.
 */
export function readLock(file: string): Found | null {
  let text: string;
  let touched: number;
  try {
    text = readFileSync(file, 'utf8');
    touched = statSync(file).mtimeMs;
  } catch {
    return null;
  }
  const sign = `${file} ${touched} ${text}`;
  try {
    const { id = '', pid, host = '', place = '', started = '' } = JSON.parse(text) as Partial<Holder>;
    return pid === undefined ? null : { holder: { id, pid, host, place, started }, sign };
  } catch {
    // The file was truncated in a crash of a release without numbered locks, or it was read during a heartbeat.
    return { holder: { id: '', pid: 0, host: '?', place: '', started: '' }, sign };
  }
}
