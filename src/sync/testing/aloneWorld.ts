import { keyOf as recordKeyOf } from '../../contract/resource.ts';
import { undoWrite } from '../actions/undo.ts';
import type { SyncClient } from '../client/client.ts';
import type { AskMark } from '../mirror/counts.ts';
import { isOpen, keyOf, type StoredEntry } from '../outbox/entry.ts';
import { wireInput } from '../outbox/wireInput.ts';
import { applyEvent, enqueue, recover, takeEntries, takeFence } from '../outbox/store.ts';
import { overlay, type PageRows } from '../query/overlay.ts';
import type { NewWrite, Outcome, Row } from '../types.ts';
import type { ListRow } from '../../contract/listData.ts';
import type { AlonePages } from './aloneMirror.ts';
import { contradiction, expectedBy, type Made } from './aloneExpected.ts';
import { MemoryOutbox } from './memoryOutbox.ts';
import { ModelServer } from './modelServer.ts';
import {
  createOf,
  declaredWith,
  deleteOf,
  placeKey,
  shapeRow,
  turn,
  TURNED,
  updateOf,
  type Shape,
  type ShapeRow,
  type Turned,
} from './shape.ts';

/** The steps of a person working alone; `nth` selects one of the existing items. */
export type Step =
  /** `asOpened`: based on the row in the tab's open dialog instead of the row now in the list. */
  | { do: 'edit'; tab: number; place: number; flag: Turned; by: number; asOpened: boolean }
  | { do: 'add'; tab: number; place: number; flag: Turned }
  | { do: 'remove'; tab: number; place: number; asOpened: boolean }
  | { do: 'takeBack'; nth: number }
  /** The tab opens a dialog for the rows that it shows. */
  | { do: 'look'; tab: number }
  /** Advances a list request by one stage: requested, answered by the server, stored. */
  | { do: 'list'; tab: number }
  | { do: 'take'; nth: number }
  /** Advances a write's request by one stage: it reaches the server, its response is learned, its entry settles. */
  | { do: 'move'; nth: number }
  /** The sender gives up on a request; with `late`, the request still reaches the server at some point. */
  | { do: 'lose'; nth: number; late: boolean }
  | { do: 'newSender' }
  | { do: 'feed'; changes: number };

interface Message {
  entry: StoredEntry;
  fence: number;
  stage: 'sent' | 'answered' | 'learnt';
  outcome: Outcome | null;
  /** Nobody is waiting for the response any longer. */
  ghost: boolean;
}

interface Asked {
  mark: AskMark | null;
  settledAt: number;
  rows: Row[] | null;
}

const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)];
export const PLACES = [1, 2] as const;
/** The place whose record exists on the server at the beginning. */
const THERE = 1;
export const TABS = [0, 1, 2] as const;

/** A person, up to three tabs, one sender at a time, and the server; all promises are checked after each step. */
export class AloneWorld {
  readonly faults: string[] = [];
  readonly fates = new Map<string, number>();
  readonly outbox: MemoryOutbox;
  readonly server: ModelServer<ShapeRow>;
  private readonly shape: Shape;
  private readonly pages: AlonePages;
  private readonly made = new Map<string, Made[]>();
  private readonly dialogs = new Map<number, readonly ListRow<ShapeRow>[]>();
  private readonly asked = new Map<number, Asked>();
  private messages: Message[] = [];
  private fence = 0;
  private fed = 0;
  private ids = 0;
  private readonly client: SyncClient;

  constructor(pages: AlonePages, shape: Shape) {
    this.pages = pages;
    this.shape = shape;
    this.server = new ModelServer(shape);
    this.outbox = new MemoryOutbox(declaredWith(shape));
    const { outbox } = this;
    this.client = {
      env: { clock: { now: () => 0 } },
      outbox: {
        declared: outbox.declared,
        byId: async (id: string) => outbox.all().find(entry => entry.id === id),
        open: () => outbox.open(),
        ended: async () => outbox.all().filter(entry => !isOpen(entry)),
      },
      madeHere: () => true,
      enqueue: (write: NewWrite) => this.write(write),
      act: async (id: string, event: never) => (await applyEvent(outbox, id, event)) !== null,
    } as unknown as SyncClient;
  }

  /** One record exists and another does not; each tab shows the list; a sender is running. */
  async begin(): Promise<void> {
    this.server.write(shapeRow(this.shape, THERE), 'me');
    this.fed = this.server.changes.length;
    this.fence = await takeFence(this.outbox);
    for (const tab of TABS) for (let moment = 0; moment < 3; moment++) await this.list(tab);
    for (const tab of TABS) this.dialogs.set(tab, await this.shown(tab));
  }

  async live(steps: readonly Step[]): Promise<void> {
    await this.begin();
    for (const step of steps) {
      await this.perform(step);
      await this.judge(JSON.stringify(step));
      if (this.faults.length > 0) return;
    }
    await this.rest();
  }

