import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Number of milliseconds for which a check of the page's file stays valid. */
const LOOK_MILLIS = 500;

/** Returns the hashes of a page's inline scripts in the format of a content security policy. */
const hashesOf = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );

/** The console's page on disk, which a deployment may replace while the server runs. */
export class ConsolePage {
  readonly #file: string;
  #looked = -Infinity;
  #sign = '';
  #hashes: string[] = [];
  #former: string[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(clientDir: string) {
    this.#file = join(clientDir, 'index.html');
    this.#look();
  }

  /**
   * Inline scripts that the policy permits: those of the page, and those of the previous page, which some browsers may
   * still be loading.
   */
  get scripts(): readonly string[] {
    this.#look();
    return [...new Set([...this.#hashes, ...this.#former])];
  }

  /** Adds a listener that is called soon, and again whenever the page changes. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
    listener();
  }

  #look(): void {
    const now = performance.now();
    if (now - this.#looked < LOOK_MILLIS) return;
    this.#looked = now;
    try {
      const { mtimeMs, size, ino } = statSync(this.#file);
      const sign = `${mtimeMs} ${size} ${ino}`;
      if (sign === this.#sign) return;
      const hashes = hashesOf(readFileSync(this.#file, 'utf8'));
      this.#sign = sign;
      this.#former = this.#hashes;
      this.#hashes = hashes;
    } catch {
      // The page is being replaced, so the previous one is used until the new one exists.
      return;
    }
    for (const listener of this.#listeners) listener();
  }
}
