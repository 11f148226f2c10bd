import { takesAll } from '../../contract/channelConfig.ts';
import { labelOf, updatesOf, type RecordUpdate } from '../../contract/resource.ts';
import { channelConfig, type ChannelConfigRow } from '../../contract/resources/channelConfig.ts';
import { settingsProblem } from '../../domain/channelConfig/problem.ts';
import { warehouseIds } from '../../domain/channelConfig/channel.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Person } from '../auth/person.ts';
import type { Queryable } from '../db/transaction.ts';
import { requireRight } from '../http/call.ts';
import { badRequest } from '../base/envelope.ts';
import { PLAN_ROWS, type Extras, type Input, type PlanProblem } from './extras.ts';
import { ensureChannel, followRows, lockNumbers, nextChannelId, withChannel } from './channelConfig/follow.ts';
import {
  createdSettings,
  isDocumentForm,
  namedByDeltas,
  namedByWhole,
  plainSettings,
  settingsAfter,
} from './channelConfig/values.ts';
import { lockedRecord } from './write.ts';

/** What the configuration of a channel adds to the writes that all records have in common (resources/write). */
export const channelConfigExtras: Extras<typeof channelConfig> = {
  before: newChannel,
  changes: channelChanges,
  after: withChannel,
  bringsOwner: true,
  planProblem: stagedWarehouses,
  followRows,
};

/** All settings that at least one update can change. */
const SETTINGS = [...new Set(updatesOf(channelConfig).flatMap(({ fields }) => fields))];
const MAINTENANCE = channelConfig.actions.maintenance;
const WRITE = `${channelConfig.feature}.write`;

/**
 * Returns the values of a new channel; without an id, it gets the next free one (CHC-12). Also creates the channel
 * itself.
 */
async function newChannel(db: Queryable, entity: Country, input: Input): Promise<Input> {
  const values = createdSettings(input, entity);
  const found = settingsProblem(values, entity);
  if (found) throw badRequest(`${found.field}: ${found.problem}`);
  await requireWarehouses(db, null, values);
  await lockNumbers(db);
  const channelId = (input['channelId'] as number | undefined) ?? (await nextChannelId(db, entity));
  const all = { ...values, channelId };
  await ensureChannel(db, entity, all);
  return all;
}

const HOUSES = [
  { field: 'seller_location', wms: false, words: 'seller warehouse' },
  { field: 'warehouse_location', wms: true, words: 'WMS warehouse' },
] as const;

/**
 * Finds a warehouse that does not belong to the country from which the channel ships (CHC-15, CHC-42). Warehouses that
 * the channel already has are checked again only if that country changes. If no warehouses of the country are known, all
 * are accepted.
 */
async function warehouseProblem(db: Queryable, before: Input | null, after: Input): Promise<Problem | null> {
  const country = after['from_country'] as Country;
  for (const { field, wms, words } of HOUSES) {
    const kept = before?.['from_country'] === country ? warehouseIds(String(before[field] ?? '')) : [];
    const added = warehouseIds(String(after[field] ?? '')).filter(id => !kept.includes(id));
    if (added.length === 0) continue;
    const { rows } = await db.query<{ id: string; wms: boolean }>({
      name: 'channel-config-warehouses',
      text: 'SELECT id, wms FROM warehouses WHERE country = $1',
      values: [country],
    });
    const wrong = added.find(id => !rows.some(house => house.id === id && house.wms === wms));
    if (rows.length > 0 && wrong !== undefined)
      return { field, problem: `${wrong} is not a valid ${words} in ${COUNTRIES[country].inText}` };
  }
  return null;
}

/** @throws ApiError 400 that names the first unknown warehouse */
async function requireWarehouses(db: Queryable, before: Input | null, after: Input): Promise<void> {
  const found = await warehouseProblem(db, before, after);
  if (found) throw badRequest(`${found.field}: ${found.problem}`);
}

