import type { CallDefinition, HeldCollection } from '../../contract/call.ts';
import { columnsOf, HELD, OF_ENTITY, type HeldDeclaration, type HeldFilter } from '../../contract/held.ts';
import { cleanFilters, readSort, type ListSort } from '../../domain/listQuery.ts';
import type { Row } from '../types.ts';
import type { Condition } from './columnTable.ts';

/** A page of a list about one channel, or about the entity, as the cached rows can answer it. */
export interface CachedQuestion {
  collection: HeldCollection;
  /** `OF_ENTITY` for what is cached with the entity. */
  channelId: number;
  /** What its rows must be. */
  where: readonly Condition[];
  /** Null: the default order. */
  sort: ListSort | null;
  page: number;
  count: number;
  /** Change counter that the answer must have reached; what is in memory will do where it has. */
  least?: number;
}

/** Server truth as far as the mirror has come (MR1): the list draws the pending writes over it. */
export interface CachedAnswer {
  rows: Row[];
  total: number;
  /** The collection's change counter in the entity that the rows include. */
  rev: number;
  /** Epoch milliseconds when the mirror had last caught up. */
  asOf: number;
}

const BY_LIST = new Map<string, HeldDeclaration>(Object.values(HELD).map(held => [held.listId, held]));

/** A list's question as the cached rows answer it; null when they cannot: another list, no channel, an unknown filter. */
export function cachedQuestion(
  call: CallDefinition,
  filters: Row,
  sort: string,
  page: number,
  count: number,
): CachedQuestion | null {
  const declaration = BY_LIST.get(call.id);
  if (!declaration) return null;
  const { channelId: chosen, ...others } = cleanFilters(filters) as Row;
  const channelId = declaration.ofEntity ? OF_ENTITY : chosen;
  if (typeof channelId !== 'number') return null;
  const where: Condition[] = [];
  for (const [name, value] of Object.entries(others)) {
    const filter = declaration.filters[name];
    const condition = filter && conditionOf(declaration, filter, value);
    if (condition === undefined) return null;
    if (condition !== null) where.push(condition);
  }
  const { collection, sorts } = declaration;
  return { collection, channelId, where, sort: readSort(sort, sorts), page, count };
}

/** A filter's value as a condition; null where it leaves nothing out, undefined where it is no value of it. */
function conditionOf(declaration: HeldDeclaration, filter: HeldFilter, value: unknown): Condition | null | undefined {
  const { is } = filter;
  const parts = filter.in.map((column): Condition | null | undefined => {
    if (is === 'shown') {
      if (typeof value !== 'boolean') return undefined;
      return value ? null : { column, is: 'yes' };
    }
    const isText = is !== 'equal' || columnsOf(declaration)[column] === 'text';
    if (typeof value !== (isText ? 'string' : 'number')) return undefined;
    if (is === 'equal') return { column, is, value: value as string | number };
    return { column, is, text: value as string };
  });
  if (parts.includes(undefined)) return undefined;
  const found = parts.filter(part => part !== null && part !== undefined);
  if (found.length === 0) return null;
  return found.length === 1 ? (found[0] as Condition) : { any: found };
}
