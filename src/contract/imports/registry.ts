import type { ImportDeclaration } from '../../domain/import/declaration.ts';
import { canBulk, canImport } from '../resource.ts';
import { RATE_IMPORTS } from '../rateImports/sheets.ts';
import { importOf } from '../resourceSheet.ts';
import { SHEETS } from '../resources/sheets.ts';

/** Every import that the console offers. */
export const ALL_IMPORTS: readonly ImportDeclaration[] = [
  ...Object.values(SHEETS)
    .flatMap(sheet => [...(canImport(sheet.resource) ? [sheet] : []), ...(sheet.parts ?? [])])
    .map(importOf),
  ...RATE_IMPORTS,
];

/**
 * Operations that change many records as one unit by means of a file: imports, and bulk changes of resources that have
 * no import.
 */
export const ALL_UNITS: readonly ImportDeclaration[] = [
  ...ALL_IMPORTS,
  ...Object.values(SHEETS)
    .filter(({ resource }) => canBulk(resource) && !canImport(resource))
    .map(importOf),
];

/** An import or bulk change by its id; undefined if this build does not know it. */
export const importById = (id: string): ImportDeclaration | undefined =>
  ALL_UNITS.find(declaration => declaration.id === id);

/** The import whose template has the given file name. */
export const importByTemplate = (fileName: string): ImportDeclaration | undefined =>
  ALL_IMPORTS.find(({ templateFile }) => templateFile === fileName);
