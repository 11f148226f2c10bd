import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';
import type { LocationRow } from '../../src/contract/locations.ts';
import { canReassign, reassigned } from '../../src/sync/actions/reassign.ts';
import { provisionalNumber } from '../../src/contract/fields/channel.ts';
import { canDelete, keyOf } from '../../src/contract/resource.ts';
import { canTakeBack } from '../../src/sync/actions/undo.ts';
import { compensation } from '../../src/sync/resources/writes.ts';
import { isPaused, isOpen, type StoredEntry } from '../../src/sync/outbox/entry.ts';
import type { EntryEvent } from '../../src/sync/outbox/reducer.ts';
import {
  createOf,
  deleteOf,
  LOCATIONS,
  placeKey,
  shapeRow,
  turn,
  updateOf,
  TURNED,
  type Shape,
  type ShapeRow,
  type Turned,
} from '../../src/sync/testing/shape.ts';
import type { Build, Sabotage, Tab } from './browser/browser.ts';
import type { Step } from './steps.ts';
import { BUILDS, World } from './world.ts';

/** A row that a list still shows although the server has no such record and never had this version of it. */
const unknown = (shape: Shape, place: number) => shapeRow(shape, place, { version: 999 });
const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)];

/** Performs one step. */
export function perform(world: World, step: Step): void | Promise<void> {
  const { backend, browser, clock, device, shape } = world;
  switch (step.do) {
    case 'edit':
    case 'add':
    case 'remove':
    case 'decide':
    case 'takeBack':
    case 'reassign':
    case 'burst':
    case 'create':
    case 'follow':
      return act(world, step);
    case 'colleague':
      return void backend.model.write({ ...shape.place(step.place), ...turn(shape, step.flag, step.on) });
    case 'colleagueAdds':
      return void backend.model.write(shapeRow(shape, step.place, turn(shape, 'canCOD', step.on)));
    case 'colleagueCreates':
      return void backend.model.write({ ...shape.blankOf({}), ...turn(shape, 'canCOD', step.on) });
    case 'colleagueFollows': {
      const row = pick(numberedRows(world), step.record);
      return row && void backend.model.write({ ...row, ...turn(shape, step.flag, step.on) });
    }
    case 'colleagueRemoves':
      return canDelete(shape.resource) ? backend.model.remove(placeKey(shape, step.place)) : undefined;
    case 'fates':
      return void backend.fates.push(...step.fates);
    case 'server':
      return backend.setUp(step.up);
    case 'crash':
      return pick(browser.lives, step.nth)?.plan('die', step.awaits);
    case 'freeze':
      return pick(browser.freezable, step.nth)?.plan('freeze', step.awaits);
    case 'thaw':
      return pick(
        browser.lives.filter(({ state }) => state === 'frozen'),
        step.nth,
      )?.thaw(clock.ticks());
    case 'openTab':
      return void browser.openTab(BUILDS[step.build] as Build, step.alone);
    case 'closeTab':
      return pick(browser.tabs, step.nth)?.life.die();
    case 'look':
      return backend.signedIn === null ? undefined : world.look(backend.signedIn);
    case 'sessionEnds':
      return backend.endSession();
    case 'signIn': {
      const tab = pick(awake(world), step.nth);
      return tab && world.signIn(tab, step.person);
    }
    case 'signOut': {
      const tab = pick(world.signedIn, step.nth);
      if (!tab?.seat) return;
      if (step.discard) world.forgive(tab.seat.userId);
      return void tab.keeper.signOut({ discard: step.discard }).catch(reported);
    }
    case 'rights':
      return void (step.on ? backend.writers.add(step.person) : backend.writers.delete(step.person));
    case 'storage': {
      const failure = step.how === 'broken' ? new Error('The disk failed') : null;
      return void Object.assign(device.outbox(step.person), { failure, full: step.how === 'full' });
    }
    case 'clock':
      return clock.jump(step.days * 86_400_000);
    case 'loss':
      return world.lose(step.how);
    case 'longAway':
      return backend.setUp(false);
    case 'pass':
      return;
  }
}

