import type { Channel, Env } from '../../../src/sync/base/env.ts';
import type { Owns } from '../../../src/sync/base/owner.ts';
import { FakeClock, FakeLocks, seeded } from '../../../src/sync/testing/fakeEnv.ts';
import type { Life } from './life.ts';

interface Peer {
  life: Life;
  receive: (message: unknown) => void;
}

/** The environment shared by a browser profile's processes: locks, channels, and the machine's clock. */
export class Profile {
  readonly clock = new FakeClock();
  readonly locks = new FakeLocks();
  private readonly channels = new Map<string, Set<Peer>>();
  /** Whether the stored session belongs to this person. */
  owns: Owns = async () => true;
  private ids = 0;

  /** The environment of a process. */
  env(life: Life): Env {
    life.onDeath(() => {
      this.locks.drop(life);
      for (const peers of this.channels.values()) for (const peer of peers) if (peer.life === life) peers.delete(peer);
    });
    const { clock, locks } = this;
    return {
      clock: {
        now: () => clock.now(),
        ticks: () => clock.ticks(),
        after: (millis, run) => clock.after(millis, () => life.run(run)),
      },
      random: seeded((this.ids += 1)),
      uuid: () => `id${(this.ids += 1)}`,
      locks: {
        // A frozen process can still be granted a lock, but learns of that only when it thaws.
        request: (name, options, run) =>
          life.deliver(locks.request(name, options, held => life.step().then(() => run(held)), life)),
      },
      openChannel: (name, receive) => this.openChannel(life, name, receive),
      owns: userId => life.deliver(this.owns(userId)),
    };
  }

  private openChannel<M>(life: Life, name: string, receive: (message: M) => void): Channel<M> {
    const peers = this.channels.get(name) ?? new Set();
    this.channels.set(name, peers);
    const own: Peer = { life, receive: receive as Peer['receive'] };
    peers.add(own);
    return {
      post: message => {
        if (life.state === 'dead') return;
        for (const peer of peers) {
          if (peer !== own) queueMicrotask(() => peers.has(peer) && peer.life.run(() => peer.receive(message)));
        }
      },
      close: () => peers.delete(own),
    };
  }
}
