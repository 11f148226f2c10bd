import { platformFetch } from '../network/transport.ts';
import { createUploads } from '../network/transportUploads.ts';
import { ImportsDb } from './db.ts';
import { tidyImportCopies } from './restore.ts';
import type { ImportSenderDeps, RunningSender } from './openSender.ts';
import { ImportRunner } from './runner.ts';

/** Sends the person's imports until the returned handle is closed. */
export function startImportSender(deps: ImportSenderDeps): RunningSender {
  const { env, userId, call, project, onOutcome, onEnded } = deps;
  const db = new ImportsDb(userId, env.owns);
  const runner = new ImportRunner({
    db,
    env,
    userId,
    transport: { call },
    upload: createUploads({ fetch: platformFetch, origin: location.origin, person: userId, project }),
    onOutcome,
    onEnded,
  });
  void tidyImportCopies(db);
  const over = runner.run().finally(() => db.close());
  return {
    over,
    poke: () => runner.poke(),
    async close() {
      runner.close();
      await over;
    },
  };
}
