import { CONTRACT_VERSION } from '../../src/contract/call.ts';
import { applyEvent, enqueue, replaceStuck } from '../../src/sync/outbox/store.ts';
import { idOfKey, isPaused, isOpen, type StoredEntry } from '../../src/sync/outbox/entry.ts';
import type { EntryEvent } from '../../src/sync/outbox/reducer.ts';
import { updateBy } from '../../src/contract/resource.ts';
import type { NewWrite } from '../../src/sync/types.ts';
import { settle, type FakeClock } from '../../src/sync/testing/fakeEnv.ts';
import { declaredWith, LOCATIONS, shapeRow, type Shape, type ShapeRow } from '../../src/sync/testing/shape.ts';
import { Browser, type Build, type Sabotage, type Tab } from './browser/browser.ts';
import type { Backend, Issued } from './browser/backend.ts';
import type { Loss } from './browser/durableDevice.ts';
import { MemoryDevice, type DeviceOutbox } from './browser/memory.ts';
import { WaitPromises } from './waitPromises.ts';
import {
  lifeFaults,
  newlyKnown,
  numberFaults,
  orderFaults,
  overwriteFaults,
  unnumberedOf,
  type Known,
} from './promises.ts';
import { viewFaults, type Page } from './view.ts';

export const BUILDS: readonly Build[] = [
  { name: 'old', contract: CONTRACT_VERSION - 1 },
  { name: 'new', contract: CONTRACT_VERSION },
];
export const PEOPLE = [1, 2];
const NEWEST = BUILDS.at(-1) as Build;

/** A browser, its people and a server, in which a history takes place, and the records needed to check the promises. */
export class World {
  readonly device: MemoryDevice;
  readonly browser: Browser;
  readonly backend: Backend;
  readonly clock: FakeClock;
  /** Descriptions of broken promises. */
  readonly broken = new Set<string>();
  /** Every write that was confirmed, or whose tab died before it could be. */
  private readonly known = new Map<string, Known>();
  private readonly waits = new WaitPromises();
  /** The tick at which each write last left a process. */
  private readonly issuedAt = new Map<string, number>();
  private readonly drawn: { userId: number; id: string; row: ShapeRow }[] = [];
  private readonly pages = new Map<number, Page & { outbox: DeviceOutbox }>();

  /**
   * Number of event loop turns in which all work that is ready can run: a real database needs many, and one in memory
   * only one.
   */
  private readonly turns: number;
  /** While false, the clock advances even if a database is busy; in the calm phase, it waits for the device. */
  private calm = false;

  readonly shape: Shape;

  constructor(
    sabotage: Sabotage = {},
    device: MemoryDevice | undefined = undefined,
    turns = 1,
    shape: Shape = LOCATIONS,
  ) {
    this.device = device ?? new MemoryDevice(declaredWith(shape));
    this.turns = turns;
    this.shape = shape;
    this.browser = new Browser(this.device, shape, sabotage);
    this.backend = this.browser.backend;
    this.clock = this.browser.profile.clock;
    for (const place of [1, 2]) this.backend.model.write(shapeRow(shape, place));
    this.device.onUnfenced = id => this.must(false, `OB2: ${id} was settled by a sender that had been replaced`);
    this.device.onKept = entry => this.note(entry);
    this.backend.onTaken = (key, from) => {
      const owner = this.known.get(idOfKey(key))?.userId;
      this.must(owner === from, `MR4: ${key} of person ${owner} was taken as person ${from}'s`);
    };
    this.backend.onIssue = issued => this.judgeIssue(issued);
  }

  /** Opens the person's first tab. */
  async begin(): Promise<void> {
    const tab = this.browser.openTab(BUILDS[0] as Build, false);
    this.signIn(tab, 1);
    await this.pass(10);
    this.look(1);
  }

  signIn(tab: Tab, userId: number): void {
    void tab.keeper.signIn(`u${userId}`, 'p').then(
      ({ kind }) => {
        if (kind === 'ok') this.backend.sentSignedOut = false;
      },
      // The device failed meanwhile, so the person sees the error and tries again.
      () => undefined,
    );
  }

  get signedIn(): Tab[] {
    return this.browser.tabs.filter(({ seat, life }) => seat && life.state === 'alive');
  }

  entries(userId: number): StoredEntry[] {
    return this.device.outbox(userId).all();
  }

  /** A person creates a record that the server numbers. */
  create(tab: Tab, write: NewWrite): void {
    const id = this.enqueue(tab, write);
    if (tab.seat && id !== null) this.drawn.push({ userId: tab.seat.userId, id, row: write.optimistic as ShapeRow });
  }

  /** The records that a person created in this way, as first rendered. */
  created(userId: number): { id: string; row: ShapeRow }[] {
    return this.drawn.filter(one => one.userId === userId);
  }

