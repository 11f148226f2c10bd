import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who has a data folder, as its lock file says. */
export interface Holder {
  /** Made once for each lock. */
  id: string;
  pid: number;
  host: string;
  /** Boot of the machine and process namespace in which `pid` means something; empty if it cannot be known. */
  place: string;
  /** Kernel's start time of the process: distinguishes a reused process id from the holder. Empty where it cannot be known. */
  started: string;
}

/** A lock file as it was found: its holder, and a text that is another one after each heartbeat. */
export interface Found {
  holder: Holder;
  sign: string;
}

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

/** This process as a holder. */
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
 * Whether a holder is alive, as far as that can be proven: only a process of this host, boot and process namespace can be looked
 * up by its id. Of any other one nothing is known but whether its heartbeat moves.
 */
export function stateOf(holder: Holder): 'running' | 'gone' | 'unknown' {
  const place = placeOf();
  if (place === '' || holder.place !== place || holder.host !== hostname()) return 'unknown';
  return isRunning(holder.pid) && startOf(holder.pid) === holder.started ? 'running' : 'gone';
}

/**
 * What a lock file says; null when the lock was given back or is gone. The sign has the counter, which moves without any clock, and
 * the file's time, which alone moves in releases before the counter; it is compared for being the same, never with a clock.
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
    // Cut short by a crash of a release before the numbered locks, or read in the middle of a heartbeat.
    return { holder: { id: '', pid: 0, host: '?', place: '', started: '' }, sign };
  }
}
