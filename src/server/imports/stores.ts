import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import { allUnits } from '../../contract/imports/registry.ts';
import { oncePer } from '../../domain/oncePer.ts';
import { resourceById } from '../../contract/resources/all.ts';
import { rateFileById } from '../../contract/rateImports/resources.ts';
import { locationStore } from './locationStore.ts';
import { IMPORT_ROWS, recordStore } from './recordStore.ts';
import { rateStore } from './rateStore.ts';
import type { ImportStore } from './store.ts';

/** All tables that contain rows of imports. */
export const IMPORT_TABLES: readonly string[] = [locationStore.table, IMPORT_ROWS];

const storesOf = oncePer(
  ({ resources }: Declarations): ReadonlyMap<string, ImportStore> =>
    new Map(
      allUnits(resources).flatMap(({ id }) => {
        const file = rateFileById(id);
        if (file) return [[id, rateStore(file)] as const];
        const resource = resourceById(id, resources);
        if (!resource) return [];
        return [
          [id, resource.collection === locationStore.collection ? locationStore : recordStore(resource)] as const,
        ];
      }),
    ),
);

/** Returns the store of an import, given the id of its declaration; undefined if this build does not know the id. */
export const storeOf = (declaration: string, declared: Declarations = DECLARATIONS): ImportStore | undefined =>
  storesOf(declared).get(declaration);
