import { listAuditLogs, type AuditRow } from '../../contract/audit.ts';
import { auditFinds } from '../../contract/auditQuick.ts';
import { QUICK } from '../../contract/resource.ts';
import { rowsOfCachedPages } from '../../sync/hooks/cachedPages.ts';
import type { ListSource, Row } from '../../sync/types.ts';

/** The contents of a log page's URL: the feature, and the channel or 3PL (LOG-1, G88). */
export type LogFilters = { code: string; channel?: number; '3pl'?: number };
/** The contents of a log page's URL together with the person's filters (screens/log/logFilters). */
type LogQuestion = LogFilters & Row;

/** The data source of the log. Pending writes have no entries in it, because only the server writes the log. */
export const logSource: ListSource<LogQuestion, AuditRow> = {
  id: 'log',
  call: listAuditLogs as unknown as ListSource<LogQuestion, AuditRow>['call'],
  collection: null,
  rowKey: row => String(row.id),
  matches: () => false,
  ready: filters => filters.code !== '',
  fromPages: async (pages, question) => {
    const { quick } = question.filters;
    if (typeof quick !== 'string') return null;
    return rowsOfCachedPages(pages, question, {
      sourceId: 'log',
      rowKey: row => String(row.id),
      by: [QUICK],
      finds: row => auditFinds(row, question.filters.code, quick),
      compare: inOrder(question.sort),
    });
  },
};

const COLUMN: Readonly<Record<string, (row: AuditRow) => number | string>> = {
  time: row => row.timestamp,
  email: row => row.email,
  operation: row => row.operator_type,
};

/** The order in which the server returns entries; '' means newest first. */
function inOrder(sort: string): (a: AuditRow, b: AuditRow) => number {
  const descending = sort === '' || sort.startsWith('-');
  const value = COLUMN[sort.replace('-', '')] ?? (row => row.id);
  return (a, b) => {
    const [x, y] = [value(a), value(b)];
    return (x < y ? -1 : x > y ? 1 : a.id - b.id) * (descending ? -1 : 1);
  };
}

const id = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Parses the log's part of a URL; `fallback` is the route's feature, for URLs that do not specify one. */
export function readLogSearch(search: Readonly<Record<string, unknown>>, fallback: string | null): LogFilters {
  const { code } = search;
  const channel = id(search['channel']);
  const tpl = id(search['3pl']);
  return {
    code: typeof code === 'string' && code !== '' ? code : (fallback ?? ''),
    ...(channel === undefined ? {} : { channel }),
    ...(tpl === undefined ? {} : { '3pl': tpl }),
  };
}

/** Describes the ids in a log's URL that are not the id of a channel or a 3PL. */
export const unreadLogSearch = (search: Readonly<Record<string, unknown>>): string[] =>
  [
    ['channel', 'Channel ID'],
    ['3pl', '3PL ID'],
  ].flatMap(([key = '', label = '']) => {
    const value = search[key];
    return value === undefined || id(value) !== undefined ? [] : [`${label} "${String(value)}"`];
  });
