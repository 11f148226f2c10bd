import { ALL_UNITS } from '../../contract/imports/registry.ts';
import { resourceById, type ResourceCollection } from '../../contract/resources/all.ts';
import { rateFileById } from '../../contract/rateImports/resources.ts';
import { locationStore } from './locationStore.ts';
import { IMPORT_ROWS, recordStore } from './recordStore.ts';
import { rateStore } from './rateStore.ts';
import type { ImportStore } from './store.ts';

/** All tables that contain rows of imports. */
export const IMPORT_TABLES: readonly string[] = [locationStore.table, IMPORT_ROWS];

const ownStore = (collection: ResourceCollection): ImportStore | null =>
  collection === locationStore.collection ? locationStore : null;

const STORES: ReadonlyMap<string, ImportStore> = new Map(
  ALL_UNITS.flatMap(({ id }) => {
    const file = rateFileById(id);
    if (file) return [[id, rateStore(file)] as const];
    const resource = resourceById(id);
    return resource
      ? [[id, ownStore(resource.collection as ResourceCollection) ?? recordStore(resource)] as const]
      : [];
  }),
);

/** Returns the store of an import, given the id of its declaration; undefined if this build does not know the id. */
export const storeOf = (declaration: string): ImportStore | undefined => STORES.get(declaration);
