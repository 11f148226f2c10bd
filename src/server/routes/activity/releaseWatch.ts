import { releaseTime } from './release.ts';

/** Open streams are notified of a deployment within this time, milliseconds. */
const LOOK_EVERY = 3_000;

type Listener = (time: number) => void;

/** Looks, for as long as somebody listens, whether another console is served (VER-4): one look for all streams. */
export class ReleaseWatch {
  readonly #clientDir: string | undefined;
  /** Listeners, each with the value of its last call. */
  readonly #listeners = new Map<Listener, number>();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(clientDir: string | undefined) {
    this.#clientDir = clientDir;
  }

  /** Called with the served console's build time (epoch seconds) soon and whenever it becomes another; returns the end of that. */
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
    // 0: no console is served, or its folder is being replaced this very moment.
    if (time === 0) return;
    for (const [listener, known] of this.#listeners) {
      if (known === time) continue;
      this.#listeners.set(listener, time);
      listener(time);
    }
  }
}
