import { ALL, holidayRegions, WORK } from './nonWorkingDays.ts';
import { daysOffBetween, type NonWorkingRow } from './daysOff.ts';

/** The tiles of Home, which answer "what needs me now?" (issue 31, part 5), in their default order. */
export const HOME_TILES = [
  'writes',
  'imports',
  'recon',
  'disputes',
  'rates',
  'maintenance',
  'coverage',
  'holidays',
  'offline',
  'activity',
] as const;
export type HomeTile = (typeof HOME_TILES)[number];

/** A person's arrangement of the tiles. Tiles added in later releases are missing from it. */
export interface HomeLayout {
  order: readonly HomeTile[];
  hidden: readonly HomeTile[];
}

export const STANDARD_LAYOUT: HomeLayout = { order: [], hidden: [] };

const isTile = (text: unknown): text is HomeTile => (HOME_TILES as readonly unknown[]).includes(text);
const tilesOf = (list: unknown): HomeTile[] => (Array.isArray(list) ? [...new Set(list.filter(isTile))] : []);

/** Parses a layout from any stored value; unknown parts are dropped. */
export function readLayout(value: unknown): HomeLayout {
  const { order, hidden } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return { order: tilesOf(order), hidden: tilesOf(hidden) };
}

/**
 * All tiles in the person's order. A tile missing from the layout is placed after the one that precedes it by default.
 */
export function orderedTiles({ order }: HomeLayout): readonly HomeTile[] {
  const tiles = [...order];
  HOME_TILES.forEach((tile, at) => {
    if (tiles.includes(tile)) return;
    const before = HOME_TILES[at - 1];
    tiles.splice(before === undefined ? 0 : tiles.indexOf(before) + 1, 0, tile);
  });
  return tiles;
}

/** The visible tiles among those that the person has access to. */
export const shownTiles = (layout: HomeLayout, available: ReadonlySet<HomeTile>): readonly HomeTile[] =>
  orderedTiles(layout).filter(tile => available.has(tile) && !layout.hidden.includes(tile));

/**
 * Moves a tile to another one's position. The others keep their order, including hidden ones.
 * @param shown the tiles as the person sees them
 * @param to index in `shown`; out-of-range values are clamped
 */
export function movedTile(layout: HomeLayout, shown: readonly HomeTile[], tile: HomeTile, to: number): HomeLayout {
  const from = shown.indexOf(tile);
  const target = Math.min(shown.length - 1, Math.max(0, to));
  const at = shown[target];
  if (from < 0 || at === undefined || target === from) return layout;
  const rest = orderedTiles(layout).filter(other => other !== tile);
  rest.splice(rest.indexOf(at) + (target > from ? 1 : 0), 0, tile);
  return { ...layout, order: rest };
}

/** Hides a tile, or shows it again at its previous position. */
export const withTile = (layout: HomeLayout, tile: HomeTile, isShown: boolean): HomeLayout => ({
  ...layout,
  hidden: isShown ? layout.hidden.filter(other => other !== tile) : [...new Set([...layout.hidden, tile])],
});

/** A day on which some channels do not operate although it is not part of their weekend. */
export interface HolidayAhead {
  day: string;
  /** Schedules that have the holiday, in the whole country or in some states. */
  schedules: number;
  /** Channels that do not operate anywhere in the country, and those that do not operate in some states only. */
  channels: number;
  inStates: number;
}

/** The days within a span on which a schedule has a holiday, each with the region: `All` or a state. */
function* holidaysOf(row: NonWorkingRow, first: string, days: number): Iterable<[day: string, region: string]> {
  for (const region of holidayRegions(row.country, row.serviceType)) {
    if (region === WORK) continue;
    for (const [day, off] of daysOffBetween(row, region, first, days)) if (off === 'holiday') yield [day, region];
  }
}

/** Whether a schedule has a holiday, in the whole country or in a state, within a span of days. */
export const hasHoliday = (row: NonWorkingRow, first: string, days: number): boolean =>
  !holidaysOf(row, first, days)[Symbol.iterator]().next().done;

/**
 * Holidays within a span of days, each with the number of schedules and of channels that have it. A channel counts once,
 * regardless of which of its services has the holiday.
 * @param first YYYY-MM-DD
 */
export function holidaysAhead(
  rows: readonly (NonWorkingRow & { channelId: number })[],
  first: string,
  days: number,
): HolidayAhead[] {
  const whole = new Map<string, Set<number>>();
  const some = new Map<string, Set<number>>();
  const schedules = new Map<string, Set<unknown>>();
  const add = <T>(to: Map<string, Set<T>>, day: string, one: T) => {
    const all = to.get(day) ?? new Set();
    to.set(day, all.add(one));
  };
  for (const row of rows) {
    for (const [day, region] of holidaysOf(row, first, days)) {
      add(region === ALL ? whole : some, day, row.channelId);
      add<unknown>(schedules, day, row);
    }
  }
  return [...new Set([...whole.keys(), ...some.keys()])].toSorted().map(day => {
    const channels = whole.get(day) ?? new Set();
    const inStates = [...(some.get(day) ?? [])].filter(channelId => !channels.has(channelId)).length;
    return { day, schedules: schedules.get(day)?.size ?? 0, channels: channels.size, inStates };
  });
}
