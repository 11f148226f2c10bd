import { constants, setPriority } from 'node:os';
import type { Answer, Question, ReaderLimits } from './api.ts';
import { RESOURCES } from '../../../contract/resources/all.ts';
import { createReaderJob } from './job.ts';
import { startWatch } from './watch.ts';

/**
 * Entry point of the process that reads imported files, which reader/process starts. It handles one request after
 * another.
 */

// Ctrl+C is handled by the API process, which then ends this process at the right moment.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

// The requests of all people have priority over one person's file.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const job = createReaderJob(RESOURCES);
const say = await startWatch(JSON.parse(process.argv[2] ?? '') as ReaderLimits);

async function answer({ call, args, seconds }: Question): Promise<Answer> {
  say(seconds);
  try {
    return { value: await (job[call] as (...given: readonly unknown[]) => Promise<unknown>)(...args) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    say(0);
  }
}

process.on('message', (question: Question) => {
  void answer(question).then(said => process.send?.(said));
});
