/**
 * A browser process: a tab or a worker. It can die or freeze at any await. Once it is dead, nothing that it awaits ever
 * resolves; while it is frozen, everything is delayed until it thaws.
 */
export class Life {
  state: 'alive' | 'frozen' | 'dead' = 'alive';
  /** Time of the last thaw: at that instant, the process may still finish what it had started. */
  thawedAt = -1;
  private left = Infinity;
  private fate: 'die' | 'freeze' = 'die';
  private waiting: (() => void)[] = [];
  private readonly endings: (() => void)[] = [];

  /** Schedules a death or freeze after a number of awaits; 0 is the next one. */
  plan(fate: 'die' | 'freeze', steps: number): void {
    this.fate = fate;
    this.left = steps;
  }

  /** Registers a function to call when the process dies; if it is already dead, calls the function immediately. */
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

  /** Passes an await: resolves now, later, or never. */
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

  /** Passes an await, and then has an effect that others can observe; the process may die in between. */
  async act<T>(deed: () => Promise<T>): Promise<T> {
    await this.step();
    return this.deliver(this.state === 'dead' ? new Promise<T>(() => undefined) : deed());
  }

  /** Runs a task in its event loop. */
  run(task: () => void): void {
    if (this.state === 'alive') task();
    else if (this.state === 'frozen') this.waiting.push(task);
  }

  /** A result from outside, at the time when the process learns of it. */
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
