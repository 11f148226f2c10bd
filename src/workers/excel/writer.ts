import { importById } from '../../contract/imports/registry.ts';
import { templateOf } from '../../domain/import/template.ts';
import { browserEnv } from '../../sync/storage/browserEnv.ts';
import type { WriterAnswer, WriterJob } from '../../sync/excelClient/writerApi.ts';
import { openMirror } from '../../sync/mirror/db.ts';
import { cachedExport } from './cachedExport.ts';
import { openWorkbook } from '../../domain/sheet/openWorkbook.ts';
import { checkFile } from './checkFile.ts';
import { blobPlatform, deflateRaw } from './platform.ts';
import { readPlaces } from '../../sync/query/places.ts';
import { bookOf } from '../../sync/query/serviceChecks.ts';
import { quoteFile } from './quoteFile.ts';
import { tableWorkbook } from './tableWorkbook.ts';
import { workbookBlob } from './workbookBlob.ts';

/**
 * Entry point of the worker that writes workbooks: wiring only. It receives one job and sends one result; then its
 * owner terminates it.
 */

const env = browserEnv();
const post = (answer: WriterAnswer): void => postMessage(answer);

async function run(job: WriterJob): Promise<WriterAnswer> {
  if (job.job === 'table') {
    return { answer: 'table', blob: await tableWorkbook(job.name, job.rows, deflateRaw) };
  }
  if (job.job === 'template') {
    const declaration = importById(job.importId);
    if (!declaration) throw new Error(`the import ${job.importId} is not known`);
    return { answer: 'table', blob: await workbookBlob(templateOf(declaration), deflateRaw) };
  }
  const open = (file: File) =>
    openWorkbook({
      platform: blobPlatform(file),
      fileName: file.name,
      loadGeneral: () => import('xlsx'),
      loadCodePages: () => import('xlsx/dist/cpexcel.full.mjs'),
    });
  if (job.job === 'quote') {
    const db = await openMirror(job.userId, env.owns);
    const places = await readPlaces(db, job.entity, async () => undefined);
    const book = places && (await bookOf(job.entity, places));
    const workbook = await quoteFile(job, {
      open,
      deflate: deflateRaw,
      onProgress: share => post({ answer: 'progress', share }),
      chainOf: id => places?.path(id)?.map(({ locationId }) => locationId) ?? null,
      places: places &&
        book && {
          match: text => book.match(text),
          namesOf: id => (places.path(id) ?? []).map(({ name }) => name),
        },
    });
    return { answer: 'quoted', workbook };
  }
  if (job.job === 'check') {
    const workbook = await checkFile(job, {
      db: await openMirror(job.userId, env.owns),
      open,
      deflate: deflateRaw,
      onProgress: share => post({ answer: 'progress', share }),
    });
    return { answer: 'checked', workbook };
  }
  const workbook = await cachedExport(job, {
    db: await openMirror(job.userId, env.owns),
    deflate: deflateRaw,
    now: env.clock.now,
    onProgress: share => post({ answer: 'progress', share }),
  });
  return { answer: 'cached', workbook };
}

addEventListener('message', (event: MessageEvent<WriterJob>) => {
  post({ answer: 'started' });
  run(event.data).then(post, (error: unknown) => post({ answer: 'failed', message: String(error) }));
});
