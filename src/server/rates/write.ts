import { FAMILY_FEATURE, type Family, type RateVersionRow } from '../../contract/rateTable/versions.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { currencyOf } from '../../domain/currency.ts';
import { columnsInSteps } from '../../domain/rates/columns.ts';
import { findingsInSteps, isComplete } from '../../domain/rates/completeness.ts';
import { rowProblem } from '../../domain/rates/rowRules.ts';
import { FEE_LINES, keyOfPart, PARTS, type Part, type PartRow, type RateSettings } from '../../domain/rates/rows.ts';
import { actionProblem, setTimeProblem, STORED_STATE, type VersionAction } from '../../domain/rates/versions.ts';
import { vatProblem } from '../../domain/rates/vat.ts';
import { DEFAULT_WEIGHT_RULE, weightRuleProblem } from '../../domain/rates/weightRule.ts';
import { lockName, type Queryable } from '../db/transaction.ts';
import { firstVersion, isLost } from '../db/versions.ts';
import type { Effect, Row } from '../writes/write.ts';
import { NO_OWNER } from '../../contract/owner.ts';
import { ApiError, badRequest, conflict, notFound } from '../base/envelope.ts';
import { nameOfOwner } from '../resources/owners.ts';
import {
  copyRows,
  lockRows,
  putRows,
  readRows,
  removeAllRows,
  removeRows,
  replaceRows,
  type Brought,
  type RowsAsked,
  type RowWriter,
} from './parts.ts';
import { coverageOf } from './coverage.ts';
import { cepCountries, cepProblem } from './places.ts';
import { inPauses } from '../base/yieldToEventLoop.ts';
import { refusingInPauses } from './quotes.ts';
import { storeSealed, type SealedTables } from './sealedFiles.ts';
import { COLLECTION, familyNo, findVersion, shown, versionKey, windowsOf, type KnownVersion } from './versions.ts';

/**
 * Writes versions of rate tables in the transaction of a write (writes/write), which adds key, log entry, feed change
 * and reply. Only drafts can be changed; of a submitted version, only the start time can be changed.
 */

/** The author, entity and time of a write. */
export interface RateScope {
  family: Family;
  entity: Country;
  /** The time of the write, in epoch seconds. */
  at: number;
  /** When the version that the write is based on was written. */
  basedAt?: number | undefined;
  person: { email: string };
}

/** The changed rows that the log shows in addition to the version. */
type Logged = { before?: Row; after?: Row };

export function effectOf(
  { family }: RateScope,
  operator: Effect['operator'],
  before: KnownVersion | null,
  after: KnownVersion | null,
  output: unknown,
  logged: Logged = {},
): Effect {
  const row = (after ?? before) as KnownVersion;
  return {
    feature: FAMILY_FEATURE[family],
    operator,
    channelId: row.channelId,
    tplId: null,
    before: before && { ...shown(before), ...logged.before },
    after: after && { ...shown(after), ...logged.after },
    changes: [
      {
        collection: COLLECTION[family],
        key: versionKey(row),
        version: after ? after.version : row.version + 1,
        row: after && { ...shown(after) },
      },
    ],
    revision: { collection: COLLECTION[family], scope: NO_OWNER },
    output,
  };
}

export const titleOf = ({ versionNo, channelId }: RateVersionRow) => `Version ${versionNo} of channel ${channelId}`;

export const staleVersion = (known: KnownVersion): ApiError =>
  conflict(
    `${titleOf(known)} was changed by ${known.updatedBy || 'someone'} in the meantime${known.status === 'Draft' ? '' : ` and is now ${known.status}`}. Look at it again, then decide.`,
    shown(known),
  );

/**
 * Which later changes make a write to the version stale: all of them, or only those to settings, name, state and time.
 */
type Guard = 'any' | 'own';

/**
 * Locks a version for a write.
 * @throws ApiError 404; 409 if the version has changed; 400 if its state does not permit the action
 */
