import { listAuditLogs, type AuditRow } from '../../contract/audit.ts';
import type { ListSource, Row } from '../../sync/types.ts';

/** What the address of a log page names: whose log, and of which channel or 3PL (LOG-1, G88). */
export type LogFilters = { code: string; channel?: number; '3pl'?: number };
/** The same with what a person filters the log by (screens/log/logFilters). */
type LogQuestion = LogFilters & Row;

/** What the log list reads. No pending write has an entry in it: the server writes the log. */
export const logSource: ListSource<LogQuestion, AuditRow> = {
  id: 'log',
  call: listAuditLogs as unknown as ListSource<LogQuestion, AuditRow>['call'],
  collection: null,
  rowKey: row => String(row.id),
  matches: () => false,
  ready: filters => filters.code !== '',
};

const id = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Reads the log's part of an address; `fallback` is the feature of the route when the address names none. */
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
