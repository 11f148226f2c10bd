import type pg from 'pg';
import { canonicalValues } from '../../contract/canonical.ts';
import { kindOf } from '../../contract/fields/all.ts';
import { isOwnerName } from '../../contract/fields/text.ts';
import { keyOf, ownerInput, ownerKey, type Resource } from '../../contract/resource.ts';
import type { Collection } from '../../contract/call.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { normalise } from '../../domain/import/normalise.ts';
import { writeAudit } from '../writes/audit.ts';
import { columnName, columnSql, quoted, tableName } from '../db/names.ts';
import { rememberDeletions } from '../db/versions.ts';

/**
 * Converts the strings of stored records to the form in which every write now stores them (contract/canonical):
 * Brazilian postcodes as eight digits, composed letters, plain spaces. If two records become equal, the one that was
 * changed more recently is kept, and the log preserves the other.
 */

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * Key in `meta` that is set once all records have been converted. A new key is used if the stored form changes again.
 */
const META = 'canonical.rows';
const VERSION = '3';
/** The author shown in the log. */
const AUTHOR = 'migration';

export interface Converted {
  changed: number;
  /** Number of records that were replaced by another record with the same key. */
  collisions: number;
}

type Stored = Record<string, unknown> & { country: Country; version: number; updatedAt: number };

/** Names of the fields whose values are typed by people. */
const textFields = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    kindOf(field).sql === 'text' && kindOf(field).typed !== null && !isOwnerName(field) ? [name] : [],
  );

/** SQL: whether a string may differ from its stored form. Strings with non-ASCII characters are checked one by one. */
const mayDiffer = (resource: Resource, name: string): string => {
  const field = resource.fields[name];
  const column = columnSql(name);
  return field?.kind === 'text' && field.form === 'postcode'
    ? `${column} !~ '^[0-9]+$'`
    : `(${column} ~ '[^ -~]' OR ${column} ~ '(^ | $|  )')`;
};

/** SQL condition on the primary key of the record, with parameters numbered from `from`. */
function primaryKey(resource: Resource, row: Stored, from: number): { sql: string; values: unknown[] } {
  const names = [...ownerKey(resource), ...resource.order];
  return {
    sql: names.map((name, at) => `${columnSql(name)} = $${from + at}`).join(' AND '),
    values: names.map(name => row[name]),
  };
}

async function convertResource(client: Client, resource: Resource, at: number): Promise<Converted> {
  const texts = textFields(resource);
  const counts: Converted = { changed: 0, collisions: 0 };
  if (texts.length === 0) return counts;
  const table = tableName(resource.collection);
  const names = [...ownerInput(resource), ...Object.keys(resource.fields)].filter(
    name => resource.fields[name] === undefined || kindOf(resource.fields[name]).sql !== null,
  );
  const selected = [
    'country',
    'version',
    'updated_at AS "updatedAt"',
    ...names.map(name => `${columnSql(name)} AS "${name}"`),
  ].join(', ');
  const { rows } = await client.query<Stored>(
    `SELECT ${selected} FROM ${table} WHERE ${texts.map(name => mayDiffer(resource, name)).join(' OR ')}`,
  );
  for (const row of rows) {
    const before = Object.fromEntries(texts.map(name => [name, row[name]]));
    const read = canonicalValues(resource, row.country, before);
    // A string that has no valid form is left unchanged, and is refused when somebody edits it.
    if (!('values' in read)) continue;
    const changed = texts.filter(name => read.values[name] !== row[name]);
    if (changed.length === 0) continue;
    const after: Stored = { ...row, ...read.values };
    const [oldKey, newKey] = [keyOf(resource, row), keyOf(resource, after)];
    let version = Number(row.version) + 1;
    if (oldKey !== newKey) {
      const own = primaryKey(resource, after, 1);
      const { rows: others } = await client.query<Stored>(
        `SELECT ${selected} FROM ${table} WHERE ${own.sql} FOR UPDATE`,
        own.values,
      );
      const other = others[0];
      const collection = resource.collection as Collection;
      await rememberDeletions(client as never, [{ collection, key: oldKey, version, row: null }]);
      if (other) {
        const gone = Number(other.updatedAt) > Number(row.updatedAt) ? row : other;
        const where = primaryKey(resource, gone, 1);
        await client.query(`DELETE FROM ${table} WHERE ${where.sql}`, where.values);
        const effect = {
          feature: resource.feature,
          operator: 'Delete' as const,
          channelId: Number(gone['channelId'] ?? 0) || null,
          tplId: Number(gone['threePlId'] ?? 0) || null,
          before: gone,
          after: null,
          changes: [{ collection, key: keyOf(resource, gone) }],
        };
        const request = {
          url: `/migration/canonical/${resource.id}`,
          input: { kept: newKey },
          person: { email: AUTHOR },
        };
        await writeAudit(client as never, request as never, row.country, effect as never, at);
        counts.collisions += 1;
        if (gone === row) continue;
        version = Math.max(version, Number(other.version) + 1);
      }
    }
    const sets = changed.flatMap((name): [string, unknown][] => {
      const field = resource.fields[name];
      const own: [string, unknown] = [columnSql(name), after[name]];
      return field?.kind === 'text' && field.folded
        ? [own, [quoted(`${columnName(name)}_folded`), fold(String(after[name]))]]
        : [own];
    });
    const where = primaryKey(resource, row, sets.length + 2);
    await client.query(
      `UPDATE ${table} SET version = $1, ${sets.map(([column], i) => `${column} = $${i + 2}`).join(', ')} WHERE ${where.sql}`,
      [version, ...sets.map(([, value]) => value), ...where.values],
    );
    counts.changed += 1;
  }
  return counts;
}

