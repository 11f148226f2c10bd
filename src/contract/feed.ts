import * as z from 'zod/mini';
import { cachedCollections, defineCall, LIVE_COLLECTIONS, type Collection } from './call.ts';
import { country, recordId } from './common.ts';
import type { Resource } from './resource.ts';
import { RESOURCES, type ResourceCollection } from './resources/all.ts';

/** Our own additions under /api/v2/ops: change feed and segments (design 4; invariants MR2, MR3). */

/** The names of the collections in the feed, including those of the given resources. */
export const collectionNameOf = (resources: readonly Resource[]) =>
  z.enum([
    'channels',
    'threePls',
    'locations',
    ...LIVE_COLLECTIONS.map(({ collection }) => collection),
    ...resources.map(({ collection }) => collection),
  ] as [Collection, ...Collection[]]);
/** The names of the product's own collections. */
export const collectionName = collectionNameOf(RESOURCES);

/**
 * One change. `row` is the record as returned by the collection's list call; null is a tombstone (MR2). `version` is
 * the row's version after the change (for a tombstone: its last version plus one).
 */
export const change = z.object({
  collection: collectionName,
  key: z.string(),
  version: z.int(),
  row: z.nullable(z.record(z.string(), z.unknown())),
});
export type Change = z.output<typeof change>;

/** The maximum length of a cursor of the change feed. */
const CURSOR_MOST = 1000;

export const getChanges = defineCall({
  id: 'feed.changes',
  method: 'GET',
  path: '/v2/ops/changes',
  input: z.object({
    entity: country,
    /** Opaque; empty means "from now on": only the cursor is returned. */
    since: z._default(z.string().check(z.maxLength(CURSOR_MOST)), ''),
    size: z._default(z.int().check(z.minimum(1), z.maximum(5000)), 1000),
  }),
  output: z.object({
    changes: z.array(change),
    cursor: z.string(),
    /** Whether there are more changes after the cursor. */
    more: z.boolean(),
    /**
     * Whether the client must load a new snapshot: the feed no longer reaches back to `since`, or not for everything
     * that the person may now see.
     */
    reset: z.boolean(),
  }),
  permission: 'signedIn',
  offline: 'network',
  summary: 'Lists the changes of an entity after a cursor, in commit order without gaps (MR3)',
});

export const segmentInfo = z.object({
  /** A hash of the content: the same id always refers to the same bytes. */
  id: z.string(),
  rows: z.int(),
  bytes: z.int(),
});

/** The call that lists segments, for a list of declared resources. */
export const segmentsCall = (resources: readonly Resource[]) =>
  defineCall({
    id: 'feed.segments',
    method: 'GET',
    path: '/v2/ops/segments',
    input: z.object({
      collection: z.enum(['locations', ...cachedCollections(resources)] as ['locations', ...ResourceCollection[]]),
      entity: country,
      /**
       * The channel or 3PL that owns the records; omitted for collections that are cached with the entity, such as
       * `locations`.
       */
      channelId: z.optional(recordId),
      threePlId: z.optional(recordId),
    }),
    output: z.object({
      /** Cursor from which to request changes once the segments are cached. */
      cursor: z.string(),
      total: z.int(),
      segments: z.array(segmentInfo),
    }),
    permission: 'signedIn',
    offline: 'network',
    costly: 'segments',
    summary:
      'Returns the immutable segments of the locations, of one collection of a channel or 3PL, or of the data cached with the entity (design 4)',
  });
/** The call that lists segments, for the product's own resources. */
export const getSegments = segmentsCall(RESOURCES);

/**
 * The columns of a segment: one array per field, all of the same length, with rows in the collection's default order.
 * - locations: locationId, name, parentId, level, postcode, version, updatedAt, updatedBy (an index into `people`);
 *   sets created by an earlier server lack the last two
 * - a channel's records: the columns of contract/cached. Flags are a single number (SUPPORT_KEYS, bit 0 first); strings
 *   are indexes into their distinct values, which are in a separate column (`textsOf`; `people` for updatedBy)
 */
export const segmentColumns = z.record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()])));
export type SegmentColumns = z.output<typeof segmentColumns>;

export const getSegment = defineCall({
  id: 'feed.segment',
  method: 'GET',
  path: '/v2/ops/segments/{id}',
  input: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  output: z.object({
    collection: z.string(),
    entity: country,
    channelId: z.optional(recordId),
    threePlId: z.optional(recordId),
    columns: segmentColumns,
  }),
  permission: 'signedIn',
  offline: 'network',
  costly: 'segments',
  summary: 'Returns one segment, compressed as stored; its id is the hash of its content (design 4)',
});

/** The maximum length of a list of names or ids that are separated by commas. */
const LIST_MOST = 4000;

/** The ids of collections that `getSets` returns whole; ids of segments have other forms. */
export const WHOLE_ID = /^[0-9a-f]{20}$/;

export const getSets = defineCall({
  id: 'feed.sets',
  method: 'GET',
  path: '/v2/ops/sets',
  input: z.object({
    entity: country,
    /** Names of collections that are cached with the entity, separated by commas; unknown ones are ignored. */
    collections: z.string().check(z.maxLength(LIST_MOST)),
    /** Ids that the device has stored, separated by commas; their columns are not returned again. */
    known: z._default(z.string().check(z.maxLength(LIST_MOST)), ''),
  }),
  output: z.object({
    /** Cursor from which to request changes to all returned collections. */
    cursor: z.string(),
    sets: z.array(
      z.object({
        collection: z.string(),
        rows: z.int(),
        /** A hash of the content: the same id always refers to the same columns. Empty if there are no rows. */
        id: z.string(),
        /** All rows in one segment; omitted if there are none, or if the device has them. */
        columns: z.optional(segmentColumns),
      }),
    ),
    /** Collections that the person may read but that are too large: `getSegments` returns them. */
    large: z.array(z.string()),
  }),
  permission: 'signedIn',
  offline: 'network',
  costly: 'segments',
  summary: 'Returns the small collections that are cached with the entity, whole and with one cursor (design 4)',
});

/**
 * Server-sent events at GET /api/v2/ops/events?entity=XX (not an envelope call):
 * - `changes`, data {cursor}: something was committed; fetch the changes
 * - `session`, data {}: permissions, whitelist or session changed; fetch the session again
 * - `version`, data {release_time} (epoch seconds): the release time of the served console, sent when the stream starts
 *   and when a new console is released (VER-4)
 * - `import`, data {id, state, done, total}: progress of one of the person's imports (contract/imports/calls); if
 *   another API process runs it, only as much as imports.get returns
 * - `bell`, data {}: the person's notifications changed, or were read on another device; fetch them again
 * - `batches`, data {entity, importId}: an import was queued, started, ended or was deleted, by anyone; its list of
 *   tasks, price lists or batches shows it (only for people who may read that list)
 * - `closed`, data {reason}: the stream ends. `tooMany`: newer streams of the same person replaced it (docs/limits.md);
 *   poll for changes occasionally, and do not open a stream for some minutes
 * - `ping`: every 15 s
 */
export const EVENTS_PATH = '/v2/ops/events';