export async function lockVersion(
  db: Queryable,
  scope: RateScope,
  { id, version }: { id: number; version?: number | undefined },
  action: VersionAction | null,
  guard: Guard,
): Promise<KnownVersion> {
  const known = await findVersion(db, scope, id, true);
  if (version !== undefined) {
    const isOther = guard === 'any' ? version !== known.version : version < known.ownVersion || version > known.version;
    if (isOther || isLost(known, { version, basedAt: scope.basedAt })) throw staleVersion(known);
  }
  const problem = action && actionProblem(action, known, known.status);
  if (problem) throw badRequest(problem);
  return known;
}

/** Updates columns of a version. Without columns, this only records that the version's rows have changed. */
export async function touch(
  db: Queryable,
  scope: RateScope,
  before: KnownVersion,
  columns: Readonly<Record<string, unknown>> = {},
): Promise<KnownVersion> {
  const names = Object.keys(columns);
  const sets = [
    'version = version + 1',
    'updated_by = $2',
    'updated_at = $3',
    ...(names.length > 0 ? ['own_version = version + 1'] : []),
    ...names.map((name, at) => `${name} = $${at + 4}`),
  ];
  await db.query(`UPDATE rate_versions SET ${sets.join(', ')} WHERE id = $1`, [
    before.id,
    scope.person.email,
    scope.at,
    ...Object.values(columns),
  ]);
  return findVersion(db, scope, before.id);
}

/** Initial settings of a new version in a country. */
export const initialSettings = (entity: Country): RateSettings => ({
  currency: currencyOf(entity),
  esfArea: 'zone',
  asfArea: 'zone',
  weightRule: DEFAULT_WEIGHT_RULE,
  vat: { mode: 'exclusive', ppm: 0 },
  taxable: FEE_LINES,
});

export type SettingsChange = { readonly [S in keyof RateSettings]?: RateSettings[S] | undefined };

/** @throws ApiError 400 if the settings are invalid */
export function changedSettings(settings: RateSettings, change: SettingsChange): RateSettings {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const all: RateSettings = { ...settings, ...given };
  const problem = weightRuleProblem(all.weightRule)?.message ?? vatProblem(all.vat);
  if (problem) throw badRequest(problem);
  return { ...all, taxable: FEE_LINES.filter(line => all.taxable.includes(line)) };
}

/** Adds a draft. The version numbers of a channel are assigned one at a time and never reused. */
async function addVersion(
  db: Queryable,
  scope: RateScope,
  channelId: number,
  values: { name: string; remark: string; settings: RateSettings; copyOf: number | null },
): Promise<KnownVersion> {
  const { family, entity, at, person } = scope;
  await lockName(db, `${COLLECTION[family]}|${channelId}`);
  // The numbers of deleted drafts are not used again: the log, the history and copies refer to versions by number.
  const { rows } = await db.query<{ next: number }>({
    name: 'rate-version-next',
    text: `SELECT greatest(
              (SELECT max(version_no) FROM rate_versions WHERE family = $1 AND channel_id = $2),
              (SELECT max(split_part(key, '/', 2)::int4) FROM deleted_versions
                WHERE collection = $3 AND key LIKE $2::int8 || '/%' AND key ~ '^[0-9]+/[0-9]+$'),
              0) + 1 AS next`,
    values: [familyNo(family), channelId, COLLECTION[family]],
  });
  const versionNo = rows[0]?.next ?? 1;
  const version = await firstVersion(db, COLLECTION[family], versionKey({ channelId, versionNo }));
  const added = await db.query<{ id: number }>({
    name: 'rate-version-add',
    text: `INSERT INTO rate_versions (family, country, channel_id, version_no, name, remark, settings, copy_of, version, own_version, updated_by, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11) RETURNING id`,
    values: [
      familyNo(family),
      entity,
      channelId,
      versionNo,
      values.name,
      values.remark,
      JSON.stringify(values.settings),
      values.copyOf,
      version,
      person.email,
      at,
    ],
  });
  return findVersion(db, scope, (added.rows[0] as { id: number }).id);
}

