import { readFileSync } from 'node:fs';

/**
 * Resident memory of a process and its child processes in MB, read from /proc; 0 for a process that has just exited.
 */
export function residentMb(pid: number): number {
  const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.reduce((sum, child) => sum + residentOrNone(child), own);
}

/** 0 if the process has exited meanwhile. */
function residentOrNone(pid: number): number {
  try {
    return residentMb(pid);
  } catch {
    return 0;
  }
}

/** Peak resident memory while `work` runs, minus the level before. */
export async function peakAbove<T>(
  pid: number,
  idle: number,
  work: () => Promise<T>,
): Promise<{ result: T; mb: number }> {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 50);
  try {
    return { result: await work(), mb: Math.max(0, peak - idle) };
  } finally {
    clearInterval(timer);
  }
}