const awake = (world: World): Tab[] => world.browser.tabs.filter(({ life }) => life.state === 'alive');

/** The device failed during a sign-in or sign-out, so the person sees the error and tries again. */
const reported = (): void => undefined;

/** The rows numbered by the server. */
const numberedRows = ({ backend, shape }: World): ShapeRow[] => {
  const places = [1, 2, 3].map(place => placeKey(shape, place));
  return [...backend.model.rows].flatMap(([key, row]) => (places.includes(key) ? [] : [row]));
};

/** A person creates a record that the server numbers. */
function create(world: World, tab: Tab, { on }: Extract<Step, { do: 'create' }>): void {
  const { shape } = world;
  const numbered = shape.resource.numbered as string;
  const row = { ...shape.blankOf({}), ...turn(shape, 'canCOD', on) };
  world.create(tab, createOf(shape, { ...row, [numbered]: provisionalNumber(tab.env.uuid()) }));
}

/**
 * A person continues with such a record, starting from one of three rows: as first rendered, as currently displayed, or
 * as listed, where the feed may already have delivered it.
 */
function follow(world: World, tab: Tab, step: Extract<Step, { do: 'follow' }>): void {
  const { shape } = world;
  const userId = tab.seat?.userId ?? 0;
  const drawn = pick(world.created(userId), step.record);
  const entry = drawn && world.entries(userId).find(({ id }) => id === drawn.id);
  const listed = pick(numberedRows(world), step.record);
  const rows = {
    drawn: drawn?.row,
    shown: entry && world.shown(userId, entry.recordKey),
    listed: listed && world.shown(userId, keyOf(shape.resource, listed)),
  };
  const row = rows[step.from];
  if (!row) return;
  const removes = step.removes && canDelete(shape.resource);
  world.enqueue(tab, removes ? deleteOf(shape, row) : updateOf(shape, row, turn(shape, step.flag, step.on)));
}

/** A person's action in a tab. */
function act(world: World, step: Extract<Step, { do: Act }>): void {
  const tab = pick(world.signedIn, step.nth);
  if (!tab?.seat) return;
  const { userId } = tab.seat;
  const { shape } = world;
  if (step.do === 'decide') return decide(world, tab, step);
  if (step.do === 'takeBack') return takeBack(world, tab, pick(world.entries(userId), step.entry));
  if (step.do === 'reassign') return reassign(world, tab, step);
  if (step.do === 'burst') {
    // The queue is so long that it is checked on the server before anything is sent.
    for (let n = 0; n < 21; n++) edit(world, tab, 1 + (n % 3), step.flag, n % 2 === 0);
    return;
  }
  if (step.do === 'create') return create(world, tab, step);
  if (step.do === 'follow') return follow(world, tab, step);
  const key = placeKey(shape, step.place);
  if (step.do === 'add')
    return void world.enqueue(tab, createOf(shape, shapeRow(shape, step.place, turn(shape, 'canCOD', step.on))));
  if (step.do === 'edit') return edit(world, tab, step.place, step.flag, step.on);
  if (canDelete(shape.resource))
    world.enqueue(tab, deleteOf(shape, world.shown(userId, key) ?? unknown(shape, step.place)));
}

type Act = 'edit' | 'add' | 'remove' | 'decide' | 'takeBack' | 'reassign' | 'burst' | 'create' | 'follow';

function edit(world: World, tab: Tab, place: number, flag: Turned, on: boolean): void {
  const { shape } = world;
  const row = world.shown(tab.seat?.userId ?? 0, placeKey(shape, place)) ?? unknown(shape, place);
  world.enqueue(tab, updateOf(shape, row, turn(shape, flag, on)));
}

