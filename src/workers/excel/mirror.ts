import { Dexie } from 'dexie';
import { EMPTY } from '../../contract/cached.ts';
import { PLACES, type Reference } from '../../contract/fields/base.ts';
import { NO_OWNER, OF_ENTITY, cachedOwner } from '../../contract/owner.ts';
import { referencesOf } from '../../contract/references.ts';
import { fieldsOfKind, isOfEntity, ownerField, type Resource } from '../../contract/resource.ts';
import { importedResource } from '../../contract/rateImports/resources.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { LocationRow } from '../../contract/locations.ts';
import type { Country } from '../../domain/country.ts';
import { ROW, type Checked, type ImportLookup } from '../../domain/import/check.ts';
import { valueColumns } from '../../domain/import/declaration.ts';
import type { ExistingRecords, RecordColumns } from '../../domain/import/diff.ts';
import { BLANK } from '../../domain/import/parseCell.ts';
import { PlaceLookup, type PlaceColumns } from '../../domain/import/places.ts';
import type { TextPool } from '../../domain/sheet/textPool.ts';
import type { MirrorDb } from '../../sync/mirror/db.ts';
import { readSet } from '../../sync/mirror/loadSet.ts';
import { loadedSnapshot } from '../../sync/mirror/loaded.ts';
import { nameOfRow, type PlaceSegment } from '../../sync/mirror/placeSegment.ts';
import { checkedAt } from '../../sync/mirror/cacheStatus.ts';
import type { CachedColumns } from '../../sync/mirror/cachedColumns.ts';
import { NOTHING_BROUGHT, type Brought } from '../../sync/imports/brought.ts';

/**
 * The data with which an import is checked and compared: the mirror, which the worker reads itself so that no page
 * waits for it.
 */
export interface ImportMirror {
  /** Null until all of the country's locations are loaded. */
  lookup(entity: Country, importId: string): Promise<ImportLookup | null>;
  /** Cached records to which the rows of a checked import may refer. */
  cached(entity: Country, checked: Checked): Promise<{ records: ExistingRecords; asOf: number; since: string | null }>;
}

/**
 * @param open opens the mirror, once; if that fails, references are not checked and nothing is compared
 * @param waits the person's writes of some collections that the mirror does not contain yet
 * @param brought what the person's other imports bring to a collection
 */
export function importMirror(
  open: () => Promise<MirrorDb>,
  waits: (entity: Country, collections: readonly ResourceCollection[]) => Promise<object> = async () => ({}),
  brought: (entity: Country, collection: string) => Promise<Brought> = async () => NOTHING_BROUGHT,
): ImportMirror {
  let opening: Promise<MirrorDb | null> | undefined;
  const reading = async <T>(work: (db: MirrorDb | null) => Promise<T>): Promise<T> => {
    const used = (opening ??= open().catch(() => null));
    const db = await used;
    try {
      return await work(db);
    } catch (error) {
      // The mirror was removed or rebuilt meanwhile (MR5); the next query opens the new one.
      if (opening === used) opening = undefined;
      db?.close();
      throw error;
    }
  };
  return {
    lookup: (entity, importId) =>
      reading(async db => {
        if (!db) return null;
        const resource = importedResource(importId, db.declared.resources);
        const named = resource ? referencesOf(resource).map(({ names }) => names) : [];
        const collections = named.flatMap(({ collection }) =>
          collection === PLACES ? [] : [collection as ResourceCollection],
        );
        // Read before the mirror, which then contains anything that settles later. The server knows the rest.
        const waiting =
          collections.length === 0
            ? {}
            : await waits(entity, collections).catch(() => Object.fromEntries(collections.map(one => [one, null])));
        const known = new Map<string, Brought>();
        for (const collection of collections)
          known.set(
            collection,
            await brought(entity, collection).catch(() => ({ ...NOTHING_BROUGHT, isWhole: false })),
          );
        const lookup = await lookupOf(db, entity);
        return lookup && { ...lookup, known: await knownIn(db, entity, named, lookup, waiting, known) };
      }),
    cached: (entity, checked) =>
      reading(async db => {
        const resource = importedResource(checked.declaration.id, db?.declared.resources);
        if (!resource) throw new Error(`nothing is cached for ${checked.declaration.id}`);
        // Read before the records: the server then compares later changes a second time instead of missing them.
        const asOf = db ? await checkedAt(db, entity) : 0;
        const since = (await db?.snapshots.get(entity))?.cursor ?? null;
        return { records: await cachedRecords(db, resource, entity, checked), asOf, since };
      }),
  };
}

