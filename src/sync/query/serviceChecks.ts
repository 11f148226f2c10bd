import { OF_ENTITY, ownerOfKey, type CachedOwner, type IdScope, type OwnerKey } from '../../contract/owner.ts';
import { SERVICE_LISTS } from '../../contract/serviceLists.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { AddressBook, type AddressMatch } from '../../domain/addressMatch.ts';
import type { Country } from '../../domain/country.ts';
import { checkServiceability, type CheckAnswer, type CheckQuestion } from '../../domain/serviceability.ts';
import { AREA_TYPE, RESTRICTION, YES } from '../../domain/serviceableChoices.ts';
import type { ServiceConfig } from '../../domain/serviceableConfig.ts';
import type { CachedColumns } from '../mirror/cachedColumns.ts';
import { ownerRecords, readConfig, type Pending, type RecordOwner } from './ownerRecords.ts';
import type { PlaceIndex } from './placeIndex.ts';
import { yieldToEventLoop } from './yieldToEventLoop.ts';

/** The result for a typed address, with the names of its places. */
export interface MatchedAddress extends AddressMatch {
  /** Names by level, in the order of the ids in `chain`. */
  names: string[];
  /** Other possible interpretations of the text: ids, and names beginning with the state. */
  alternatives: { locationId: number; names: string[] }[];
}

export interface CheckAsk {
  owner: OwnerKey;
  questions: readonly CheckQuestion[];
  pending: Pending;
}

/** The results with the configuration; null in their place if not all required data is cached. */
export interface CheckReply {
  config: ServiceConfig | null;
  answers: CheckAnswer[];
}

/** Returns a cached set's columns; null for a set that is not completely cached. */
export interface ColumnSource {
  columns(entity: Country, collection: ResourceCollection, owner: CachedOwner): Promise<CachedColumns | null>;
}

/** Number of places added to an address book between two pauses. */
const SLICE = 5000;

const books = new WeakMap<PlaceIndex, Promise<AddressBook>>();

/** A tree's address book, built once, slice by slice. */
export function bookOf(country: Country, places: PlaceIndex): Promise<AddressBook> {
  const known = books.get(places);
  if (known) return known;
  const make = async () => {
    const book = new AddressBook(country);
    let taken = 0;
    for (const place of places.all()) {
      book.add(place);
      taken += 1;
      if (taken % SLICE === 0) await yieldToEventLoop();
    }
    return book;
  };
  const made = make();
  books.set(places, made);
  return made;
}

/** Resolves a typed address in a tree. */
export async function matchAddress(country: Country, places: PlaceIndex, text: string): Promise<MatchedAddress> {
  const book = await bookOf(country, places);
  const match = book.match(text);
  const namesOf = (locationId: number): string[] => (places.path(locationId) ?? []).map(({ name }) => name);
  return {
    ...match,
    names: namesOf(match.locationId),
    alternatives: match.others.map(locationId => ({ locationId, names: namesOf(locationId) })),
  };
}

/** Collections that a lookup requires under a given configuration. */
export function neededFor(config: ServiceConfig | null, scope: IdScope): ResourceCollection[] {
  if (config?.isCheckServiceable !== YES) return [];
  const { location, postcode, zone, route } = SERVICE_LISTS[scope];
  const by = config.serviceableType === AREA_TYPE.location ? location : postcode;
  const extra = { [RESTRICTION.none]: [], [RESTRICTION.sameZone]: [zone], [RESTRICTION.route]: [route] };
  return [...new Set([by.seller, by.buyer, ...extra[config.extraLimitType]])];
}

/** Reads the data for an owner's results from cached columns; null if not all of it is completely cached. */
export async function readOwnerRecords(
  source: ColumnSource,
  entity: Country,
  places: PlaceIndex,
  key: OwnerKey,
  pending: Pending,
) {
  const owner: RecordOwner = { ...ownerOfKey(key), country: entity };
  const { configuration } = SERVICE_LISTS[owner.kind];
  if (!configuration) return null;
  const configs = await source.columns(entity, configuration, OF_ENTITY);
  if (!configs) return null;
  const config = readConfig(configs, owner, pending);
  const columns: Partial<Record<ResourceCollection, CachedColumns>> = {};
  for (const collection of neededFor(config, owner.kind)) {
    const found = await source.columns(entity, collection, key);
    if (!found) return null;
    columns[collection] = found;
  }
  const pathOf = (locationId: number) => places.idsUp(locationId);
  return { config, owner, columns, records: ownerRecords(config, columns, owner, pending, pathOf) };
}

/** Answers queries about one channel or 3PL from cached columns; null if not all required data is completely cached. */
export async function checkCached(
  source: ColumnSource,
  entity: Country,
  places: PlaceIndex,
  ask: CheckAsk,
): Promise<CheckReply | null> {
  const read = await readOwnerRecords(source, entity, places, ask.owner, ask.pending);
  if (!read) return null;
  const { config, records } = read;
  return { config, answers: ask.questions.map(question => checkServiceability(question, records)) };
}