/** Text columns typed by people in records without a declaration, by table. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  // The name is shown in other lists.
  channels: ['name'],
  three_pls: ['name'],
  users: ['name'],
  entities: ['name'],
  roles: ['name'],
  modules: ['name'],
  scim_groups: ['name'],
  saved_views: ['name'],
  notify_rules: ['name'],
  notify_templates: ['name'],
  rate_versions: ['name', 'remark'],
  rate_names: ['name'],
  recon_layouts: ['name'],
  recon_bills: ['bill_no', 'remark'],
  recon_parcels: ['remark'],
  recon_credits: ['note_no'],
  recon_disputes: ['remark'],
};

/**
 * A name whose canonical form is already taken is left unchanged. It can no longer be typed, but its owner can rename
 * the record.
 */
async function convertWord(client: Client, update: string, values: readonly unknown[]): Promise<number> {
  await client.query('SAVEPOINT word');
  try {
    await client.query(update, [...values]);
    return 1;
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    await client.query('ROLLBACK TO SAVEPOINT word');
    return 0;
  } finally {
    await client.query('RELEASE SAVEPOINT word');
  }
}

async function convertWords(client: Client): Promise<number> {
  let changed = 0;
  for (const [table, columns] of Object.entries(WORDS)) {
    for (const column of columns) {
      const { rows } = await client.query<{ place: string; word: string }>(
        `SELECT ctid::text AS place, ${column} AS word FROM ${table} WHERE ${column} ~ '[^ -~]' OR ${column} ~ '(^ | $|  )'`,
      );
      for (const { place, word } of rows) {
        const right = normalise(word, 'line');
        if (right === word || right === '') continue;
        const update = `UPDATE ${table} SET ${column} = $2 WHERE ctid = $1::tid`;
        changed += await convertWord(client, update, [place, right]);
      }
    }
  }
  return changed;
}

/**
 * Converts all records in one transaction, and does so only once. If any record was converted, the history of the feed
 * ends, so that devices reload their records under the new keys.
 * @param now epoch seconds, for the log
 * @returns null if the records had already been converted
 */
export async function convertRows(client: Client, now: number): Promise<Converted | null> {
  const { rows } = await client.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [META]);
  if (rows[0]?.value === VERSION) return null;
  await client.query('BEGIN');
  try {
    const all: Converted = { changed: await convertWords(client), collisions: 0 };
    // Records without a country were introduced later than the canonical form.
    for (const resource of (RESOURCES as readonly Resource[]).filter(({ scope }) => scope !== 'platform')) {
      const { changed, collisions } = await convertResource(client, resource, now);
      all.changed += changed;
      all.collisions += collisions;
    }
    if (all.changed + all.collisions > 0) await client.query(`DELETE FROM meta WHERE key = 'feed.epochs'`);
    await client.query(
      'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      [META, VERSION],
    );
    await client.query('COMMIT');
    return all;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