export async function createVersion(
  db: Queryable,
  scope: RateScope,
  input: { channelId: number; name: string; remark: string; settings: SettingsChange },
): Promise<Effect> {
  if ((await nameOfOwner(db, scope.entity, { kind: 'channel', id: input.channelId })) === null)
    throw notFound(`There is no channel ${input.channelId} in ${COUNTRIES[scope.entity].inText}. Check the ID.`);
  const settings = changedSettings(initialSettings(scope.entity), input.settings);
  const { name, remark } = input;
  const after = await addVersion(db, scope, input.channelId, { name, remark, settings, copyOf: null });
  return effectOf(scope, 'Create', null, after, shown(after));
}

export async function updateVersion(
  db: Queryable,
  scope: RateScope,
  input: {
    id: number;
    version: number;
    name?: string | undefined;
    remark?: string | undefined;
    settings?: SettingsChange | undefined;
  },
): Promise<Effect> {
  const before = await lockVersion(db, scope, input, 'update', 'own');
  const settings = changedSettings(before.settings, input.settings ?? {});
  const { name = before.name, remark = before.remark } = input;
  const after = await touch(db, scope, before, { name, remark, settings: JSON.stringify(settings) });
  return effectOf(scope, 'Edit', before, after, shown(after));
}

export async function deleteVersion(
  db: Queryable,
  scope: RateScope,
  input: { id: number; version: number },
): Promise<Effect> {
  const before = await lockVersion(db, scope, input, 'delete', 'any');
  await removeAllRows(db, before.id);
  await db.query('DELETE FROM rate_versions WHERE id = $1', [before.id]);
  return effectOf(scope, 'Delete', before, null, { id: before.id, deleted: true });
}

/** Creates a draft with the rows of another version, from its sealed file or from the tables of drafts. */
export async function copyVersion(
  db: Queryable,
  scope: RateScope,
  tables: SealedTables,
  input: { id: number; name: string },
): Promise<Effect> {
  // Submitting the version moves its rows to a sealed file, so it must not be submitted in the meantime. The locks are
  // taken in the same order as in `setVersionTime`.
  const found = await findVersion(db, scope, input.id);
  await lockName(db, `${COLLECTION[scope.family]}|${found.channelId}`);
  const from = await findVersion(db, scope, input.id, true);
  const name = input.name || from.name;
  const { settings, versionNo, channelId } = from;
  const draft = await addVersion(db, scope, channelId, { name, remark: '', settings, copyOf: versionNo });
  const writer: RowWriter = { versionId: draft.id, version: draft.version, by: scope.person.email };
  if (from.hash === null) await copyRows(db, from.id, writer);
  else {
    const rows = await tables.rows(db, from.hash);
    for (const part of PARTS) await putRows(db, writer, part, rows[part]);
  }
  const after = await findVersion(db, scope, draft.id);
  return effectOf(scope, 'Create', null, after, shown(after));
}

/** Submits a draft: validates it, seals it, and removes its rows, which the sealed file contains from then on. */
export async function submitVersion(
  db: Queryable,
  scope: RateScope,
  input: { id: number; version: number },
): Promise<Effect> {
  const before = await lockVersion(db, scope, input, 'submit', 'any');
  const rows = await readRows(db, before.id, before.settings);
  const coverage = await coverageOf(db, scope.entity, before.channelId, rows);
  const findings = await refusingInPauses(findingsInSteps(rows, coverage));
  if (!isComplete(findings)) {
    const errors = findings.filter(({ level }) => level === 'error');
    const first = errors[0]?.text ?? '';
    throw new ApiError(
      400,
      `${titleOf(before)} is not complete: ${first}${errors.length > 1 ? `, and ${errors.length - 1} more` : ''}. Correct them, then submit again.`,
      { data: { findings } },
    );
  }
  const { hash } = await storeSealed(db, await inPauses(columnsInSteps(rows)), scope.at);
  await removeAllRows(db, before.id);
  const after = await touch(db, scope, before, {
    state: STORED_STATE.submitted,
    hash,
    counts: JSON.stringify(before.rows),
    submitted_by: scope.person.email,
    submitted_at: scope.at,
  });
  return effectOf(scope, 'Edit', before, after, shown(after));
}