  private async perform(step: Step): Promise<void> {
    switch (step.do) {
      case 'edit': {
        const row = await this.rowIn(step);
        if (row) await this.write(updateOf(this.shape, row, this.other(row, step.flag, step.by)));
        return;
      }
      case 'add':
        return void (await this.write(
          createOf(this.shape, shapeRow(this.shape, step.place, turn(this.shape, step.flag, true))),
        ));
      case 'remove': {
        const row = await this.rowIn(step);
        if (row) await this.write(deleteOf(this.shape, row));
        return;
      }
      case 'takeBack': {
        const entry = pick(this.outbox.all(), step.nth);
        if (entry) await this.takeBack(entry);
        return;
      }
      case 'look':
        return void this.dialogs.set(step.tab, await this.shown(step.tab));
      case 'list':
        return this.list(step.tab);
      case 'take':
        return this.take(step.nth);
      case 'move': {
        const message = pick(this.messages, step.nth);
        return message && this.move(message);
      }
      case 'lose': {
        const message = pick(
          this.messages.filter(({ ghost }) => !ghost),
          step.nth,
        );
        return message && this.lose(message, step.late);
      }
      case 'newSender':
        this.fence = await takeFence(this.outbox);
        return recover(this.outbox, this.fence);
      case 'feed':
        return this.feed(step.changes);
    }
  }

  /** Another value of a field, so that two edits may differ from each other and from the original value. */
  private other(row: Row, name: Turned, by: number): Row {
    const { field, values } = this.shape.turned[name];
    return { [field]: values[(values.indexOf(row[field]) + by) % values.length] };
  }

  /** The fields that histories change. */
  private turnedOf(row: Row): Row {
    return Object.fromEntries(TURNED.map(name => this.shape.turned[name].field).map(field => [field, row[field]]));
  }

  private async shown(tab: number): Promise<readonly ListRow<ShapeRow>[]> {
    return this.draw(await this.pages.read(tab));
  }

  /** Selects entries as `overlayOf` of the real outbox does. */
  private draw(page: PageRows): ListRow<ShapeRow>[] {
    const source = { rowKey: (row: Row) => recordKeyOf(this.shape.resource, row), matches: () => true };
    const entries = this.outbox
      .all()
      .filter(entry => isOpen(entry) || (entry.state !== 'discarded' && (entry.settledSeq ?? 0) > page.settledAt));
    return overlay<Row, ShapeRow>(page, entries, source, {}).rows;
  }

  private async rowIn({ tab, place, asOpened }: { tab: number; place: number; asOpened: boolean }) {
    const rows = asOpened ? this.dialogs.get(tab) : await this.shown(tab);
    return rows?.find(({ key }) => key === placeKey(this.shape, place))?.row;
  }

  private async write(write: NewWrite): Promise<StoredEntry> {
    const entry = await enqueue(this.outbox, write, { id: `w${++this.ids}`, at: 0 });
    const { id, effect, recordKey } = entry;
    const sets = effect === 'create' ? this.turnedOf(write.input) : write.changes;
    const made = { id, effect, sets, undoes: write.undoes ?? null, removed: false, behind: entry.after };
    this.made.set(recordKey, [...(this.made.get(recordKey) ?? []), made]);
    return entry;
  }

  private async takeBack({ id, recordKey }: StoredEntry): Promise<void> {
    const { kind } = await undoWrite(this.client, id);
    const made = this.made.get(recordKey)?.find(one => one.id === id);
    if (kind === 'removed' && made) made.removed = true;
  }

  private async list(tab: number): Promise<void> {
    const asked = this.asked.get(tab);
    if (!asked) {
      const settledAt = await this.outbox.counter('settled');
      this.asked.set(tab, { settledAt, mark: await this.pages.mark(), rows: null });
    } else if (!asked.rows) {
      asked.rows = [...this.server.rows.values()].map(row => ({ ...row }));
    } else {
      const { rows, settledAt, mark } = asked;
      this.asked.delete(tab);
      await this.pages.store(tab, { rows, total: rows.length, page: 1, settledAt }, mark);
    }
  }

  private async take(nth: number): Promise<void> {
    const heads = new Map<string, StoredEntry>();
    for (const entry of await this.outbox.open()) if (!heads.has(entry.record)) heads.set(entry.record, entry);
    const head = pick(
      [...heads.values()].filter(({ state }) => state === 'queued'),
      nth,
    );
    if (!head) return;
    for (const entry of await takeEntries(this.outbox, [head], this.fence, 0))
      this.messages.push({ entry, fence: this.fence, stage: 'sent', outcome: null, ghost: false });
  }

  private async move(message: Message): Promise<void> {
    const { entry, fence, stage, outcome, ghost } = message;
    const over = () => (this.messages = this.messages.filter(other => other !== message));
    if (stage === 'sent') {
      const { declared } = this.outbox;
      const definition = declared.callById(entry.callId);
      if (!definition) throw new Error(`No call ${entry.callId}`);
      message.outcome = await this.server.call(definition, wireInput(entry, declared), {
        idempotencyKey: keyOf(entry),
      });
      message.stage = 'answered';
      if (ghost) over();
    } else if (stage === 'answered' && outcome) {
      await this.pages.learn({ entry, outcome });
      message.stage = 'learnt';
    } else if (outcome) {
      over();
      await applyEvent(this.outbox, entry.id, { type: 'answered', outcome, at: 0 }, fence);
    }
  }

