import { expose } from 'comlink';
import { browserEnv } from '../../sync/storage/browserEnv.ts';
import { broughtTo, NOTHING_BROUGHT } from '../../sync/imports/brought.ts';
import { withImports } from '../../sync/imports/db.ts';
import { importsName } from '../../sync/storage/databaseNames.ts';
import { isThere } from '../../sync/storage/lockedDb.ts';
import { openMirror } from '../../sync/mirror/db.ts';
import { DexieOutbox } from '../../sync/outbox/dexieStore.ts';
import { readPending } from '../../sync/query/readPending.ts';
import { createExcelHost } from './host.ts';
import { importMirror } from './mirror.ts';
import { blobPlatform, deflateRaw } from './platform.ts';

/** Entry point of the Excel worker: wiring only. Each open import has its own worker; canceling terminates it. */

const env = browserEnv();

expose(
  createExcelHost({
    now: () => performance.now(),
    platformOf: blobPlatform,
    loadGeneral: () => import('xlsx'),
    loadCodePages: () => import('xlsx/dist/cpexcel.full.mjs'),
    deflate: deflateRaw,
    mirrorOf: userId =>
      importMirror(
        () => openMirror(userId, env.owns),
        (entity, collections) => {
          const outbox = new DexieOutbox(userId, 'relaxed', null);
          return readPending(outbox, entity, collections).finally(() => outbox.close());
        },
        async (entity, collection) =>
          (await isThere(importsName(userId)))
            ? withImports(userId, imports => broughtTo(imports.queue, entity, collection))
            : NOTHING_BROUGHT,
      ),
  }),
);
