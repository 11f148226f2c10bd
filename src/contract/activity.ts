import * as z from 'zod/mini';
import { defineCall, type CallDefinition } from './call.ts';
import { countFrom, country, millis } from './common.ts';

/** Version info, activity tracker and usage reporting (shell spec 1, 7, 9; paths by G93). */

/** The maximum length of an element's name in an event (TRK-3). */
export const NAME_LENGTH = 128;
/** The maximum number of records that one call may send. */
export const BATCH = 200;
export const TRACKER_EVENTS = ['click', 'keyup', 'page', 'tab', 'load', 'unload', 'visibility', 'config'] as const;

const short = z.string().check(z.maxLength(100));

export const versionInfo = z.object({
  project: short,
  module: short,
  /** Build time of the console that is being served, in epoch seconds; 0 if no built console is served. */
  release_time: z.int(),
});
export type VersionInfo = z.output<typeof versionInfo>;

export const getVersion = defineCall({
  id: 'version.get',
  method: 'GET',
  path: '/v2/ops/version',
  input: z.object({ project: z._default(short, ''), module: z._default(short, '') }),
  output: versionInfo,
  permission: 'public',
  offline: 'network',
  summary: 'Returns the release time of the console that is served, by project and module (VER-4, VER-6, G93)',
});

export const getTrackerConfig = defineCall({
  id: 'tracker.config',
  method: 'GET',
  path: '/v2/ops/tracker/config',
  input: z.object({}),
  output: z.object({ turnOn: z.boolean() }),
  permission: 'session',
  offline: 'network',
  summary: 'Returns whether activity and usage are recorded at all (TRK-2, G93)',
});

/** The fields of a record that say where it comes from. They never contain a cookie or text that a person typed. */
const origin = {
  country,
  project: short,
  /** Random id of the browser tab's session. */
  sessionId: short,
  /** The page's path without its query, because filters contain typed text. */
  path: z.string().check(z.maxLength(300)),
  /** The time of the event, in epoch milliseconds. */
  at: millis,
};

export const trackerEvent = z.object({
  type: z.enum(TRACKER_EVENTS),
  email: z.string().check(z.maxLength(254)),
  ...origin,
  /** The name of the element, at most 128 characters; empty if the event is not tied to an element (TRK-3). */
  name: z.string().check(z.maxLength(NAME_LENGTH)),
});
export type TrackerEvent = z.output<typeof trackerEvent>;

export const usageRecord = z.object({
  kind: z.enum(['count', 'error']),
  ...origin,
  /** What was counted, or where the error occurred ("route", "render", "crash" ...). */
  name: short,
  /** The count itself; 1 for an error. */
  count: countFrom(1),
  /** The error's message; empty for a count. */
  message: z.string().check(z.maxLength(500)),
});
export type UsageRecord = z.output<typeof usageRecord>;

const taken = z.object({ taken: z.int() });
/** Identifies a batch within its sender, so that a batch resent after a lost response is accepted only once. */
const batch = z.optional(short);
const dropped = z._default(countFrom(0), 0);

export const postTrackerEvents = defineCall({
  id: 'tracker.events',
  method: 'POST',
  path: '/v2/ops/tracker/events',
  input: z.object({
    events: z.array(trackerEvent).check(z.maxLength(BATCH)),
    /** The number of events dropped by the browser since its last batch because its buffer was full. */
    dropped,
    batch,
  }),
  output: taken,
  permission: 'session',
  offline: 'network',
  summary: 'Receives a batch of activity events of the signed-in person (TRK-1, TRK-6, G93)',
});

export const postUsage = defineCall({
  id: 'usage.records',
  method: 'POST',
  path: '/v2/ops/usage',
  input: z.object({ records: z.array(usageRecord).check(z.maxLength(BATCH)), dropped, batch }),
  output: taken,
  permission: 'session',
  offline: 'network',
  summary: 'Receives count and error records, including monitoring and crash reports (TRK-4, TRK-5, SHELL-14, G93)',
});

export const ACTIVITY_CALLS = [
  getVersion,
  getTrackerConfig,
  postTrackerEvents,
  postUsage,
] as unknown as readonly CallDefinition[];