  private async lose(message: Message, late: boolean): Promise<void> {
    const { entry, fence, stage } = message;
    // A learned response settles; the only thing that can happen in between is losing the sender.
    if (stage === 'learnt') return;
    if (late && stage === 'sent') message.ghost = true;
    else this.messages = this.messages.filter(other => other !== message);
    const outcome: Outcome = { kind: 'noNetwork', reason: 'timeout' };
    await applyEvent(this.outbox, entry.id, { type: 'answered', outcome, at: 0 }, fence);
  }

  private async feed(count: number): Promise<void> {
    const changes = this.server.changes.slice(this.fed, this.fed + count);
    this.fed += changes.length;
    await this.pages.feed(structuredClone(changes));
  }

  /**
   * Everything is delivered and sent, and writes that need a decision are discarded; then each tab requests its list
   * once more.
   */
  private async rest(): Promise<void> {
    for (let turn = 0; turn < 200; turn++) {
      const [message] = this.messages;
      if (message) await this.move(message);
      else await this.take(0);
      await this.judge('at rest');
      if (this.faults.length > 0) return;
      const open = await this.outbox.open();
      if (this.messages.length > 0 || open.some(({ state }, at) => state === 'queued' && isHead(open, at))) continue;
      const stuck = open.find(({ state }) => state === 'conflict' || state === 'refused');
      if (!stuck) break;
      await applyEvent(this.outbox, stuck.id, { type: 'discarded', reason: 'no longer wanted', at: 0 });
    }
    await this.feed(Infinity);
    await this.judge('after the feed');
    const open = await this.outbox.open();
    if (open.length > 0) this.faults.push(`never ended: ${open.map(({ id, state }) => `${id} ${state}`).join()}`);
    for (const place of PLACES) {
      const key = placeKey(this.shape, place);
      const { state, fates } = this.expected(key);
      for (const fate of fates.values()) this.fates.set(fate, (this.fates.get(fate) ?? 0) + 1);
      const row = this.server.rows.get(key);
      if (state !== undefined && said(row ? this.turnedOf(row) : null) !== said(state))
        this.faults.push(
          `at rest ${key} is ${said(row ? this.turnedOf(row) : null)} on the server, meant was ${said(state)}`,
        );
    }
    for (const tab of TABS) for (let moment = 0; moment < 3; moment++) await this.list(tab);
    await this.judge('asked again');
  }

  private expected(key: string) {
    const before = key === placeKey(this.shape, THERE) ? this.turnedOf(shapeRow(this.shape, THERE)) : null;
    return expectedBy(before, this.made.get(key) ?? []);
  }

  private async judge(when: string): Promise<void> {
    for (const [key, made] of this.made) {
      const { fates } = this.expected(key);
      for (const { id } of made) {
        const fate = fates.get(id);
        const found = fate && contradiction(this.outbox.of(id), fate);
        if (found) this.faults.push(`${found} (${when})`);
      }
    }
    for (const tab of TABS) {
      const rows = await this.shown(tab);
      for (const place of PLACES) this.judgeShown(rows, placeKey(this.shape, place), `tab ${tab}, ${when}`);
    }
  }

  /** MR1: from the moment of the write, each tab shows what the person intended. */
  private judgeShown(rows: readonly ListRow<ShapeRow>[], key: string, when: string): void {
    const { state, fates } = this.expected(key);
    if (state === undefined) return;
    const open = this.outbox.all().filter(entry => entry.recordKey === key && isOpen(entry));
    // A write that needs a decision because it followed the person's own deletion or creation is shown as one of the
    // two.
    if (open.some(({ id }) => fates.get(id) !== 'applied')) return;
    const found = rows.filter(one => one.key === key);
    if (found.length > 1) this.faults.push(`${key} is shown twice (${when})`);
    const [one] = found;
    // A row with a pending deletion stays visible until the deletion takes effect.
    if (!state && (!one || open.length > 0)) return;
    const shows = said(one ? this.turnedOf(one.row) : null);
    if (shows !== said(state)) this.faults.push(`${key} is shown as ${shows}, meant is ${said(state)} (${when})`);
    if (one && (one.pending !== null) !== open.length > 0) this.faults.push(`${key} is marked wrongly (${when})`);
  }
}

/** Whether no open entry of the same record precedes it. */
const isHead = (open: readonly StoredEntry[], at: number): boolean =>
  open.findIndex(({ record }) => record === open[at]?.record) === at;

const said = (values: Row | null): string =>
  values
    ? Object.entries(values)
        .map(([field, value]) => `${field} ${String(value)}`)
        .join(', ')
    : 'none';
