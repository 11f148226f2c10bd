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

/** A browser profile on disk that outlives the browser's process, however that ends. */
export class BrowserProfile {
  readonly folder = mkdtempSync(join(tmpdir(), 'ops-profile-'));
  #cookies: Cookies = [];

  constructor(
    readonly baseURL: string,
    readonly args: readonly string[] = [],
  ) {}

  /** Starts the browser on it, signed in as before. */
  async open(): Promise<BrowserContext> {
    const executablePath = process.env['PLAYWRIGHT_CHROMIUM'];
    const context = await chromium.launchPersistentContext(this.folder, {
      args: [...CHROMIUM_ARGS, ...this.args],
      baseURL: this.baseURL,
      viewport: { width: 1280, height: 800 },
      ...(executablePath ? { executablePath } : {}),
    });
    // Cookies reach the disk only now and then; killing is about everything else.
    await context.addCookies(this.#cookies);
    return context;
  }

  /** Notes the cookies that the next start has. */
  async keepCookies(context: BrowserContext): Promise<void> {
    this.#cookies = await context.cookies();
  }

  /** Process of the browser; the lock is a link named by host and process. */
  get pid(): number {
    return Number(/-(\d+)$/.exec(readlinkSync(join(this.folder, 'SingletonLock')))?.[1]);
  }

  /** Kills the browser, as a crash or a power cut does: nothing of it gets to say goodbye. */
  async kill(context: BrowserContext): Promise<void> {
    const gone = new Promise(resolve => context.once('close', resolve));
    const { pid } = this;
    process.kill(pid, 'SIGKILL');
    await gone;
    // Two browsers on one profile would ruin it: the next one starts when this one is no more.
    for (let i = 0; i < 200 && isAlive(pid); i++) await new Promise(resolve => setTimeout(resolve, 50));
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
      rmSync(join(this.folder, name), { force: true });
  }

  /** Takes the profile away; one that a failed test has to be understood by stays, and its folder is printed. */
  remove(keep = false): void {
    if (keep) return console.log(`The browser's profile is kept in ${this.folder}`);
    try {
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    } catch {
      // Processes of a killed browser are still writing their last; what is left is the system's to tidy.
    }
  }
}
