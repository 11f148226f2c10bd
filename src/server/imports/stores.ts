import { canBulk } from '../../contract/resource.ts';
import { RESOURCES, type ResourceCollection } from '../../contract/resources/all.ts';
import { locationStore } from './locationStore.ts';
import { IMPORT_ROWS, recordStore } from './recordStore.ts';
import type { ImportStore } from './store.ts';

/** Every table with rows of imports. */
export const IMPORT_TABLES: readonly string[] = [locationStore.table, IMPORT_ROWS];

const ownStore = (collection: ResourceCollection): ImportStore | null =>
  collection === locationStore.collection ? locationStore : null;

const STORES: ReadonlyMap<string, ImportStore> = new Map(
  RESOURCES.filter(canBulk).map(resource => [resource.id, ownStore(resource.collection) ?? recordStore(resource)]),
);

/** The store of an import by its declaration's id; undefined for one that this build does not know. */
export const storeOf = (declaration: string): ImportStore | undefined => STORES.get(declaration);