/** Sets when a version takes effect; null withdraws the version. */
export async function setVersionTime(
  db: Queryable,
  scope: RateScope,
  mayBackdate: boolean,
  input: { id: number; version: number; activeFrom: number | null; remark: string },
): Promise<Effect> {
  // The times of a channel's versions are set one at a time, so that each write sees the previous ones.
  const found = await findVersion(db, scope, input.id);
  await lockName(db, `${COLLECTION[scope.family]}|${found.channelId}`);
  const before = await lockVersion(db, scope, input, null, 'own');
  const versions = (await windowsOf(db, scope.family, [before.channelId])).get(before.channelId) ?? [];
  const { timeZone } = COUNTRIES[scope.entity];
  const { activeFrom, remark } = input;
  const problem = setTimeProblem(before, versions, { activeFrom, remark, mayBackdate, now: scope.at, timeZone });
  if (problem) throw badRequest(problem.message);
  const after = await touch(db, scope, before, {
    active_from: activeFrom,
    ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
  });
  return effectOf(scope, 'Edit', before, after, shown(after));
}

/** Maximum number of rows in a log entry; if there are more, the entry only contains their number. */
export const LOGGED_ROWS = 2_000;

/**
 * Rejects rows that a draft cannot contain together, because their keys are equal, rows that are invalid in themselves
 * (`rowProblem`), and rows in which a number may be a CEP (`cepProblem`).
 * @throws ApiError 400
 */
export async function checkRows(
  db: Queryable,
  entity: Country,
  { channelId }: Pick<KnownVersion, 'channelId'>,
  part: Part,
  rows: readonly PartRow<Part>[],
): Promise<void> {
  const keys = new Set<string>();
  const countries = await cepCountries(db, { entity, channelId }, rows);
  for (const row of rows) {
    const key = keyOfPart(part, row);
    if (keys.has(key)) throw badRequest(`Two rows are ${key}: remove one of them`);
    keys.add(key);
    const problem = rowProblem(row, countries);
    if (problem) throw badRequest(`${key}: ${problem.message}`);
  }
  const cep = await cepProblem(db, { entity, channelId }, rows);
  if (cep) throw badRequest(`${keyOfPart(part, cep.row)}: ${cep.message}`);
}

export interface BroughtRows<P extends Part = Part> {
  id: number;
  version?: number | undefined;
  replace?: boolean | undefined;
  rows: readonly PartRow<P>[];
}

/**
 * Adds rows to a part of a draft, for an import or a mass update. `only` limits which rows `replace` removes.
 * @param options mode `create` rejects rows with existing keys; `whole` completes the rows of the input after the draft
 * has been locked
 */
export async function bringRows<P extends Part>(
  db: Queryable,
  scope: RateScope,
  part: P,
  { rows: given, ...input }: BroughtRows<P>,
  {
    way = 'merge',
    only = {},
    whole,
  }: { way?: 'merge' | 'create'; only?: RowsAsked; whole?: () => Promise<readonly PartRow<P>[]> } = {},
): Promise<Effect> {
  const replace = input.replace === true;
  if (replace && input.version === undefined)
    throw badRequest('version: is required if all rows are replaced, so that nobody’s change is lost');
  const before = await lockVersion(db, scope, input, 'update', replace ? 'any' : 'own');
  const rows = whole ? await whole() : given;
  await checkRows(db, scope.entity, before, part, rows);
  if (way === 'create') await refuseKnown(db, before, part, rows);
  const writer: RowWriter = { versionId: before.id, version: before.version + 1, by: scope.person.email };
  const old = rows.length <= LOGGED_ROWS ? (await lockRows(db, before.id, part, rows)).map(({ row }) => row) : null;
  const done: Brought = replace
    ? await replaceRows(db, writer, part, rows, only)
    : { ...(await putRows(db, writer, part, rows)), removed: 0 };
  return settle(db, scope, before, way === 'create' ? 'Create' : 'Import', done, {
    before: { part, changedRows: old },
    after: { part, ...done, changedRows: old && rows },
  });
}