/** Whether records to which files refer exist (`ImportLookup.known`), for lists that are completely cached. */
async function knownIn(
  db: MirrorDb,
  entity: Country,
  named: readonly Reference[],
  { places }: ImportLookup,
  waiting: object,
  brought: ReadonlyMap<string, Brought>,
): Promise<NonNullable<ImportLookup['known']>> {
  const lists = new Map<string, ReadonlySet<number | string>>();
  for (const { collection, field } of named) {
    if (collection === PLACES || collection in waiting || lists.has(collection)) continue;
    const columns = (await readSet(db, [entity, collection as ResourceCollection, OF_ENTITY]))?.columns;
    if (!columns) continue;
    const numbers = columns.numbers(field).subarray(0, columns.length);
    const texts = columns.kindOf(field) === 'text' ? columns.texts(field) : null;
    lists.set(collection, new Set(Array.from(numbers, value => (texts ? (texts[value] as string) : value))));
  }
  return (collection, value) => {
    if (collection === PLACES) return places.indexOf(Number(value)) >= 0;
    const { values, isWhole } = brought.get(collection) ?? NOTHING_BROUGHT;
    if (values.has(value)) return true;
    const isCached = lists.get(collection)?.has(value) ?? null;
    return isCached === false && !isWhole ? null : isCached;
  };
}

async function lookupOf(db: MirrorDb, entity: Country): Promise<ImportLookup | null> {
  // Read in one transaction, because a fresh snapshot may replace this one meanwhile.
  const read = await db.transaction('r', [db.snapshots, db.segments, db.rows, db.channels], async () => {
    const snapshot = await loadedSnapshot(db, entity);
    return (
      snapshot &&
      (await Promise.all([
        db.segments.bulkGet(snapshot.locations),
        db.rows
          .where('[entity+collection+key]')
          .between([entity, 'locations', Dexie.minKey], [entity, 'locations', Dexie.maxKey])
          .toArray(),
        db.channels.where('entity').equals(entity).toArray(),
        db.rows.where('[entity+collection]').equals([entity, 'threePls']).toArray(),
      ]))
    );
  });
  if (!read || read[0].includes(undefined)) return null;
  const [segments, changed, channels, threePls] = read;
  const names = {
    channel: new Map(channels.map(({ channelId, name }) => [channelId, name])),
    '3pl': new Map(threePls.flatMap(({ key, row }) => (row ? [[Number(key), String(row['name'])] as const] : []))),
  };
  const newer = new Map(changed.map(({ key, row }) => [Number(key), row as LocationRow | null]));
  return {
    country: entity,
    ownerName: (of, id) => names[of].get(id) ?? null,
    ownerIds: of => names[of].keys(),
    places: new PlaceLookup(
      placeColumns(
        segments.flatMap(segment => (segment ? [segment.columns] : [])),
        newer,
      ),
    ),
  };
}

function placeColumns(segments: readonly PlaceSegment[], newer: ReadonlyMap<number, LocationRow | null>): PlaceColumns {
  const columns = { ids: [] as number[], names: [] as string[], parents: [] as number[], levels: [] as number[] };
  const put = (id: number, name: string, parent: number, level: number): void => {
    columns.ids.push(id);
    columns.names.push(name);
    columns.parents.push(parent);
    columns.levels.push(level);
  };
  for (const segment of segments) {
    segment.ids.forEach((id, at) => {
      if (newer.has(id)) return;
      put(id, nameOfRow(segment, at), segment.parentIds[at] as number, segment.levels[at] as number);
    });
  }
  for (const row of newer.values()) if (row) put(row.locationId, row.name, row.parentId, row.level);
  return columns;
}

/**
 * Records of a resource in the entity, or of the channels or 3PLs to which the files refer; owners that are not
 * completely cached are listed.
 */
