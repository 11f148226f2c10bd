import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright/test';
import { CHROMIUM_ARGS } from '../../scripts/chromium.mjs';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A browser profile on disk that outlives the browser's process, however that process ends. */
export class BrowserProfile {
  readonly folder = mkdtempSync(join(tmpdir(), 'ops-profile-'));
  #cookies: Cookies = [];

  constructor(
    readonly baseURL: string,
    readonly args: readonly string[] = [],
  ) {}

  /** Starts the browser with this profile, in which the person is still signed in. */
  async open(): Promise<BrowserContext> {
    const executablePath = process.env['PLAYWRIGHT_CHROMIUM'];
    const context = await chromium.launchPersistentContext(this.folder, {
      args: [...CHROMIUM_ARGS, ...this.args],
      baseURL: this.baseURL,
      viewport: { width: 1280, height: 800 },
      ...(executablePath ? { executablePath } : {}),
    });
    // Cookies are written to disk only occasionally, but the kills are meant to test everything else.
    await context.addCookies(this.#cookies);
    return context;
  }

  /** Saves the cookies for the next start. */
  async keepCookies(context: BrowserContext): Promise<void> {
    this.#cookies = await context.cookies();
  }

  /**
   * The id of the browser's process, read from the profile's lock: a symbolic link whose target contains host and
   * process.
   */
  get pid(): number {
    return Number(/-(\d+)$/.exec(readlinkSync(join(this.folder, 'SingletonLock')))?.[1]);
  }

  /** Kills the browser without running any shutdown code, as in a crash or a power cut. */
  async kill(context: BrowserContext): Promise<void> {
    const gone = new Promise(resolve => context.once('close', resolve));
    const { pid } = this;
    process.kill(pid, 'SIGKILL');
    await gone;
    // Two browsers would corrupt the profile, so the next one starts only once this one is gone.
    for (let i = 0; i < 200 && isAlive(pid); i++) await new Promise(resolve => setTimeout(resolve, 50));
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
      rmSync(join(this.folder, name), { force: true });
  }

  /** Removes the profile or, if the test failed, keeps it for analysis and prints its folder. */
  remove(keep = false): void {
    if (keep) return console.log(`The browser's profile is kept in ${this.folder}`);
    try {
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    } catch {
      // Processes of a killed browser may still be writing; the system cleans up whatever is left.
    }
  }
}
