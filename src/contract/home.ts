import * as z from 'zod/mini';
import { HOME_TILES } from '../domain/homeTiles.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { importState } from './imports/calls.ts';

/**
 * Home: everything that needs the person's attention (issue 31, part 5). Sections that the person may not see are null.
 */

/** The maximum number of items listed in a tile; the tile's count includes all of them. */
export const HOME_ITEMS = 5;
/** The maximum number of imports listed; the page with the person's own changes shows all of them. */
export const HOME_IMPORTS = 200;
/** The maximum number of channels without records that are listed; the Coverage page lists all of them. */
export const HOME_CHANNELS = 500;
/** The number of days in the charts, including today. */
export const HOME_DAYS = 14;
/** How many days ahead, in addition to today, holidays and expiring rate versions are shown. */
export const HOME_AHEAD = 14;

const day = z.string();
const amount = z.string();

const homeNow = z.object({
  /** Today in the entity's time zone. */
  day,
  /** The person's own recent imports, from any device. */
  imports: z.object({
    running: z.int(),
    /**
     * The number of imports that were refused, failed, or await the person's decision because others changed the same
     * rows.
     */
    failed: z.int(),
    list: z.array(
      z.object({
        id: z.string(),
        declaration: z.string(),
        /** The file's name; for a bulk change, what it does. */
        file: z.string(),
        state: importState,
        done: z.int(),
        total: z.int(),
        /** The time of the import, in epoch seconds. */
        at: z.int(),
      }),
    ),
  }),
  recon: z.nullable(
    z.object({
      matched: z.int(),
      discrepant: z.int(),
      bills: z.int(),
      list: z.array(
        z.object({
          id: z.int(),
          bill_no: z.string(),
          supplier_name: z.string(),
          matched: z.int(),
          discrepant: z.int(),
        }),
      ),
    }),
  ),
  disputes: z.nullable(
    z.object({
      total: z.int(),
      list: z.array(
        z.object({ id: z.int(), bill_no: z.string(), supplier_name: z.string(), deadline: day, days_left: z.int() }),
      ),
      /** The number of undisputed bills with parcels that can be disputed and whose deadline is near. */
      undisputed: z.int(),
    }),
  ),
  /** Versions that will soon be replaced by another one; `at` is the time of replacement in epoch seconds. */
  rates: z.nullable(
    z.object({
      total: z.int(),
      /** How many of them are versions of third-party fees. */
      thirdParty: z.int(),
      list: z.array(
        z.object({
          family: z.enum(['rate', 'thirdParty']),
          channelId: z.int(),
          channelName: z.string(),
          versionId: z.int(),
          versionNo: z.int(),
          nextNo: z.int(),
          at: z.int(),
        }),
      ),
    }),
  ),
  maintenance: z.nullable(
    z.object({ total: z.int(), list: z.array(z.object({ channelId: z.int(), name: z.string() })) }),
  ),
  /** Channels that look up addresses but have no records at all. */
  coverage: z.nullable(z.object({ total: z.int(), list: z.array(z.object({ channelId: z.int(), name: z.string() })) })),
  /** `schedules`: how many schedules of non-working days have the holiday; the calendar lists them. */
  holidays: z.nullable(z.array(z.object({ day, schedules: z.int(), channels: z.int(), inStates: z.int() }))),
  /** The number of schedules that have at least one of the holidays. */
  holidaySchedules: z.nullable(z.int()),
  /** One item per day, oldest first. */
  activity: z.array(
    z.object({
      day,
      /** The number of log entries, counting only features whose history the person may read. */
      changes: z.int(),
      imports: z.int(),
      /**
       * Total difference of the bills submitted on that day, in the entity's currency; null if the person lacks the
       * permission.
       */
      difference: z.nullable(amount),
    }),
  ),
});
export type HomeNow = z.output<typeof homeNow>;

export const getHome = defineCall({
  id: 'home.now',
  method: 'GET',
  path: '/v2/ops/home',
  input: z.object({}),
  output: homeNow,
  permission: 'signedIn',
  offline: 'cached',
  costly: 'search',
  summary:
    "Returns what needs the person's attention in the entity: counts and the first items of each kind that they may read",
});

const tiles = z.array(z.enum(HOME_TILES)).check(z.maxLength(HOME_TILES.length));
const layout = z.object({ order: tiles, hidden: tiles });

export const getHomeLayout = defineCall({
  id: 'home.layout',
  method: 'GET',
  path: '/v2/ops/home/layout',
  input: z.object({}),
  output: z.nullable(layout),
  permission: 'signedIn',
  offline: 'cached',
  summary: 'Returns how the person arranged the tiles of Home; null if they have not',
});

export const setHomeLayout = defineCall({
  id: 'home.setLayout',
  method: 'POST',
  path: '/v2/ops/home/layout',
  input: layout,
  output: z.null(),
  permission: 'signedIn',
  offline: 'network',
  summary: 'Stores how the person arranged the tiles of Home, for all their devices',
});

export const HOME_CALLS = [getHome, getHomeLayout, setHomeLayout] as unknown as readonly CallDefinition[];