/** Makes the same check for the rows of an import or a bulk change. */
async function stagedWarehouses(db: Queryable, _entity: Country, importNo: number): Promise<PlanProblem | null> {
  const of = (state: 'before' | 'after') =>
    `${state}->>'from_country', ${state}->>'seller_location', ${state}->>'warehouse_location'`;
  const { rows } = await db.query<{ before: (string | null)[]; after: string[] }>({
    name: 'channel-config-staged-warehouses',
    text: `SELECT DISTINCT ARRAY[${of('before')}] AS before, ARRAY[${of('after')}] AS after FROM import_rows
            WHERE import_no = $1 AND after IS NOT NULL AND ARRAY[${of('before')}] IS DISTINCT FROM ARRAY[${of('after')}]`,
    values: [importNo],
  });
  const named = ([country, seller, wms]: readonly unknown[]): Input => ({
    from_country: country,
    seller_location: seller,
    warehouse_location: wms,
  });
  for (const { before, after } of rows) {
    const found = await warehouseProblem(db, before[0] === null ? null : named(before), named(after));
    if (!found) continue;
    const { field, problem } = found;
    const { rows: staged } = await db.query<{ n: number }>({
      name: 'channel-config-staged-rows',
      text: `SELECT n FROM import_rows WHERE import_no = $1 AND after IS NOT NULL
                AND ARRAY[${of('before')}] IS NOT DISTINCT FROM $2::text[] AND ARRAY[${of('after')}] IS NOT DISTINCT FROM $3::text[]
              ORDER BY n LIMIT ${PLAN_ROWS}`,
      values: [importNo, before, after],
    });
    return {
      text: `${labelOf(channelConfig, field)}: ${problem}.`,
      rows: staged.map(({ n }) => ({ n, field, text: problem })),
    };
  }
  return null;
}

/**
 * Returns the new values of the record's fields, whatever the form of the update, and the version on which they are
 * based.
 */
async function channelChanges(
  db: Queryable,
  entity: Country,
  update: RecordUpdate,
  input: Input & { version?: number | undefined },
  person: Person,
): Promise<{ changes: Input; version: number | undefined }> {
  const plain = plainSettings(update, input);
  const given = { changes: plain, version: input.version };
  const isWhole = update.fields.every(field => field in plain);
  const isPlain = isWhole && !isDocumentForm(input) && !takesAll(update);
  if (isPlain && !HOUSES.some(({ field }) => field in plain)) return given;
  // Locked before it is read: of two updates without a version, the second is based on the result of the first.
  const row = (await lockedRecord(db, channelConfig, {
    country: entity,
    channelId: input['channelId'],
  })) as ChannelConfigRow | null;
  // If the record does not exist or the version is stale, the write itself refuses the update.
  if (!row || (input.version !== undefined && input.version !== row.version)) return given;
  if (isPlain) {
    await requireWarehouses(db, { ...row }, { ...row, ...plain });
    return given;
  }
  const after = settingsAfter(row, input);
  const foreign = (names: readonly string[]) => names.filter(name => !update.fields.includes(name));
  const changed = (name: string) => after[name] !== row[name as keyof ChannelConfigRow];
  if (!takesAll(update)) refuse([...foreign(namedByDeltas(input)), ...foreign(namedByWhole(input)).filter(changed)]);
  const others = takesAll(update) ? foreign(SETTINGS).filter(changed) : [];
  const rights = others.map(name => (name === 'maintenance' ? MAINTENANCE.permission : WRITE));
  for (const right of new Set(rights)) requireRight(person, entity, right);
  await requireWarehouses(db, row, after);
  const fields = others.length > 0 ? SETTINGS : update.fields;
  return { changes: Object.fromEntries(fields.map(field => [field, after[field]])), version: row.version };
}

/** @throws ApiError 400 that names the call for these settings, unless `others` is empty */
function refuse(others: readonly string[]): void {
  if (others.length === 0) return;
  const labels = [...new Set(others)].map(field => labelOf(channelConfig, field)).join(', ');
  throw badRequest(
    `${labels} cannot be changed by this call. Use the call of its own group, or ${MAINTENANCE.path}, which accepts all of them.`,
  );
}
