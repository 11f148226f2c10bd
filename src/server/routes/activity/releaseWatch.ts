import { releaseTime } from './release.ts';

/** Milliseconds between two checks, so that open streams soon learn of a deployment. */
const LOOK_EVERY = 3_000;

type Listener = (time: number) => void;

/**
 * Checks whether a different console build is being served, as long as there are listeners (VER-4). One check serves
 * all streams.
 */
export class ReleaseWatch {
  readonly #clientDir: string | undefined;
  /** Listeners, each with the value it was last called with. */
  readonly #listeners = new Map<Listener, number>();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(clientDir: string | undefined) {
    this.#clientDir = clientDir;
  }

  /**
   * Calls the listener with the served console's build time (epoch seconds), soon and whenever it changes.
   * @returns an unsubscribe function
   */
  listen(listener: Listener): () => void {
    this.#listeners.set(listener, 0);
    void this.#look();
    if (this.#clientDir) this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0 || !this.#timer) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  async #look(): Promise<void> {
    const time = await releaseTime(this.#clientDir);
    // If it is 0, no console is served, or its folder is just being replaced.
    if (time === 0) return;
    for (const [listener, known] of this.#listeners) {
      if (known === time) continue;
      this.#listeners.set(listener, time);
      listener(time);
    }
  }
}