/** Undo: removes the entry, or adds a write that reverts it. */
function takeBack(world: World, tab: Tab, entry: StoredEntry | undefined): void {
  if (!entry) return;
  const { declared } = world.device.outbox(tab.seat?.userId ?? 0);
  const madeHere = tab.made.has(entry.id);
  if (entry.state === 'queued' && entry.fence === 0 && madeHere)
    return world.act(tab, entry.id, { type: 'undone', at: world.clock.now(), madeHere });
  const isOurs =
    entry.provisional !== undefined || [1, 2, 3].some(place => placeKey(world.shape, place) === entry.recordKey);
  if (!canTakeBack(entry, declared) || !isOurs) return;
  const write = compensation(entry, declared);
  if (write) world.enqueue(tab, { ...write, title: `Undo: ${entry.title}`, undoes: entry.id });
}

/** A stuck write is applied to a different place. */
function reassign(world: World, tab: Tab, step: Extract<Step, { do: 'reassign' }>): void {
  const stuck = world.entries(tab.seat?.userId ?? 0).filter(canReassign);
  const entry = pick(stuck, step.entry);
  if (!entry) return;
  const there = world.backend.model.rows.get(placeKey(world.shape, step.place)) ?? null;
  const path = [{ locationId: step.place, name: 'Place', level: 0 } as LocationRow];
  world.replace(tab, entry.id, reassigned(entry, path, there as ChannelLocationRow | null));
}

function decide(world: World, tab: Tab, step: Extract<Step, { do: 'decide' }>): void {
  const open = world.entries(tab.seat?.userId ?? 0).filter(isOpen);
  const stuck = open.filter(entry => entry.state !== 'queued' || isPaused(entry));
  const entry = pick(stuck.length > 0 && step.how !== 'undo' ? stuck : open, step.entry);
  if (entry) world.act(tab, entry.id, eventOf(world.shape, step, world.clock.now(), tab.made.has(entry.id)));
}

function eventOf(
  shape: Shape,
  { how, flag }: Extract<Step, { do: 'decide' }>,
  at: number,
  madeHere: boolean,
): EntryEvent {
  const fieldOf = (name: Turned) => shape.turned[name].field;
  const choose = (mine: (name: string) => boolean) =>
    Object.fromEntries(
      [...TURNED.map(fieldOf), 'record'].map(name => [name, mine(name) ? ('mine' as const) : ('theirs' as const)]),
    );
  switch (how) {
    case 'retry':
      return { type: 'retried' };
    case 'discard':
      return { type: 'discarded', reason: 'no longer wanted', at };
    case 'resend':
      return { type: 'resent', changes: turn(shape, flag, true) };
    case 'undo':
      return { type: 'undone', at, madeHere };
    case 'release':
      return { type: 'released' };
    case 'face':
      return { type: 'faced', at };
    case 'mine':
      return { type: 'resolved', choice: choose(() => true), at };
    case 'theirs':
      return { type: 'resolved', choice: choose(() => false), at };
    case 'mixed':
      return { type: 'resolved', choice: choose(name => name === fieldOf(flag)), at };
  }
}

/** After this time, the queue is checked on the server before anything is sent. */
const LONG_AWAY = 31 * 60_000;

/** Runs a history and then a calm phase; returns the broken promises. */
export async function brokenBy(
  steps: readonly Step[],
  sabotage: Sabotage = {},
  shape: Shape = LOCATIONS,
): Promise<string[]> {
  const world = new World(sabotage, undefined, 1, shape);
  await live(world, steps);
  return [...world.broken];
}

/** Runs a history in a world, and then a calm phase. */
export async function live(world: World, steps: readonly Step[], started: () => Promise<void> = async () => undefined) {
  await world.begin();
  await started();
  for (const step of steps) {
    await perform(world, step);
    await world.pass(step.do === 'pass' ? step.millis : step.do === 'longAway' ? LONG_AWAY : 0);
    if (world.broken.size > 0) return;
  }
  await world.calmDown();
}