  /** A person presses Apply in a dialog. Returns the write's id; null if nobody is signed in. */
  enqueue(tab: Tab, write: NewWrite): string | null {
    const { seat } = tab;
    if (!seat) return null;
    const { userId, signals, link, outbox } = seat;
    const id = tab.env.uuid();
    tab.made.add(id);
    const known = newlyKnown(userId, write);
    this.known.set(id, known);
    const cleared = this.device.outbox(userId).counters.get('cleared') ?? 0;
    const made = { id, at: this.clock.now(), contract: tab.build.contract, cleared };
    void enqueue(outbox, write, made).then(
      entry => {
        // A second undo of a write returns the entry that already undoes it.
        known.acknowledged = entry.id === id;
        link.start();
        signals.post({ t: 'poke' });
      },
      // The write was not stored, and the person is told why (OB1).
      () => undefined,
    );
    return id;
  }

  /** A write for another record replaces a stuck one. */
  replace(tab: Tab, stuck: string, write: NewWrite): void {
    const { seat } = tab;
    if (!seat) return;
    const id = tab.env.uuid();
    const known = newlyKnown(seat.userId, write);
    this.known.set(id, known);
    void replaceStuck(seat.outbox, stuck, write, { id, at: this.clock.now(), reason: 'Reassigned' }).then(
      entry => {
        known.acknowledged = entry !== null;
        seat.signals.post({ t: 'poke' });
      },
      () => undefined,
    );
  }

  /** A person's action on a queued write. */
  act(tab: Tab, id: string, event: EntryEvent): void {
    const { seat } = tab;
    if (!seat) return;
    const { signals, outbox } = seat;
    const touched = this.known.get(id)?.touched;
    if (event.type === 'resent' && touched instanceof Set)
      for (const field of Object.keys(event.changes)) touched.add(field);
    void applyEvent(outbox, id, event).then(
      applied => {
        const record = applied?.changed[0]?.record;
        if (record !== undefined) signals.post({ t: 'poke', record });
      },
      () => undefined,
    );
  }

  /** The person agrees that signing out discards unsent writes. */
  forgive(userId: number): void {
    for (const known of this.known.values()) if (known.userId === userId) known.forgotten = true;
  }

  /** A list is requested, and then shows this response until the next one. */
  look(userId: number): void {
    if (!this.backend.up) return;
    const outbox = this.device.outbox(userId);
    const rows = new Map([...this.backend.model.rows].map(([key, row]) => [key, { ...row }]));
    this.pages.set(userId, { rows, settledAt: outbox.counters.get('settled') ?? 0, outbox });
  }

  /** The machine or the browser stops, and the device loses data; then a tab is opened again. */
  async lose(how: Loss): Promise<void> {
    for (const life of this.browser.lives) life.die();
    await settle(20 * this.turns);
    await this.device.lose(how);
    this.pages.clear();
    this.waits.forget();
    for (const [id, known] of this.known) {
      const { entry } = known;
      const found = this.entries(known.userId).find(one => one.id === id) ?? null;
      // If an entry's settlement had been recorded, the entry may be forgotten. If that had not reached the disk, the
      // entry may reappear and even be lost again; its key prevents a second effect.
      known.ended ||= entry !== null && !isOpen(entry);
      if (known.ended) known.forgotten ||= how === 'deleted' || !found;
      known.entry = found;
    }
    this.browser.openTab(BUILDS[0] as Build, false);
  }

  /** A row as displayed in the person's list, with their own pending writes applied. */
  shown(userId: number, key: string): ShapeRow | undefined {
    const own = this.entries(userId).findLast(entry => entry.recordKey === key && isOpen(entry) && entry.optimistic);
    const held = this.pages.get(userId)?.rows.get(key);
    return (own?.optimistic as ShapeRow | undefined) ?? held ?? this.backend.model.rows.get(key);
  }

  async pass(millis: number): Promise<void> {
    const turns = () => (this.calm ? this.device.rest(this.turns) : settle(this.turns));
    await this.clock.advance(millis, turns);
    await turns();
    this.judge();
  }

  /**
   * The calm phase: no more faults, the newest build, and unlimited time. Frozen processes initially stay frozen and
   * thaw later. Each person signs in again, and all of their writes must settle.
   */
  async calmDown(): Promise<void> {
    this.calm = true;
    this.backend.fates = [];
    this.backend.setUp(true);
    for (const userId of PEOPLE) Object.assign(this.device.outbox(userId), { failure: null, full: false });
    const tab = this.browser.openTab(NEWEST, false);
    // Work in progress, such as a sign-out, finishes first.
    await this.pass(40_000);
    const first = tab.seat?.userId ?? 1;
    await this.finish(tab, first);
    for (const life of this.browser.lives) {
      life.thaw(this.clock.ticks());
      await settle(1);
    }
    await this.pass(40_000);
    for (const userId of [first, ...PEOPLE.filter(id => id !== first)]) await this.finish(tab, userId);
  }

