import type { Country } from '../../domain/country.ts';
import type { Channel, Env } from '../base/env.ts';
import type { Engine } from './engine.ts';
import { SESSION_CHANNEL, type SessionSignal, type StoredSession } from '../storage/sessionDb.ts';

export interface EnginePoolDeps {
  env: Env;
  createEngine: (userId: number) => Engine;
  loadSession: () => Promise<StoredSession | null>;
}

/**
 * Time in milliseconds after which sending resumes: a sign-in that never finishes, e.g. because its tab crashed, must
 * not stop it forever.
 */
const LEAVING_MOST = 20_000;

interface Seat {
  userId: number;
  entity: Country;
}

/** The engines of one context, one per person, and the tabs that use them. Tracks who is signed in (MR4). */
export class EnginePool {
  private readonly deps: EnginePoolDeps;
  private readonly engines = new Map<number, Engine>();
  private readonly seats = new Map<string, Seat>();
  private readonly channel: Channel<SessionSignal>;
  /** Cancels the time limit of each engine's latest pause. */
  private readonly limits = new Map<number, () => void>();

  constructor(deps: EnginePoolDeps) {
    this.deps = deps;
    this.channel = deps.env.openChannel<SessionSignal>(SESSION_CHANNEL, signal => void this.receive(signal));
  }

  /** Called when a tab joins, or switches to another person or entity. */
  attach(tabId: string, userId: number, entity: Country): Engine {
    this.seats.set(tabId, { userId, entity });
    const engine = this.engineOf(userId);
    this.sync();
    return engine;
  }

  /**
   * Called when a tab is closed. An engine without tabs is shut down, because another person's engine must not keep
   * running in the background.
   */
  detach(tabId: string): void {
    this.seats.delete(tabId);
    this.sync();
  }

  of(tabId: string): Engine | undefined {
    const seat = this.seats.get(tabId);
    return seat && this.engines.get(seat.userId);
  }

  async close(): Promise<void> {
    this.channel.close();
    await Promise.all([...this.engines.values()].map(engine => engine.close()));
    this.engines.clear();
  }

  private sync(): void {
    for (const [userId, engine] of this.engines) {
      const seats = [...this.seats.values()].filter(seat => seat.userId === userId);
      if (seats.length > 0) engine.setEntities(seats.map(({ entity }) => entity));
      else {
        this.engines.delete(userId);
        void engine.close();
      }
    }
  }

  private async receive(signal: SessionSignal): Promise<void> {
    if (signal.t === 'leaving') {
      const engine = this.engines.get(signal.userId);
      if (!engine) return;
      // An earlier attempt's limit must not end this pause.
      this.limits.get(signal.userId)?.();
      this.limits.set(
        signal.userId,
        this.deps.env.clock.after(LEAVING_MOST, () => engine.unpause()),
      );
      await engine.pause();
      return;
    }
    // The signals of two changes may arrive in either order, so the signed-in person is read from the store instead of
    // the signal.
    const stored = await this.deps.loadSession().catch(() => undefined);
    const now = stored === undefined ? signal.userId : (stored?.info.userId ?? null);
    for (const [userId, engine] of this.engines) {
      if (userId === now) {
        engine.unpause();
        if (stored) engine.sessionChanged(stored.info);
      } else {
        this.engines.delete(userId);
        void engine.close();
      }
    }
    // A busy tab may never notice that its person was briefly signed out: it stays registered and is served again.
    for (const { userId } of this.seats.values()) if (userId === now) this.engineOf(userId);
    this.sync();
  }

  private engineOf(userId: number): Engine {
    const engine = this.engines.get(userId) ?? this.deps.createEngine(userId);
    this.engines.set(userId, engine);
    return engine;
  }
}
