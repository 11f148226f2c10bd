import type { ImportDeclaration } from '../../domain/import/declaration.ts';
import { canImport } from '../resource.ts';
import { importOf } from '../resourceSheet.ts';
import { SHEETS } from '../resources/sheets.ts';

/** Every import of the console. */
export const ALL_IMPORTS: readonly ImportDeclaration[] = Object.values(SHEETS)
  .filter(({ resource }) => canImport(resource))
  .map(importOf);

/** An import by its id; undefined for one that this build does not know. */
export const importById = (id: string): ImportDeclaration | undefined =>
  ALL_IMPORTS.find(declaration => declaration.id === id);

/** An import by its template's file name. */
export const importByTemplate = (fileName: string): ImportDeclaration | undefined =>
  ALL_IMPORTS.find(({ templateFile }) => templateFile === fileName);
