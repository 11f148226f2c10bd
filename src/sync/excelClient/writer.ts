import type { Cell } from '../../domain/sheet/workbookXml.ts';
import { systemClock } from '../base/browser.ts';
import type { Clock } from '../base/env.ts';
import { endWithPage } from '../storage/pageLeaves.ts';
import type {
  CachedJob,
  CachedWorkbook,
  CheckedWorkbook,
  CheckFileJob,
  WriterAnswer,
  WriterJob,
  QuotedWorkbook,
  QuoteFileJob,
} from './writerApi.ts';

/** Timeout in milliseconds for writing a small table. */
const TABLE_MOST = 30_000;

/**
 * Timeout in milliseconds for loading the worker's code: if the service worker has not cached it yet, it comes from the
 * server, which may never respond.
 */
const START_MOST = 20_000;

/**
 * Maximum time in milliseconds between two progress signals of a running worker, which may read a whole channel in
 * between.
 */
const SILENCE_MOST = 60_000;

const NOT_LOADED = 'The code that writes workbooks could not be loaded.';

/** The part of Worker used for writing; tests pass their own. */
export interface WriterWorker {
  post: (job: WriterJob) => void;
  listen: (onAnswer: (answer: WriterAnswer) => void, onError: () => void) => void;
  end: () => void;
}

export interface WriterDeps {
  start: () => WriterWorker;
  clock: Clock;
}

type Written = Exclude<WriterAnswer, { answer: 'started' | 'progress' | 'failed' }>;

function startWriter(): WriterWorker {
  const worker = new Worker(new URL('../../workers/excel/writer.ts', import.meta.url), { type: 'module' });
  endWithPage(worker);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    post: job => worker.postMessage(job),
    listen: (onAnswer, onError) => {
      worker.addEventListener('message', ({ data }: MessageEvent<WriterAnswer>) => onAnswer(data));
      worker.addEventListener('error', onError);
    },
    end: () => worker.terminate(),
  };
}

/**
 * Runs a job in a separate worker, which is terminated when the job ends or is canceled.
 * @throws if the job is canceled, fails, cannot be loaded, or reports no progress for too long
 */
export function writeWith(
  { start, clock }: WriterDeps,
  job: WriterJob,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Written> {
  const worker = start();
  let cancelTimer = (): void => undefined;
  let cancel = (): void => undefined;
  return new Promise<Written>((resolve, reject) => {
    const within = (millis: number, message: string): void => {
      cancelTimer();
      cancelTimer = clock.after(millis, () => reject(new Error(message)));
    };
    let started = false;
    cancel = () => reject(signal.reason as Error);
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    within(START_MOST, NOT_LOADED);
    worker.listen(
      answer => {
        started = true;
        within(SILENCE_MOST, 'The workbook was not written: its writer stopped.');
        if (answer.answer === 'progress') onProgress(answer.share);
        else if (answer.answer === 'failed') reject(new Error(answer.message));
        else if (answer.answer !== 'started') resolve(answer);
      },
      () => reject(new Error(started ? 'The workbook could not be written.' : NOT_LOADED)),
    );
    worker.post(job);
  }).finally(() => {
    cancelTimer();
    signal.removeEventListener('abort', cancel);
    worker.end();
  });
}

const write = (job: WriterJob, signal: AbortSignal, onProgress: (share: number) => void): Promise<Written> =>
  writeWith({ start: startWriter, clock: systemClock }, job, signal, onProgress);

/**
 * Writes a table as an .xlsx workbook.
 *
 * @throws if the signal aborts it, the worker cannot be started, or the table cannot be written
 */
export async function writeTable(
  name: string,
  rows: readonly (readonly Cell[])[],
  signal?: AbortSignal,
): Promise<Blob> {
  const ending = AbortSignal.any([AbortSignal.timeout(TABLE_MOST), ...(signal ? [signal] : [])]);
  const answer = await write({ job: 'table', name, rows }, ending, () => undefined);
  if (answer.answer !== 'table') throw new Error('The writer answered another job.');
  return answer.blob;
}

/**
 * Writes an import's template as the server would, for use while the server is unreachable.
 * @throws if the worker cannot be started, or does not know the import
 */
export async function writeTemplate(importId: string): Promise<Blob> {
  const answer = await write({ job: 'template', importId }, AbortSignal.timeout(TABLE_MOST), () => undefined);
  if (answer.answer !== 'table') throw new Error('The writer answered another job.');
  return answer.blob;
}

/**
 * Writes a cached channel's filtered records as an .xlsx workbook.
 *
 * @returns null if the channel is not completely cached
 * @throws if it is canceled, the worker cannot be started, or the mirror cannot be read
 */
export async function writeCached(
  job: Omit<CachedJob, 'job'>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<CachedWorkbook | null> {
  const answer = await write({ ...job, job: 'cached' }, signal, onProgress);
  return answer.answer === 'cached' ? answer.workbook : null;
}

/**
 * Checks a file of addresses against cached channels; the result is a workbook, or a message that explains why there is
 * none.
 * @throws if it is canceled, the worker cannot be started, or the mirror cannot be read
 */
export async function checkAddressFile(
  job: Omit<CheckFileJob, 'job'>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<CheckedWorkbook | { problem: string }> {
  const answer = await write({ ...job, job: 'check' }, signal, onProgress);
  if (answer.answer !== 'checked') throw new Error('The writer answered another job.');
  return answer.workbook;
}

/**
 * Quotes a file of parcels using a rate table version; the result is a workbook, or a message that explains why there
 * is none.
 * @throws if it is canceled, or the worker cannot be started
 */
export async function quoteParcelFile(
  job: Omit<QuoteFileJob, 'job'>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<QuotedWorkbook | { problem: string }> {
  const answer = await write({ ...job, job: 'quote' }, signal, onProgress);
  if (answer.answer !== 'quoted') throw new Error('The writer answered another job.');
  return answer.workbook;
}
