import { expose } from 'comlink';
import { browserEnv } from '../../sync/storage/browserEnv.ts';
import { openMirror } from '../../sync/mirror/db.ts';
import { createExcelHost } from './host.ts';
import { importMirror } from './mirror.ts';
import { blobPlatform, deflateRaw } from './platform.ts';

/** Entry of the Excel worker: wiring only. One worker serves one open import; canceling ends it. */

const env = browserEnv();

expose(
  createExcelHost({
    now: () => performance.now(),
    platformOf: blobPlatform,
    loadGeneral: () => import('xlsx'),
    loadCodePages: () => import('xlsx/dist/cpexcel.full.mjs'),
    deflate: deflateRaw,
    mirrorOf: userId => importMirror(() => openMirror(userId, env.owns)),
  }),
);
