/**
 * One process of a browser: a tab or a worker. It can die or freeze between any two awaits. After its death nothing that
 * it waits for ever comes back; while it is frozen everything waits and goes on when it thaws.
 */
export class Life {
  state: 'alive' | 'frozen' | 'dead' = 'alive';
  /** The clock's time when it last thawed: in that instant it may still do what it had started. */
  thawedAt = -1;
  private left = Infinity;
  private fate: 'die' | 'freeze' = 'die';
  private waiting: (() => void)[] = [];
  private readonly endings: (() => void)[] = [];

  /** Dies or freezes at the given await from now; 0 is the next one. */
  plan(fate: 'die' | 'freeze', steps: number): void {
    this.fate = fate;
    this.left = steps;
  }

  /** Also what has come about since it died ends. */
  onDeath(ending: () => void): void {
    if (this.state === 'dead') ending();
    else this.endings.push(ending);
  }

  die(): void {
    if (this.state === 'dead') return;
    this.state = 'dead';
    this.waiting = [];
    for (const ending of this.endings.splice(0)) ending();
  }

  freeze(): void {
    if (this.state === 'alive') this.state = 'frozen';
  }

  thaw(now: number): void {
    if (this.state !== 'frozen') return;
    this.state = 'alive';
    this.thawedAt = now;
    this.left = Infinity;
    for (const task of this.waiting.splice(0)) task();
  }

  /** One await: resolves, or not yet, or never. */
  step(): Promise<void> {
    if (this.state === 'alive') {
      this.left -= 1;
      if (this.left < 0) {
        this.left = Infinity;
        if (this.fate === 'die') this.die();
        else this.freeze();
      }
    }
    if (this.state === 'dead') return new Promise(() => undefined);
    if (this.state === 'frozen') return new Promise(resolve => this.waiting.push(resolve));
    return Promise.resolve();
  }

  /** One await, then something that others can see; the process may have died in between. */
  async act<T>(deed: () => Promise<T>): Promise<T> {
    await this.step();
    return this.deliver(this.state === 'dead' ? new Promise<T>(() => undefined) : deed());
  }

  /** A task of its event loop. */
  run(task: () => void): void {
    if (this.state === 'alive') task();
    else if (this.state === 'frozen') this.waiting.push(task);
  }

  /** What comes back from outside, as the process learns of it. */
  async deliver<T>(promise: Promise<T>): Promise<T> {
    try {
      const value = await promise;
      await this.step();
      return value;
    } catch (error) {
      await this.step();
      throw error;
    }
  }
}
