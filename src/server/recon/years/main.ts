import { constants, setPriority } from 'node:os';
import type * as Duck from '@duckdb/node-api';
import { startWatch } from '../../imports/reader/watch.ts';
import type { DuckAnswer, DuckStart } from './api.ts';
import { sumFiles, writeParquet } from './duck.ts';

/** Entry point of the DuckDB process, which years/process starts. It handles one request. */

// The API process handles Ctrl+C and ends this process when it is time.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

// The requests of all people have priority over one person's report.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function answer(start: DuckStart): Promise<DuckAnswer> {
  let duck: typeof Duck;
  try {
    duck = (await import(start.module)) as typeof Duck;
  } catch (error) {
    return { missing: words(error) };
  }
  try {
    const { question } = start;
    if (question.ask === 'version') return { value: duck.version() };
    if (question.ask === 'write') return { value: await writeParquet(duck, start, question) };
    return { value: await sumFiles(duck, start, question.files, question.query) };
  } catch (error) {
    return { error: words(error), outOfMemory: words(error).startsWith('Out of Memory') };
  }
}

process.once('message', (start: DuckStart) => {
  void startWatch({ ...start, processorSecondsPerMegabyte: 0 })
    .then(say => {
      say(start.processorSeconds);
      return answer(start);
    })
    .then(said => process.send?.(said, () => process.exit()));
});
