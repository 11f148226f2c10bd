import { SUPPORT_KEYS, type LocationLevel } from '../domain/serviceable.ts';
import type { HeldCollection } from './call.ts';
import { CHANNEL_LOCATION_SORTS, CHANNEL_POSTCODE_SORTS, CHANNEL_ROUTE_SORTS, CHANNEL_ZONE_SORTS } from './sorts.ts';

/**
 * The collections of a channel's records that are cut into segments, held whole by the console and answered from memory
 * (design 4). Each is one declaration: the server cuts its segments, the mirror keeps them and the query worker filters,
 * sorts and pages them by it.
 */

/**
 * How a column's values are held. number: up to 2^53. int: up to 2^31. small: 0 to 255. text: a number into the distinct
 * texts, which stand beside it (`textsOf`).
 */
export type HeldKind = 'number' | 'int' | 'small' | 'text';

/** A field of the record that is no column: bits of one, or the name of a place (or of what it lies in) at a level. */
export type HeldView = { of: string; mask: number } | { of: string; level: LocationLevel };

/**
 * A filter of the list. equal, prefix, containing: by value. named: that exact text where it stands among the column's,
 * else those that contain it (domain/placeMatch). shown: false leaves out what is "no" there (G59). Several columns: any of
 * them.
 */
export interface HeldFilter {
  in: readonly string[];
  is: 'equal' | 'prefix' | 'containing' | 'named' | 'shown';
}

export interface HeldDeclaration {
  collection: HeldCollection;
  /** What a person calls its rows. */
  title: string;
  /** Id of the list call whose pages the held rows answer. */
  listId: string;
  /** Columns of its own, in the order in which rows stand; `STAMP` comes beside them. */
  columns: Readonly<Record<string, HeldKind>>;
  /** Fields of the record beside the columns. */
  views: Readonly<Record<string, HeldView>>;
  /** Further ones, for filters alone. */
  marks: Readonly<Record<string, HeldView>>;
  /** Columns that name a record within its channel, and in whose order the list stands by default. */
  order: readonly string[];
  /** Columns that follow the channel in a record's key, as the feed writes it: those of `order`, or one of a single number. */
  key: readonly string[];
  filters: Readonly<Record<string, HeldFilter>>;
  sorts: readonly string[];
}

/** What every record carries; `updatedAt` in epoch seconds. */
const STAMP = { version: 'int', updatedAt: 'number', updatedBy: 'text' } as const;

/** All columns of a collection. */
export const columnsOf = ({ columns }: HeldDeclaration): Readonly<Record<string, HeldKind>> => ({
  ...columns,
  ...STAMP,
});

/** Name under which a segment has the distinct texts of a text column. */
export const textsOf = (column: string): string => (column === 'updatedBy' ? 'people' : `${column}Texts`);

const SUPPORT_VIEWS = Object.fromEntries(SUPPORT_KEYS.map((key, bit) => [key, { of: 'flags', mask: 1 << bit }]));
const SUPPORTED = { supported: { of: 'flags', mask: (1 << SUPPORT_KEYS.length) - 1 } };
const DISPLAY: HeldFilter = { in: ['supported'], is: 'shown' };

const equal = (column: string): HeldFilter => ({ in: [column], is: 'equal' });
const named = (...columns: string[]): HeldFilter => ({ in: columns, is: 'named' });

const channelLocations: HeldDeclaration = {
  collection: 'channelLocations',
  title: 'Serviceable locations',
  listId: 'channelLocation.list',
  columns: { type: 'small', locationId: 'number', flags: 'small' },
  views: {
    state: { of: 'locationId', level: 0 },
    city: { of: 'locationId', level: 1 },
    district: { of: 'locationId', level: 2 },
    street: { of: 'locationId', level: 3 },
    ...SUPPORT_VIEWS,
  },
  marks: SUPPORTED,
  order: ['type', 'locationId'],
  key: ['locationId', 'type'],
  filters: {
    type: equal('type'),
    locationId: equal('locationId'),
    state: named('state'),
    city: named('city'),
    district: named('district'),
    street: named('street'),
    displayUnsupported: DISPLAY,
  },
  sorts: CHANNEL_LOCATION_SORTS,
};

const channelPostcodes: HeldDeclaration = {
  collection: 'channelPostcodes',
  title: 'Serviceable postcodes',
  listId: 'channelPostcode.list',
  columns: { type: 'small', zipcode: 'text', flags: 'small' },
  views: SUPPORT_VIEWS,
  marks: SUPPORTED,
  order: ['type', 'zipcode'],
  key: ['zipcode', 'type'],
  filters: { type: equal('type'), postcode: { in: ['zipcode'], is: 'prefix' }, displayUnsupported: DISPLAY },
  sorts: CHANNEL_POSTCODE_SORTS,
};

const channelRoutes: HeldDeclaration = {
  collection: 'channelRoutes',
  title: 'Route limits',
  listId: 'channelRoute.list',
  columns: { applicableType: 'small', fromLocationId: 'number', toLocationId: 'number', id: 'number' },
  views: {
    fromState: { of: 'fromLocationId', level: 0 },
    fromCity: { of: 'fromLocationId', level: 1 },
    fromDistrict: { of: 'fromLocationId', level: 2 },
    toState: { of: 'toLocationId', level: 0 },
    toCity: { of: 'toLocationId', level: 1 },
    toDistrict: { of: 'toLocationId', level: 2 },
  },
  marks: {},
  order: ['applicableType', 'fromLocationId', 'toLocationId'],
  key: ['id'],
  filters: {
    applicableType: equal('applicableType'),
    from: named('fromState', 'fromCity', 'fromDistrict'),
    to: named('toState', 'toCity', 'toDistrict'),
  },
  sorts: CHANNEL_ROUTE_SORTS,
};

const channelZones: HeldDeclaration = {
  collection: 'channelZones',
  title: 'Zone limits',
  listId: 'channelZone.list',
  columns: { applicableType: 'small', locationId: 'number', id: 'number', zone: 'text' },
  views: {
    state: { of: 'locationId', level: 0 },
    city: { of: 'locationId', level: 1 },
    district: { of: 'locationId', level: 2 },
  },
  marks: {},
  order: ['applicableType', 'locationId'],
  key: ['id'],
  filters: {
    applicableType: equal('applicableType'),
    locationId: equal('locationId'),
    state: named('state'),
    city: named('city'),
    district: named('district'),
    zone: { in: ['zone'], is: 'containing' },
  },
  sorts: CHANNEL_ZONE_SORTS,
};

export const HELD: Readonly<Record<HeldCollection, HeldDeclaration>> = {
  channelLocations,
  channelPostcodes,
  channelRoutes,
  channelZones,
};

/** Whether a collection's records are held by channel. */
export const isHeldCollection = (collection: string): collection is HeldCollection => Object.hasOwn(HELD, collection);

/** A record's key, as the feed writes it. */
export const heldKey = ({ key }: HeldDeclaration, row: Readonly<Record<string, unknown>>): string =>
  [row['channelId'], ...key.map(column => row[column])].join('/');

/** The channel of a record's key. */
export const channelOfKey = (key: string): number => Number(key.slice(0, key.indexOf('/')));
