import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Console } from './console.ts';

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  /** Time during which the thread itself was running, in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/**
 * Duration in milliseconds of the longest task on the page's main thread during `work`; `cpu` is the longest by the
 * thread's own CPU time, which is not affected by other load on the machine.
 */
export async function longestTask(
  { context, page }: Console,
  work: () => Promise<void>,
): Promise<{ wall: number; cpu: number }> {
  const browser = context.browser();
  if (!browser) throw new Error('This browser cannot be traced.');
  const folder = mkdtempSync(join(tmpdir(), 'ops-trace-'));
  const path = join(folder, 'trace.json');
  try {
    // A navigation within `work` reloads the page, so the trace also covers work on a loaded page.
    await browser.startTracing(page, { path, categories: ['toplevel', 'devtools.timeline'] });
    await work();
    await browser.stopTracing();
    const { traceEvents } = JSON.parse(readFileSync(path, 'utf8')) as { traceEvents: TraceEvent[] };
    const threads = new Set(
      traceEvents
        .filter(event => event.name === 'thread_name' && event.args.name === 'CrRendererMain')
        .map(event => `${event.pid}/${event.tid}`),
    );
    const tasks = traceEvents.filter(
      event => event.ph === 'X' && event.name.endsWith('RunTask') && threads.has(`${event.pid}/${event.tid}`),
    );
    const most = (of: (event: TraceEvent) => number | undefined): number =>
      tasks.reduce((longest, event) => Math.max(longest, (of(event) ?? 0) / 1000), 0);
    return { wall: most(event => event.dur), cpu: most(event => event.tdur) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
