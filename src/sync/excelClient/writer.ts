import type { Cell } from '../../domain/sheet/workbookXml.ts';
import type { CachedJob, CachedWorkbook, WriterAnswer, WriterJob } from './writerApi.ts';

/** The writer of a small table that has not answered by then is given up, in milliseconds. */
const TABLE_MOST = 30_000;

/** Has a worker of its own do a job; the worker ends with it, or at once when it is no longer wanted. */
function write(
  job: WriterJob,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Exclude<WriterAnswer, { answer: 'progress' | 'failed' }>> {
  const worker = new Worker(new URL('../../workers/excel/writer.ts', import.meta.url), { type: 'module' });
  return new Promise<Exclude<WriterAnswer, { answer: 'progress' | 'failed' }>>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<WriterAnswer>) => {
      if (data.answer === 'progress') onProgress(data.share);
      else if (data.answer === 'failed') reject(new Error(data.message));
      else resolve(data);
    });
    worker.addEventListener('error', () => reject(new Error('The workbook could not be written.')));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(job);
  }).finally(() => worker.terminate());
}

/**
 * Writes a table as an .xlsx workbook.
 *
 * @throws where the worker cannot be started, or the table cannot be written
 */
export async function writeTable(name: string, rows: readonly (readonly Cell[])[]): Promise<Blob> {
  const answer = await write({ job: 'table', name, rows }, AbortSignal.timeout(TABLE_MOST), () => undefined);
  if (answer.answer !== 'table') throw new Error('The writer answered another job.');
  return answer.blob;
}

/**
 * Writes an import's template, as the server does; for when that cannot be reached.
 *
 * @throws where the worker cannot be started, or does not know the import
 */
export async function writeTemplate(importId: string): Promise<Blob> {
  const answer = await write({ job: 'template', importId }, AbortSignal.timeout(TABLE_MOST), () => undefined);
  if (answer.answer !== 'table') throw new Error('The writer answered another job.');
  return answer.blob;
}

/**
 * Writes a cached channel's filtered records as an .xlsx workbook.
 *
 * @returns null where the channel is not held whole
 * @throws when it is cancelled, the worker cannot be started, or the mirror cannot be read
 */
export async function writeCached(
  job: Omit<CachedJob, 'job'>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<CachedWorkbook | null> {
  const answer = await write({ ...job, job: 'held' }, signal, onProgress);
  return answer.answer === 'held' ? answer.workbook : null;
}