async function settle(
  db: Queryable,
  scope: RateScope,
  before: KnownVersion,
  operator: Effect['operator'],
  done: Brought,
  logged: Logged,
): Promise<Effect> {
  const after = await touch(db, scope, before);
  return effectOf(scope, operator, before, after, { version: shown(after), ...done }, logged);
}

async function refuseKnown<P extends Part>(
  db: Queryable,
  version: KnownVersion,
  part: P,
  rows: readonly PartRow<P>[],
): Promise<void> {
  const [known] = await lockRows(db, version.id, part, rows);
  if (known) throw conflict(`${titleOf(version)} already has ${keyOfPart(part, known.row)}.`, known.row);
}

/** Removes rows of a part by key, all or nothing. */
export async function dropRows(
  db: Queryable,
  scope: RateScope,
  part: Part,
  { id, keys }: { id: number; keys: readonly string[] },
): Promise<Effect> {
  const before = await lockVersion(db, scope, { id }, 'update', 'own');
  const named = keys.map(key => rowOfKey(part, key));
  const found = await lockRows(db, id, part, named);
  const there = new Set(found.map(({ row }) => keyOfPart(part, row)));
  const missing = keys.find(key => !there.has(key));
  if (missing !== undefined) throw notFound(`${titleOf(before)} has no row ${missing}. Open the version again.`);
  const removed = await removeRows(db, id, part, named);
  return settle(
    db,
    scope,
    before,
    'Delete',
    { added: 0, changed: 0, removed },
    {
      before: { part, changedRows: found.map(({ row }) => row) },
      after: { part, changedRows: [] },
    },
  );
}

/** The fields of each part's key, in the order of `KEYS`, and whether each is a number. */
const KEY_FIELDS: Readonly<Record<Part, readonly (readonly [field: string, number: boolean])[]>> = {
  names: [
    ['kind', false],
    ['code', false],
  ],
  addresses: [
    ['kind', false],
    ['destination', false],
    ['origin', false],
  ],
  fees: [
    ['kind', false],
    ['code', false],
    ['start', true],
  ],
  volumeFees: [
    ['kind', false],
    ['code', false],
    ['start', true],
  ],
  extraFees: [
    ['type', false],
    ['code', false],
    ['place', false],
    ['shopGroup', true],
  ],
  cepLevels: [['level', true]],
  cepRanges: [
    ['from', true],
    ['to', true],
  ],
};

/**
 * Parses a key into the key fields of a row.
 * @throws ApiError 400 if the string is not a key of the part
 */
export function rowOfKey(part: Part, key: string): Record<string, unknown> {
  const fields = KEY_FIELDS[part];
  const texts = key.split(part === 'cepRanges' ? '-' : '/');
  if (texts.length !== fields.length) throw badRequest(`"${key}" is not a row of ${part}`);
  const row = Object.fromEntries(
    fields.map(([field, number], at) => [field, number ? Number(texts[at]) : (texts[at] as string)]),
  );
  const numbers = fields.flatMap(([field, number]) => (number ? [row[field]] : []));
  const isKey = numbers.every(value => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31);
  if (!isKey || keyOfPart(part, row as never) !== key) throw badRequest(`"${key}" is not a row of ${part}`);
  if (!['zone', 'route', undefined].includes(row['kind'] as string | undefined))
    throw badRequest(`"${key}" is not a row of ${part}`);
  return row;
}
