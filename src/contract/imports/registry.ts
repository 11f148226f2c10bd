import type { ImportDeclaration } from '../../domain/import/declaration.ts';
import { oncePer } from '../../domain/oncePer.ts';
import { canBulk, canImport, type Resource } from '../resource.ts';
import { RATE_IMPORTS } from '../rateImports/sheets.ts';
import { importOf } from '../resourceSheet.ts';
import { RESOURCES } from '../resources/all.ts';
import { sheetOf } from '../resources/sheets.ts';

/** Every import of the given resources and of rate tables. */
export const allImports = oncePer((resources: readonly Resource[]): readonly ImportDeclaration[] => [
  ...resources
    .map(sheetOf)
    .flatMap(sheet => [...(canImport(sheet.resource) ? [sheet] : []), ...(sheet.parts ?? [])])
    .map(importOf),
  ...RATE_IMPORTS,
]);

/**
 * Operations that change many records as one unit by means of a file: imports, and bulk changes of resources that have
 * no import.
 */
export const allUnits = oncePer((resources: readonly Resource[]): readonly ImportDeclaration[] => [
  ...allImports(resources),
  ...resources
    .map(sheetOf)
    .filter(({ resource }) => canBulk(resource) && !canImport(resource))
    .map(importOf),
]);

/** An import or bulk change by its id; undefined if this build does not know it. */
export const importById = (id: string, resources: readonly Resource[] = RESOURCES): ImportDeclaration | undefined =>
  allUnits(resources).find(declaration => declaration.id === id);

/** The import whose template has the given file name. */
export const importByTemplate = (fileName: string, resources: readonly Resource[]): ImportDeclaration | undefined =>
  allImports(resources).find(({ templateFile }) => templateFile === fileName);