  /** Signs a person in if necessary, and waits until all of their writes have settled. */
  private async finish(tab: Tab, userId: number): Promise<void> {
    if (this.backend.sentSignedOut || this.backend.signedIn !== userId || tab.seat?.userId !== userId)
      this.signIn(tab, userId);
    await this.pass(400_000);
    // Writes to records that others have changed are paused: the person sends them, and sends them again if their
    // permissions changed meanwhile.
    for (let times = 0; times === 0 || (times < 4 && this.entries(userId).some(isPaused)); times++) {
      for (const entry of this.entries(userId)) if (isPaused(entry)) this.act(tab, entry.id, { type: 'released' });
      await this.pass(100_000);
    }
    this.judgeEnd(userId);
  }

  /**
   * Records an entry that was just stored, because an entry that settles and is forgotten between two checks
   * nevertheless existed.
   */
  private note(entry: StoredEntry): void {
    const known = this.known.get(entry.id);
    if (!known) return;
    // A real database may store a response after the clock has advanced, in which case the delay is counted from the
    // request.
    const since = this.turns > 1 ? (this.issuedAt.get(entry.id) ?? 0) : this.clock.ticks();
    this.waits.kept(known.userId, entry, this.entries(known.userId), since);
    const { entry: before } = known;
    if (before === null) known.unnumbered = unnumberedOf(this.entries(known.userId));
    const ended = before !== null && !isOpen(before);
    this.must(
      !ended || before.state === entry.state,
      `OB6: ${entry.id} had ended ${before?.state} and is ${entry.state}`,
    );
    const changesCall = before?.effect === 'update' && entry.effect === 'update' && before.callId !== entry.callId;
    this.must(!changesCall, `OB8: ${entry.id}, made by ${before?.callId}, goes by ${entry.callId}`);
    known.entry = entry;
    if (entry.effect === 'create') known.touched = 'all';
    known.spent = Math.max(known.spent, entry.spent ?? 0);
  }

  private must(fine: boolean, words: string): void {
    if (!fine) this.broken.add(words);
  }

  /** Checks a write that leaves a process: OB2, OB6, TAB1. */
  private judgeIssue({ life, key, call, versioned, again }: Issued): void {
    const id = idOfKey(key);
    const known = this.known.get(id);
    if (!known) return this.must(false, `OB3: ${key} was sent and is no entry's key`);
    const { userId } = known;
    const outbox = this.device.outbox(userId);
    const entry = outbox.all().find(one => one.id === id);
    // At the instant when it thaws, a process may still finish what it had started; the key makes this safe.
    if (life.thawedAt === this.clock.ticks()) return;
    const early = this.waits.brokenBy(userId, id, this.clock.ticks());
    this.must(early === null, early ?? '');
    this.issuedAt.set(id, this.clock.ticks());
    this.must(!again, `OB4: ${key} was sent again before the response to it`);
    const guarded = versioned || !entry || entry.effect === 'create';
    this.must(guarded, `OB8: ${key} was sent without the version that it was made from`);
    const host = this.browser.hosts.find(one => one.life === life);
    const own = entry?.effect === 'update' ? updateBy(this.shape.resource, call)?.fields : undefined;
    const takes =
      call === (entry?.callId ?? call) &&
      Object.keys(own ? (entry?.changes ?? {}) : {}).every(field => own?.includes(field));
    this.must(takes, `OB8: ${key}, which changes ${Object.keys(entry?.changes ?? {}).join()}, was sent by ${call}`);
    const supports = !entry || !host || host.build.contract >= entry.contract;
    this.must(supports, `TAB1: ${key} was sent by a build that does not support its contract`);
    const holder = this.browser.profile.locks.ownerOf(`ops-sender-${userId}`);
    this.must(holder === life, `OB2: ${key} was sent without the lock`);
    this.must(entry?.state === 'sending', `OB6: ${key} was sent as ${entry?.state}`);
    this.must(entry?.fence === outbox.counters.get('fence'), `OB2: ${key} was sent under an old fence`);
  }

  private judge(): void {
    for (const userId of PEOPLE) {
      const entries = this.entries(userId);
      const page = this.pages.get(userId);
      // Signing out removes the lists along with the outbox.
      if (page && page.outbox !== this.device.outbox(userId)) this.pages.delete(userId);
      else if (page) for (const words of viewFaults(this.shape.resource, page, entries)) this.broken.add(words);
      const mine = new Map([...this.known].filter(([, known]) => known.userId === userId));
      for (const words of lifeFaults(mine, entries, this.backend.model)) this.broken.add(words);
    }
  }

  private judgeEnd(userId: number): void {
    const entries = this.entries(userId);
    for (const { id, seq, record, state, problem } of entries) {
      const before = entries.filter(other => other.record === record && other.seq < seq && isOpen(other));
      const waits = before.some(other => other.state === 'refused' || other.state === 'conflict');
      const fine = state !== 'sending' && (state !== 'queued' || waits);
      this.must(fine, `OB6: ${id} ended nowhere, ${state} ${problem?.kind ?? ''}`);
    }
    for (const words of orderFaults(entries, this.known, this.backend.model)) this.broken.add(words);
    for (const words of numberFaults(this.shape.resource, entries, this.backend.model)) this.broken.add(words);
    for (const words of overwriteFaults(this.shape.resource, this.known, this.backend.model)) this.broken.add(words);
  }
}
