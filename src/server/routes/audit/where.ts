import { LOOK_BACK } from '../../../contract/audit.ts';
import { quickColumns, subjectOf } from '../../../contract/auditQuick.ts';
import type { Declarations } from '../../../contract/declarations.ts';
import type { CallInput } from '../../../contract/call.ts';
import type { exportAuditLogs } from '../../../contract/history.ts';
import { belongsToEntity, type Scope } from '../../../contract/owner.ts';
import { fieldsOfKind, type Resource } from '../../../contract/resource.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { dayEnd, dayStart } from '../../../domain/day.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { OWNER_TABLES } from '../../db/ownerTables.ts';
import type { Queryable } from '../../db/transaction.ts';
import { badRequest } from '../../base/envelope.ts';
import { storeOf } from '../../imports/stores.ts';
import { quickParts } from './quick.ts';

/** SQL for the log entries that match filters. Each selective filter has an index (LOG-4). */

export type AuditFilters = CallInput<typeof exportAuditLogs>;

/** The columns of an entry, as returned by calls. */
export const AUDIT_COLUMNS = `id, url, body, email, token_name AS token, at AS timestamp, operator_type,
  coalesce(before::text, 'null') AS before, coalesce(after::text, 'null') AS after, collection, record_key AS record`;

export interface AuditQuery {
  /** SQL: the matching entries, as a table `a`. */
  from: string;
  values: unknown[];
}

/**
 * Returns the e-mails of people that contain a string, as well as the string itself, for people whose account no longer
 * exists.
 */
async function peopleLike(db: Queryable, text: string): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    "SELECT email FROM users WHERE email LIKE '%' || $1 || '%' ORDER BY email LIMIT 1000",
    [text.replace(/[\\%_]/g, '\\$&')],
  );
  return [...new Set([text, ...rows.map(({ email }) => email)])];
}

/** Maximum number of imports of a record that are searched. */
const IMPORTS_MOST = 100;

/** Returns the keys that a record with this name may have in one of the given channels. */
function keysOf(resource: Resource, owners: readonly (number | string)[], subject: string): string[] {
  const [, ...further] = resource.key;
  const choices = fieldsOfKind(resource, 'choice');
  let keys = resource.scope === 'platform' ? [subject] : owners.map(owner => `${owner}/${subject}`);
  for (const name of further) {
    const values = choices.find(([field]) => field === name)?.[1].choices.map(({ value }) => value) ?? [];
    keys = keys.flatMap(key => values.map(value => `${key}/${value}`));
  }
  return keys;
}

/**
 * Returns the ids of a feature's imports that changed a given record, identified by its key or by its name within its
 * owner.
 */
async function importsOf(
  db: Queryable,
  declared: Declarations,
  entity: Country,
  filters: AuditFilters,
  record: string,
): Promise<string[]> {
  const resources = declared.resources.filter(({ feature }) => feature === filters.code);
  if (resources.length === 0) return [];
  const isKey = record.includes('/');
  const owners = async ({ scope }: Resource): Promise<readonly (number | string)[]> => {
    if (belongsToEntity(scope)) return [entity];
    const chosen = filters[scope];
    if (chosen !== undefined) return [chosen];
    const { table, column } = OWNER_TABLES[scope];
    const { rows } = await db.query<{ id: number }>(
      `SELECT ${column} AS id FROM ${table} WHERE country = $1 ORDER BY 1 LIMIT 2000`,
      [entity],
    );
    return rows.map(({ id }) => id);
  };
  const known = new Map<Scope, readonly (number | string)[]>();
  const found = new Set<string>();
  for (const resource of resources) {
    const own = isKey ? [] : (known.get(resource.scope) ?? (await owners(resource)));
    known.set(resource.scope, own);
    const keys = isKey ? [record] : keysOf(resource, own, record);
    for (const id of (await storeOf(resource.id, declared)?.importsOf(db, entity, keys, IMPORTS_MOST)) ?? [])
      found.add(id);
  }
  return [...found];
}

/**
 * Returns the query for the entries that match the filters of a person.
 * @throws ApiError 400 for an invalid date
 */
export async function auditQuery(
  db: Queryable,
  declared: Declarations,
  entity: Country,
  filters: AuditFilters,
): Promise<AuditQuery> {
  const values: unknown[] = [entity, filters.code];
  const conditions = ['entity = $1'];
  const add = (sql: (place: string) => string, value: unknown) =>
    void conditions.push(sql(`$${String(values.push(value))}`));
  if (filters.code === FEATURE.shop) {
    // Entries about shops had the code of shipping fee rules before shops had their own, and entries are never changed.
    const former = `$${String(values.push(FEATURE.shippingFeeRule))}`;
    const own = declared.resources.flatMap(({ feature, collection }) => (feature === FEATURE.shop ? [collection] : []));
    add(at => `(feature = $2 OR feature = ${former} AND collection = ANY (${at}::text[]))`, own);
  } else conditions.push('feature = $2');
  if (filters.channel !== undefined) add(at => `channel_id = ${at}`, filters.channel);
  if (filters['3pl'] !== undefined) add(at => `tpl_id = ${at}`, filters['3pl']);
  if (filters.email !== undefined)
    add(at => `email = ANY (${at}::text[])`, await peopleLike(db, filters.email.trim().toLowerCase()));
  if (filters.operation !== undefined) add(at => `operator_type = ${at}`, filters.operation);
  const { timeZone } = COUNTRIES[entity];
  for (const [name, sql, start] of [
    ['from', (at: string) => `at >= ${at}`, dayStart],
    ['to', (at: string) => `at < ${at}`, dayEnd],
  ] as const) {
    const day = filters[name];
    if (day === undefined) continue;
    const at = start(day, timeZone);
    if (at === null) throw badRequest(`${name}: ${day} is not a valid day`);
    add(sql, at);
  }
  if (filters.record !== undefined) {
    const record = filters.record.trim();
    const subject = `$${String(values.push(subjectOf(record)))}`;
    const key = record.includes('/') ? ` AND record_key = $${String(values.push(record))}` : '';
    const ids = `$${String(values.push(await importsOf(db, declared, entity, filters, record)))}`;
    conditions.push(
      `(record_key IS NOT NULL AND subject = ${subject}${key} OR import_id IS NOT NULL AND import_id = ANY (${ids}::text[]))`,
    );
  }
  const chosen = `SELECT * FROM audit_logs WHERE ${conditions.join(' AND ')}`;
  const parameter = (value: unknown): string => `$${String(values.push(value))}`;
  const slow = quickParts(quickColumns(filters.code, declared.resources), filters.quick ?? '', '$1', parameter);
  if (filters.field !== undefined) {
    const field = `${parameter(filters.field)}::text`;
    slow.push(`before IS NOT NULL AND after IS NOT NULL AND before -> ${field} IS DISTINCT FROM after -> ${field}`);
  }
  if (slow.length === 0) return { from: `(${chosen}) a`, values };
  return {
    from: `(SELECT * FROM (${chosen} ORDER BY id DESC LIMIT ${LOOK_BACK}) newest WHERE ${slow.join(' AND ')}) a`,
    values,
  };
}
