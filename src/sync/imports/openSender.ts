import type { Env } from '../base/env.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { isThere } from '../storage/lockedDb.ts';
import { ImportCopies } from './copies.ts';
import { importsName } from '../storage/databaseNames.ts';

/** What the import sender needs from the leader engine. */
export interface ImportSenderDeps {
  env: Env;
  userId: number;
  call: Transport['call'];
  project: () => string | null;
  /** Called with the outcome of each upload request, as the engine is for its own calls. */
  onOutcome: (outcome: Outcome) => void;
  /** Called when an import was applied or refused, because writes may have waited for it. */
  onEnded: () => void;
}

/** The import sender's interface for the engine. */
export interface ImportSenderHandle {
  /**
   * Checks for pending imports: one may have been queued, the network may be back, or the person may have signed in.
   */
  poke(): void;
  /** Resolves when nothing is being sent. */
  close(): Promise<void>;
}

/** A running sender; `over` resolves when it has stopped, including when its database was closed or failed. */
export interface RunningSender extends ImportSenderHandle {
  over: Promise<void>;
}
export type OpenImportSender = (deps: ImportSenderDeps) => ImportSenderHandle;

/** Delay in milliseconds, which leaves the network and the CPU to the first list. */
const LATER = 1500;

async function load(deps: ImportSenderDeps, isClosed: () => boolean): Promise<RunningSender | null> {
  // Most people have no imports, so neither code nor database is loaded for them.
  if (!(await isThere(importsName(deps.userId))) && !(await new ImportCopies(deps.userId).any())) return null;
  const { startImportSender } = await import('./sender.ts');
  return isClosed() ? null : startImportSender(deps);
}

/** Loads and opens the sender some time after the engine has become the leader, or once the person has an import. */
export const openImportSender: OpenImportSender = deps => {
  let closed = false;
  let opening: Promise<RunningSender | null> | null = null;
  const open = (): Promise<RunningSender | null> => {
    opening ??= load(deps, () => closed).catch(() => null);
    // There is nothing to send yet, or the code could not be loaded; the next signal about imports triggers another
    // attempt.
    return opening.then(sender => {
      if (!sender) opening = null;
      else
        void sender.over.then(() => {
          opening = null;
        });
      return sender;
    });
  };
  const poke = (): void => {
    if (!closed) void open().then(sender => sender?.poke());
  };
  const cancel = deps.env.clock.after(LATER, poke);
  return {
    poke,
    async close() {
      closed = true;
      cancel();
      await (await opening)?.close();
    },
  };
};