async function cachedRecords(
  db: MirrorDb | null,
  resource: Resource,
  entity: Country,
  checked: Checked,
): Promise<ExistingRecords> {
  const notCached = new Set<number>();
  const parts: { owner: number; columns: CachedColumns }[] = [];
  for (const owner of ownersNamed(checked)) {
    const collection = resource.collection as ResourceCollection;
    const columns = db && (await readSet(db, [entity, collection, cachedOwner(resource.scope, owner)]))?.columns;
    if (columns) parts.push({ owner, columns });
    else notCached.add(owner);
  }
  const count = parts.reduce((sum, { columns }) => sum + columns.length, 0);
  const { declaration, texts } = checked;
  const flags = fieldsOfKind(resource, 'flag').map(([name]) => name);
  const keys = declaration.key.map(() => new Float64Array(count));
  const wanted = valueColumns(declaration).map(({ key }) => key);
  const values = wanted.map(name => (flags.includes(name) ? new Uint8Array(count) : new Float64Array(count)));
  let from = 0;
  for (const { owner, columns } of parts) {
    const to = from + columns.length;
    declaration.key.forEach((name, at) => {
      if (name === declaration.owner) keys[at]?.fill(owner, from, to);
      else keys[at]?.set(numbersOf(columns, name, texts), from);
    });
    wanted.forEach((name, at) => values[at]?.set(valuesOf(columns, name, texts), from));
    from = to;
  }
  return {
    count,
    keys,
    values,
    ...(resource.problem ? { columns: fieldsOf(resource, parts, texts) } : {}),
    notCached,
    ...(notCached.has(NO_OWNER) ? { nothingCached: true } : {}),
  };
}

/** All cached fields of the records, for the rule between them. */
function fieldsOf(
  resource: Resource,
  parts: readonly { owner: number; columns: CachedColumns }[],
  texts: TextPool,
): RecordColumns {
  const [first] = parts;
  const names = Object.keys(resource.fields).filter(name => first && isCached(first.columns, name));
  const read = new Map(
    names.map(name => [name, parts.flatMap(({ columns }) => Array.from(valuesOf(columns, name, texts)))]),
  );
  if (!isOfEntity(resource))
    read.set(
      ownerField(resource),
      parts.flatMap(({ owner, columns }) => Array.from({ length: columns.length }, () => owner)),
    );
  return read;
}

const maskOf = (columns: CachedColumns, name: string): { of: string; mask: number } | null => {
  const view = columns.declaration.views[name];
  return view && 'mask' in view ? view : null;
};

const isCached = (columns: CachedColumns, name: string): boolean =>
  columns.kindOf(name) !== undefined || maskOf(columns, name) !== null;

/** A cached column's values in the check's format, with packed flags as 0 or 1. */
function valuesOf(columns: CachedColumns, name: string, texts: TextPool): ArrayLike<number> {
  const flag = maskOf(columns, name);
  if (!flag) return numbersOf(columns, name, texts);
  return columns
    .numbers(flag.of)
    .subarray(0, columns.length)
    .map(packed => (packed & flag.mask ? 1 : 0));
}

/**
 * Ids of the channels or 3PLs to which the error-free rows refer, or `NO_OWNER` if records belong to the entity; the
 * owner in an invalid row may not exist.
 */
function ownersNamed({ declaration, files }: Checked): Set<number> {
  if (declaration.owner === undefined) return new Set([NO_OWNER]);
  const at = declaration.columns.findIndex(({ key }) => key === declaration.owner);
  const ids = new Set<number>();
  for (const { values, wrong, rowKinds } of files) {
    values[at]?.forEach((id, row) => {
      if (id > 0 && wrong[row] === 0 && rowKinds[row] !== ROW.skipped) ids.add(id);
    });
  }
  return ids;
}

/**
 * A cached column's values in the check's format: strings as indexes into the check's strings, and BLANK for empty
 * values.
 */
function numbersOf(columns: CachedColumns, name: string, texts: TextPool): ArrayLike<number> {
  const numbers = columns.numbers(name).subarray(0, columns.length);
  const kind = columns.kindOf(name);
  const mayBeEmpty = columns.declaration.empties.includes(name);
  if (kind !== 'text') {
    if (!mayBeEmpty || kind === undefined) return numbers;
    return Float64Array.from(numbers, value => (value === EMPTY[kind] ? BLANK : value));
  }
  const codes = columns.texts(name).map(text => (mayBeEmpty && text === EMPTY.text ? BLANK : texts.internText(text)));
  return Float64Array.from(numbers, code => codes[code] as number);
}
