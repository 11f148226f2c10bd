import type { Env } from '../base/env.ts';
import type { EngineOutbox } from './engineStorage.ts';
import { Preflight } from '../outbox/preflight.ts';
import { Sender, type SenderDeps } from '../outbox/sender.ts';
import { Sightings } from '../outbox/sightings.ts';
import { recover, takeFence } from '../outbox/store.ts';
import { sendTogether, TOGETHER_FROM } from '../outbox/together.ts';

export interface SendingDeps extends Omit<SenderDeps, 'store' | 'clock' | 'random' | 'fence' | 'admit'> {
  env: Pick<Env, 'clock' | 'random'>;
  outbox: EngineOutbox;
  /** Whether the server is known to be unreachable. */
  away: boolean;
}

/** The parts of the leader engine that send: sender, preflight check and receipts. */
export interface Sending {
  sender: Sender;
  preflight: Preflight;
  sightings: Sightings;
}

/** Maximum number of settled entries kept for the queue page. */
const KEEP_ENDED = 1000;

/** Takes over the outbox under a new fence (OB2), including entries that a previous sender left in flight. */
export async function beginSending({
  env,
  outbox,
  away,
  call,
  learn,
  togetherFrom = TOGETHER_FROM,
  ...rest
}: SendingDeps): Promise<Sending> {
  const { clock, random } = env;
  const fence = await takeFence(outbox);
  await recover(outbox, fence);
  await outbox.forgetEnded(KEEP_ENDED);
  void outbox.tidyCopies?.();
  const ended = async (limit: number) => (await outbox.ended?.(limit)) ?? [];
  const sightings = new Sightings({ store: outbox, clock, fence, ended });
  const preflight = new Preflight({ store: outbox, call, clock, fence });
  await Promise.all([sightings.start(), preflight.start()]);
  if (away) preflight.wentAway();
  const sender = new Sender({
    ...rest,
    store: outbox,
    clock,
    random,
    fence,
    call: sightings.sending(sendTogether(call, () => clock.now(), togetherFrom, outbox.declared)),
    togetherFrom,
    learn: async (entry, outcome, asked) => {
      await learn(entry, outcome, asked);
      if (outcome.kind === 'conflict') await sightings.conflictingRow(entry, outcome.currentVersion);
    },
    admit: signal => preflight.admit(signal),
  });
  return { sender, preflight, sightings };
}
