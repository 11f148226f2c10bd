/** Time in milliseconds after which a silent visible tab is considered crashed or hung (TRK-5). */
export const CRASH_TIMEOUT = 5000;
/** Interval between pings of visible tabs, in milliseconds. */
export const PING_EVERY = 1000;
/** If a ping is this late, the machine was suspended or the worker itself was blocked, so no tab is to blame. */
const SLEPT = 3 * PING_EVERY;
/** Time in milliseconds after which a reported tab is forgotten, because it will not come back. */
const FORGET = 60_000;

interface Watched {
  seenAt: number;
  visible: boolean;
  reported: boolean;
}

/** Crash monitor: detects unresponsive tabs by their silence, and reports each only once until it responds again. */
export class CrashWatch {
  private readonly tabs = new Map<string, Watched>();
  private lastTick: number | null = null;

  seen(tabId: string, visible: boolean, now: number): void {
    this.tabs.set(tabId, { seenAt: now, visible, reported: false });
  }

  gone(tabId: string): void {
    this.tabs.delete(tabId);
  }

  /** Whether any tab is expected to respond; without visible tabs, nothing is pinged. */
  get needed(): boolean {
    return [...this.tabs.values()].some(tab => tab.visible);
  }

  /** The tabs that have just timed out. */
  tick(now: number): string[] {
    const slept = this.lastTick !== null && (now - this.lastTick > SLEPT || now < this.lastTick);
    this.lastTick = now;
    const crashed: string[] = [];
    for (const [tabId, tab] of this.tabs) {
      if (slept) tab.seenAt = now;
      const silent = now - tab.seenAt;
      if (!tab.visible || silent < CRASH_TIMEOUT) continue;
      if (!tab.reported) crashed.push(tabId);
      tab.reported = true;
      if (silent > FORGET) this.tabs.delete(tabId);
    }
    return crashed;
  }
}
