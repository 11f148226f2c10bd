import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { HEADER } from '../../src/contract/call.ts';
import type { AuditRow } from '../../src/contract/audit.ts';
import type { RecordChange } from '../../src/contract/history.ts';
import { kindOf } from '../../src/contract/fields/all.ts';
import { mayBeEmpty, PLACES } from '../../src/contract/fields/base.ts';
import {
  canBulk,
  canImport,
  namedScope,
  deletionInput,
  inputFields,
  isOfEntity,
  keyOf,
  ownerField,
  ownerInput,
  quickFields,
  sortsOf,
  takesMany,
  updateFields,
  updatesOf,
  withMade,
  type RecordUpdate,
  type Resource,
} from '../../src/contract/resource.ts';
import { declaredOf, EMPTY, textsOf } from '../../src/contract/cached.ts';
import { isCachedWhole } from '../../src/contract/owner.ts';
import type { ImportBatch } from '../../src/contract/imports/batches.ts';
import { BULK_HEAD, resourceBulk, resourceImport, type ImportReceipt } from '../../src/contract/imports/calls.ts';
import { quickFinds, quickWords } from '../../src/domain/quickFind.ts';
import { TEXT_FORMS, type TextFormRule } from '../../src/domain/textForms.ts';
import { csvText } from '../../src/domain/sheet/csvText.ts';
import { exportCells, exportColumns, importOf, sheetKey, sheetOfExport } from '../../src/contract/resourceSheet.ts';
import type { ResourceCollection } from '../../src/contract/resources/all.ts';
import { requireResource } from '../../src/contract/resources/all.ts';
import { missingRecordText, referencesOf, type ReferringField } from '../../src/contract/references.ts';
import { resourceCallsOf } from '../../src/contract/resources/calls.ts';
import { sheetOf } from '../../src/contract/resources/sheets.ts';
import type { Change, SegmentColumns } from '../../src/contract/feed.ts';
import type { PreflightAnswer } from '../../src/contract/preflight.ts';
import { auditLabel, OTHERS_LABEL } from '../../src/contract/auditLabel.ts';
import { fold } from '../../src/domain/fold.ts';
import { valueColumns } from '../../src/domain/import/declaration.ts';
import { recordTable } from '../../src/server/db/recordSql.ts';
import { insertRecords } from '../../src/server/demo/records.ts';
import { sweepImports } from '../../src/server/housekeeping/importSweep.ts';
import { feedComplete } from './feedComplete.ts';
import { uploadForm } from './importing.ts';
import { breaking, breakingWithBlanks, readByRule } from './rules.ts';
import { breaksAlone, edited, OWN_CHANNELS, samplesOf, SAMPLES, SHOP_TYPES } from './resourceSamples.ts';
import { workbookOf } from './importThrough.ts';
import {
  causeOf,
  CHANNEL,
  emailOf,
  emptyTables,
  resetRecords,
  type Answer,
  type Caller,
  type World,
} from './serverFixture.ts';

/**
 * The promises of every declared resource (design 10), verified using only its declaration: list, writes, versions,
 * keys, feed, log, permissions, export, import, and cached data. A new resource is covered as soon as it is added to
 * RESOURCES.
 */

type Row = Record<string, unknown> & { version: number; updatedBy: string; updatedAt: number };
type Values = Record<string, unknown>;

const NOW = 1_800_000_000;
const DAY = 24 * 3600;
/** The numbers to which samples refer; edits of a sample exceed it by at most a thousand. */
const NAMED_NUMBERS = Array.from({ length: 1_100 }, (_, n) => n + 1);

/** Creates the records of other lists to which the samples of a resource refer. */
async function seedNamed({ database }: World, resource: Resource): Promise<void> {
  const lists = new Map<string, Values[]>();
  for (const { field, names } of referencesOf(resource)) {
    if (names.collection === PLACES) continue;
    const { fields } = requireResource(names.collection);
    const samples = Array.from({ length: 20 }, (_, n) => String(kindOf(field).sample(field, n)));
    const values = field.kind === 'number' ? NAMED_NUMBERS : [...new Set([...samples, ...SHOP_TYPES])];
    const owners = Object.entries(fields).flatMap(([name, { kind }]) =>
      kind === 'channel' ? [[name, CHANNEL.first]] : [],
    );
    lists.set(
      names.collection,
      values.map(value => ({ ...Object.fromEntries(owners), [names.field]: value })),
    );
  }
  const client = await database.pool.connect();
  try {
    for (const [named, records] of lists) await insertRecords(client, requireResource(named), 'ID', records as never);
  } finally {
    client.release();
  }
}

/** Whether a filter of the field refuses all but a few values. */
function hasFewValues(field: Resource['fields'][string] | undefined): boolean {
  if (field?.kind !== 'text' || field.form === undefined || field.form === 'postcode') return false;
  const { values }: TextFormRule = TEXT_FORMS[field.form];
  return values !== undefined;
}

const textOf = (value: unknown): number | string =>
  typeof value === 'string' ? fold(value) : Number(value as number | boolean);
/** Empty values come before all others. */
const compare = (a: unknown, b: unknown): number => {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  const [one, other] = [textOf(a), textOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
};

/** Rows without the stamp of their last write, i.e. the part restored by a revert. */
const plain = (rows: readonly Row[]): Values[] =>
  rows.map(({ version: _version, updatedBy: _by, updatedAt: _at, ...row }) => row);

/** Describes the promises of a declared resource, in a world that the caller has created with `now` = NOW. */
export function describeResource(resource: Resource, worldOf: () => World): void {
  const collection = resource.collection as ResourceCollection;
  const calls = resourceCallsOf(resource);
  const importPath = resourceImport(resource)?.path ?? '';
  const imports = canImport(resource);
  const bulkPath = resourceBulk(resource)?.path ?? '';
  const sheet = sheetOf(resource);
  const declaration = importOf(sheet);
  const { one, many } = resource.label;
  const replaces = declaration.mode === 'replace';
  const key = (row: Values): string => keyOf(resource, row);
  const owner = ownerField(resource);
  /** Without an update, an existing record can be changed only by an import that removes it. */
  const updates = updatesOf(resource).length > 0;
  /** The log's word for a write: the plain verb, or the declaration's own word if it has one (LOG-10, G30, G89). */
  const logged = (word: string): string => {
    const { log = one } = resource;
    return log === null ? OTHERS_LABEL : `${word} ${log}`.trimEnd();
  };
  /** Records with the scope of an entity belong to the entity in the call. */
  const entityHeader = isOfEntity(resource) ? { 'x-ops-entity': 'ID' } : {};
  const deletes = calls.remove !== null;
  /** Whether existing records can be removed. */
  const loses = deletes || imports;
  const whole = isCachedWhole(resource.scope);
  /** Whether the records belong to no country. */
  const ofNone = resource.scope === 'platform';
  const segmentsPath = `/v2/ops/segments?collection=${collection}&entity=ID${isOfEntity(resource) ? '' : `&${owner}=${CHANNEL.first}`}`;
  const isCachedWithEntity = resource.scope === 'entity';
  const setsPath = `/v2/ops/sets?collections=${collection}&entity=ID`;

  describe(`resource ${many}`, () => {
    let world: World;
    let editor: Caller;
    let samples: (n: number) => Values;
    beforeAll(async () => {
      world = worldOf();
      editor = await world.as('id.editor');
      if (sheetKey(resource).some(name => resource.fields[name]?.kind === 'channel')) {
        await world.database.pool.query(
          `INSERT INTO channels (channel_id, name, display_name, country, from_country)
           SELECT id, 'Channel ' || id, '', 'ID', 'ID' FROM unnest($1::int8[]) AS id ON CONFLICT DO NOTHING`,
          [OWN_CHANNELS],
        );
        await world.database.pool.query(
          `INSERT INTO three_pls (three_pl_id, name, country)
           SELECT id, '3PL ' || id, 'ID' FROM unnest($1::int8[]) AS id ON CONFLICT DO NOTHING`,
          [OWN_CHANNELS],
        );
      }
      const places = new Map<number, number[]>();
      for (const deepest of [0, 1, 2, 3]) {
        const { rows } = await world.database.pool.query<{ id: number }>(
          `SELECT location_id AS id FROM locations WHERE country = 'ID' AND level <= $1 ORDER BY location_id`,
          [deepest],
        );
        places.set(
          deepest,
          rows.map(({ id }) => id),
        );
      }
      samples = samplesOf(resource, places);
    });
    beforeEach(async () => {
      await resetRecords(world.database.pool, world.declared.resources);
      const ofImports = ['imports', 'channel_location_import_rows', 'import_rows'];
      await emptyTables(world.database.pool, [recordTable(resource), ...ofImports, 'segments', 'segment_sets']);
      await seedNamed(world, resource);
    });
    // The log is filtered and sorted by the displayed word (LOG-10).
    afterEach(async () => {
      const { rows } = await world.database.pool.query<AuditRow>('SELECT url, body, operator_type FROM audit_logs');
      for (const { url, body, operator_type: stored } of rows) {
        const { kind } = auditLabel(url, body, world.declared.resources);
        expect([url, body, kind === 'Others' ? kind : stored]).toEqual([url, body, kind]);
      }
    });

    const unnamed = inputFields(resource).filter(name => !resource.key.includes(name));
    const sample = (n: number, channelId: number = CHANNEL.first): Values => ({
      ...samples(n),
      ...Object.fromEntries(ownerInput(resource).map(name => [name, channelId])),
    });
    /** Whether any value of a field breaks the rule, whatever other values the record has. */
    const isRuled = (name: string, row: Values): boolean => breaksAlone(resource, row, name);
    const post = async <T = Row>(
      path: string,
      body: object,
      idempotencyKey?: string,
      caller = editor,
      method: 'POST' | 'PUT' = 'POST',
      headers: Record<string, string> = {},
    ): Promise<Answer<T>> => {
      const answer = await caller.call<T>(path, {
        method,
        body,
        headers: { ...headers, ...entityHeader, ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}) },
      });
      if (answer.status === 500) throw new Error(`${path}: 500 ${causeOf(world.app, answer)}`);
      return answer;
    };
    const add = (values: Values, idempotencyKey?: string) => post(calls.add.path, values, idempotencyKey);
    const basedOn = (at?: number): Record<string, string> => (at === undefined ? {} : { [HEADER.basedAt]: String(at) });
    const updateBy = (
      by: RecordUpdate,
      row: Values,
      changes: Values,
      version?: number,
      caller = editor,
      basedAt?: number,
    ) =>
      post<Row & { current?: Row | null; gone?: unknown }>(
        by.path.replace(/\{(\w+)\}/g, (_, name: string) => String(row[name])),
        {
          ...Object.fromEntries(
            [...ownerInput(resource), ...updateFields(resource, by)].map(name => [name, row[name]]),
          ),
          ...changes,
          ...(version === undefined ? {} : { version }),
        },
        undefined,
        caller,
        by.method,
        basedOn(basedAt),
      );
    const update = (row: Values, changes: Values, version?: number, caller = editor) =>
      updateBy(updatesOf(resource)[0] as RecordUpdate, row, changes, version, caller);
    const remove = (row: Values, version?: number, caller = editor, basedAt?: number) =>
      post<{ current: null; gone: { by: string } | null }>(
        (calls.remove as NonNullable<typeof calls.remove>).path,
        {
          ...Object.fromEntries(Object.entries(deletionInput(resource)).map(([name, field]) => [name, row[field]])),
          ...(version === undefined ? {} : { version }),
        },
        undefined,
        caller,
        'POST',
        basedOn(basedAt),
      );
    const list = (filters: Values = {}, caller = editor) =>
      caller.data<{ list: Row[]; total: number }>(
        `${calls.list.path}?${new URLSearchParams({ size: '100', ...(filters as Record<string, string>) }).toString()}`,
      );
    const fill = async (): Promise<Row[]> => {
      for (let n = 0; n < SAMPLES - 1; n++) expect((await add(sample(n))).status).toBe(200);
      expect((await add(sample(SAMPLES - 1, CHANNEL.second))).status).toBe(200);
      return (await list()).list;
    };
    const cursor = async () => {
      await feedComplete(world.database.pool);
      return (await editor.data<{ cursor: string }>('/v2/ops/changes?entity=ID')).cursor;
    };
    /**
     * Changes to this resource's records; a channel's own row follows its configuration, which is tested separately.
     */
    const changesSince = async (since: string) => {
      await feedComplete(world.database.pool);
      const path = `/v2/ops/changes?entity=ID&since=${since}`;
      const { changes, more, reset } = await editor.data<{ changes: Change[]; more: boolean; reset: boolean }>(path);
      // Otherwise, changes are missing for a reason that the caller should know.
      expect({ more, reset }).toEqual({ more: false, reset: false });
      return changes.filter(change => change.collection === collection);
    };
    const logs = async () =>
      (await editor.data<{ list: AuditRow[] }>(`/ops/audit-logs/business?code=${resource.feature}&count=50`)).list;
    const historyOf = (record: string) =>
      editor.data<{ list: RecordChange[] }>(
        `/v2/ops/history?${new URLSearchParams({ collection: resource.collection, key: record }).toString()}`,
      );
    /** The input of an import's call for an uploaded file. */
    const importOfFile = (url: string): Values =>
      resource.batches
        ? { ...(resource.batches.unnamed ? {} : { batch_name: 'June' }), file_url: url }
        : { fileUrlList: [url] };
    const exporting = (filters: Values = {}, caller = editor) =>
      calls.export.method === 'POST'
        ? caller.call(calls.export.path, { body: filters })
        : caller.call(`${calls.export.path}?${new URLSearchParams(filters as Record<string, string>).toString()}`);
    const importing = async (rows: readonly (readonly (string | number)[])[], more: object = {}) => {
      const headers = [
        ...exportColumns(sheet).map(({ heading }) => heading),
        ...(declaration.action === undefined ? [] : ['Action Code']),
      ];
      const url = await uploadForm(editor, workbookOf(headers, rows), 'records.xlsx');
      const answer = await post<ImportReceipt>(importPath, { ...importOfFile(url), ...more });
      if (!answer.body.data) throw new Error(`import: ${answer.status} ${answer.body.message}`);
      return answer.body.data;
    };
    /** A record as a row in a file. */
    const line = (row: Values, action: 1 | -1): (string | number)[] => [
      ...exportCells(sheet, 'ID')(row).map(cell => cell as string | number),
      ...(declaration.action === undefined ? [] : [action]),
    ];
    /**
     * The rows of a file that adds, changes or removes one record; if the file replaces everything, it also contains
     * all other records.
     */
    const fileOf = async (row: Row, action: 1 | -1) => {
      if (!replaces) return [line(row, action)];
      const others = (await list()).list.filter(own => key(own) !== key({ ...row, country: 'ID' }));
      return [...others, ...(action === 1 ? [row] : [])].map(own => line(own, 1));
    };
    /** Removes an existing record, either by deleting it or by undoing the import that added it. */
    const lose = async (row: Row): Promise<Row> => {
      if (deletes) {
        await remove(row, row.version);
        return row;
      }
      const late = sample(SAMPLES);
      const { id } = await importing([line(late as Row, 1)]);
      const added = (await list()).list.find(own => key(own) === key({ ...late, country: 'ID' })) as Row;
      await editor.data(`/v2/ops/imports/${id}/revert`, { body: {} });
      return added;
    };

    it('records are listed in order and by page, sorted by every column, and filtered by every filter', async () => {
      const all = await fill();
      expect(all).toHaveLength(SAMPLES);
      const inOrder = (by: readonly string[]) => (a: Row, b: Row) =>
        by.map(name => compare(a[name], b[name])).find(order => order !== 0) ?? 0;
      const order = [ownerField(resource), ...resource.order];
      expect(all.map(key)).toEqual(all.toSorted(inOrder(order)).map(key));
      for (const column of sortsOf(resource)) {
        for (const [way, sign] of [
          ['', 1],
          ['-', -1],
        ] as const) {
          const sorted = all.toSorted((a, b) => sign * compare(a[column], b[column]) || inOrder(order)(a, b));
          const answered = await list({ sort: `${way}${column}` });
          expect([column, answered.list.map(key)]).toEqual([column, sorted.map(key)]);
        }
      }
      const pages = await Promise.all([0, 2, 4].map(offset => list({ offset, size: 2 })));
      expect(pages.flatMap(page => page.list)).toEqual(all);
      expect(pages.map(({ total }) => total)).toEqual([SAMPLES, SAMPLES, SAMPLES]);
      expect(await list({ offset: SAMPLES, size: 2 })).toMatchObject({ list: [], total: SAMPLES });

      for (const [name, filter] of Object.entries(resource.filters)) {
        const { is, in: fields = [name] } = filter;
        const meets = (row: Row, value: string): boolean =>
          fields.some(field => {
            const bound = typeof row[field] === 'number' ? Number(value) : value;
            if (is === 'from') return row[field] !== null && (row[field] as string | number) >= bound;
            if (is === 'until') return row[field] !== null && (row[field] as string | number) <= bound;
            const own = fold(String(row[field]));
            if (is === 'prefix') return own.startsWith(fold(value));
            if (is === 'containing') return own.includes(fold(value));
            return own === fold(value);
          });
        const flagNames = Object.keys(resource.fields).filter(field => resource.fields[field]?.kind === 'flag');
        const asked: [value: unknown, expected: Row[]][] =
          is === 'shown'
            ? [
                [false, all.filter(row => flagNames.some(flag => row[flag] === true))],
                [true, all],
              ]
            : all.map(row => {
                const whole = String(row[fields[0] as string] ?? '');
                const value = is === 'prefix' ? whole.slice(0, 3) : is === 'containing' ? whole.slice(-2) : whole;
                return [value, all.filter(other => value === '' || meets(other, value))];
              });
        for (const [value, expected] of asked) {
          const answered = await list({ [name]: String(value) });
          expect([name, value, answered.list.map(key)]).toEqual([name, value, expected.map(key)]);
          expect(answered.total).toBe(expected.length);
        }
        if (!takesMany(resource, name, filter)) continue;
        // A column of ids, each matched exactly, including one that does not exist unless only a few values are valid.
        const field = fields[0] as string;
        const unknown = hasFewValues(resource.fields[field]) ? [] : [999_999_999];
        const wanted = [all[0]?.[field], all.at(-1)?.[field], ...unknown];
        const several = await list({ [name]: wanted.join(',') });
        expect([name, several.list.map(key)]).toEqual([
          name,
          all.filter(row => wanted.includes(row[field] as never)).map(key),
        ]);
      }
      for (const row of [all[0] as Row, all.at(-1) as Row]) {
        for (const field of quickFields(resource)) {
          const words = quickWords(
            `${String(row[field]).slice(0, 5)} ${String(row[quickFields(resource)[0] as string])}`,
          );
          const quick = words.join(' ');
          const expected = all.filter(other =>
            words.every(word => quickFields(resource).some(own => quickFinds(other[own], word))),
          );
          expect([quick, (await list({ quick })).list.map(key)]).toEqual([quick, expected.map(key)]);
        }
      }
    });

    it('each write stores the version, person and time, and creates one feed change and one log entry', async () => {
      const since = await cursor();
      const added = (await add(sample(0))).body.data as Row;
      expect(added).toMatchObject({
        ...sample(0),
        ...(ofNone ? {} : { country: 'ID' }),
        version: 1,
        updatedBy: emailOf('id.editor'),
        updatedAt: NOW,
      });
      const rows = [added];
      const changed = edited(resource, added);
      if (calls.update) rows.push((await update(added, changed, 1)).body.data as Row);
      expect(rows.slice(1)).toEqual(calls.update ? [{ ...added, ...changed, version: 2 }] : []);
      const last = rows.at(-1) as Row;
      expect((await list()).list).toEqual([last]);
      const removed = deletes ? await remove(last, last.version) : null;
      expect([removed?.status ?? 200, (await list()).total]).toEqual([200, deletes ? 0 : 1]);
      expect(await changesSince(since)).toEqual([
        ...rows.map(row => ({ collection, key: key(added), version: row.version, row })),
        ...(deletes ? [{ collection, key: key(added), version: last.version + 1, row: null }] : []),
      ]);
      const entries = (await logs()).toReversed();
      const words = ['Create', ...(calls.update ? ['Edit'] : []), ...(deletes ? ['Delete'] : [])];
      expect(entries.map(({ operator_type }) => operator_type)).toEqual(words);
      expect(entries.map(({ url, body }) => auditLabel(url, body, world.declared.resources).label)).toEqual(
        words.map(logged),
      );
      const states: (Row | null)[] = [null, ...rows, null];
      entries.forEach((entry, at) => {
        expect([JSON.parse(entry.before), JSON.parse(entry.after)]).toEqual([states[at], states[at + 1]]);
        const { channelId, tplId } = auditLabel(entry.url, entry.body, world.declared.resources);
        expect([entry.email, channelId, tplId]).toEqual([
          emailOf('id.editor'),
          // A call that identifies a record only by its id does not specify a channel.
          namedScope(resource) === 'channel' || 'channelId' in JSON.parse(entry.body) ? CHANNEL.first : null,
          namedScope(resource) === '3pl' ? CHANNEL.first : null,
        ]);
      });
      // The same entries, as the history of only this record.
      const { list: history } = await historyOf(entries[0]?.record ?? '');
      expect(history.map(({ before, after }) => [before, after]).toReversed()).toEqual(
        entries.map((_, at) => [states[at], states[at + 1]]),
      );
    });

    it('a write takes effect once per key, and never overwrites a row changed by another write (OB3, OB8)', async () => {
      const first = await add(sample(0), 'key-1');
      const again = await add(sample(0), 'key-1');
      expect([again.body, again.raw.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
      expect((await add(sample(1), 'key-1')).status).toBe(422);
      const row = first.body.data as Row;
      expect(await logs()).toHaveLength(1);
      const twice = await add(sample(0));
      expect([twice.status, (twice.body.data as unknown as { current: Row }).current]).toEqual([409, row]);
      const now = (await list()).list[0] as Row;
      expect(now).toEqual(row);
      if (!deletes) return;
      const late = await remove(row, 7);
      expect([late.status, late.body.data?.current]).toEqual([409, now]);
      const lost = await remove(row, now.version, editor, now.updatedAt - 60);
      expect([lost.status, lost.body.data?.current]).toEqual([409, now]);
      expect((await remove(row, now.version, editor, now.updatedAt)).status).toBe(200);
      const gone = await remove(row, now.version);
      expect([gone.status, gone.body.data]).toMatchObject([409, { current: null, gone: { by: emailOf('id.editor') } }]);
      expect((await remove(row)).status).toBe(404);
      // The recreated record continues with the version of its tombstone (MR2).
      expect((await add(sample(0))).body.data?.version).toBe(now.version + 2);
    });

    it.each(updatesOf(resource))(
      '$callId updates a record only if it still has the version that the person saw (OB8)',
      async by => {
        const row = (await add(sample(0))).body.data as Row;
        await add(sample(1));
        const changes = edited(resource, row, by.fields);
        const changed = (await updateBy(by, row, changes, 1)).body.data as Row;
        expect(changed).toMatchObject({ ...sample(0), ...changes, version: 2 });
        const stale = await updateBy(by, row, changes, 1);
        expect([stale.status, stale.body.data?.current]).toEqual([409, changed]);
        // A version of the same number from lost data, as after an old copy of the data folder was put back.
        const lost = await updateBy(by, changed, edited(resource, changed, by.fields), 2, editor, NOW - 60);
        expect([lost.status, lost.body.data?.current]).toEqual([409, changed]);
        const seen = await updateBy(by, changed, changes, 2, editor, NOW);
        expect([seen.status, seen.body.data]).toEqual([200, changed]);
        expect(new Set((await list()).list.map(({ version }) => version))).toEqual(new Set([1, 2]));
        if (!loses) return;
        const other = await lose((await list()).list.find(own => own.version === 1) as Row);
        const late = await updateBy(by, other, edited(resource, other, by.fields), 1);
        expect([late.status, late.body.data]).toMatchObject([
          409,
          { current: null, gone: { by: emailOf('id.editor'), at: NOW } },
        ]);
      },
    );

    it.each(updatesOf(resource))('$callId accepts a whole row as it was listed, with the changed fields', async by => {
      const row = (await add(sample(0))).body.data as Row;
      const changes = edited(resource, row, by.fields);
      const changed = await updateBy(by, row, { ...row, ...changes }, row.version);
      expect([changed.status, changed.body.message]).toEqual([200, expect.any(String)]);
      expect(changed.body.data).toMatchObject({ ...sample(0), ...changes, version: 2 });
    });

    it('a write with a misspelled field is refused by name, and nothing is written', async () => {
      const values = sample(0);
      // Swaps two neighboring letters. Shorter names are too easily confused with other words.
      const swapped = (name: string): string | undefined => {
        const at = [...name].findIndex(
          (letter, n) => n > 0 && /^[a-z][a-z]$/.test(name.slice(n, n + 2)) && letter !== name[n + 1],
        );
        if (at < 0 || /\d/.test(name) || name.replaceAll('_', '').length < 5) return undefined;
        const other = `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`;
        return other in resource.fields ? undefined : other;
      };
      const wrong = Object.keys(values).flatMap(name => {
        const other = values[name] === null ? undefined : swapped(name);
        return other === undefined ? [] : [[name, other] as const];
      });
      for (const [name, other] of wrong) {
        const { [name]: value, ...rest } = values;
        const answer = await add({ ...rest, [other]: value });
        expect([answer.status, answer.body.message]).toEqual([
          400,
          `${other}: is not a field of this call; did you mean ${name}?`,
        ]);
      }
      expect(wrong.length).toBeGreaterThan(0);
      expect((await list()).total).toBe(0);
    });

    it.each(
      updatesOf(resource).flatMap(by =>
        by.fields.filter(name => mayBeEmpty(resource.fields[name])).map(name => ({ by, name, callId: by.callId })),
      ),
    )('keep $name if a body of $callId does not name it, and lose it by an empty text', async ({ by, name }) => {
      let row: Row | null = null;
      for (let n = 0; n < 8 && row === null; n++) {
        const given = sample(n);
        if (given[name] !== null) row = (await add(given)).status === 200 ? ((await list()).list[0] as Row) : null;
      }
      // A configuration's rule leaves no level in any of the samples.
      if (row === null) {
        if (Array.from({ length: 8 }, (_, n) => sample(n)[name]).some(value => value !== null))
          throw new Error(`No sample of ${many} with ${name} could be added.`);
        return;
      }
      const { [name]: value, ...rest } = row as Row;
      const kept = (await updateBy(by, rest, { [name]: undefined }, 1)).body.data as Row;
      expect([value === null, kept[name], kept.version]).toEqual([false, value, 1]);
      // The record's rule may require the field, in which case the call is rejected and nothing is lost either.
      const answer = await updateBy(by, row, { [name]: '' }, 1);
      expect([200, 400]).toContain(answer.status);
      expect((await list()).list[0]?.[name]).toEqual(answer.status === 200 ? null : value);
    });

    it('writing requires the permission in the record’s entity, and people in other entities cannot see the record (PERM-4, PERM-14)', async () => {
      const all = await fill();
      const row = all[0] as Row;
      const [viewer, stranger] = [await world.as('id.viewer'), await world.as('my.editor')];
      const url = await uploadForm(editor, workbookOf(['Channel ID'], [[1]]), 'records.xlsx');
      for (const [caller, status] of [
        [viewer, 403],
        // If the request specifies the country, the rejection says so; otherwise, the record's owner does not exist
        // anywhere.
        [stranger, isOfEntity(resource) ? 403 : 400],
        [world.anonymous, 401],
      ] as const) {
        const tried = [
          await post(calls.add.path, sample(SAMPLES - 1), undefined, caller),
          ...(calls.update ? [await update(row, edited(resource, row), 1, caller)] : []),
          ...(deletes ? [await remove(row, 1, caller)] : []),
        ];
        expect(new Set(tried.map(answer => answer.status))).toEqual(new Set([status]));
      }
      const importTries = imports
        ? [
            (await post(importPath, importOfFile(url), undefined, viewer)).status,
            (await post(importPath, importOfFile(url), undefined, stranger)).status,
          ]
        : [];
      expect(importTries).toEqual(imports ? [403, isOfEntity(resource) ? 403 : 404] : []);
      expect((await list({}, viewer)).list).toEqual(all);
      const theirs = await list(isOfEntity(resource) ? {} : { [owner]: CHANNEL.first }, stranger);
      expect(theirs.list).toEqual(ofNone ? all : []);
      expect((await exporting({}, viewer)).status).toBe(200);
      expect((await exporting({}, world.anonymous)).status).toBe(401);
      // A resource that is not completely cached has no segments for anyone.
      expect((await viewer.call(segmentsPath)).status).toBe(whole ? 200 : 400);
      expect((await stranger.call(segmentsPath)).status).toBe(whole ? 403 : 400);
      // Only small collections of an entity are returned together, to people who may read them.
      const ofSets = await viewer.data<{ sets: { collection: string }[] }>(setsPath);
      expect(ofSets.sets.map(set => set.collection)).toEqual(isCachedWithEntity ? [collection] : []);
      expect((await stranger.call(setsPath)).status).toBe(403);
      expect((await list()).list).toEqual(all);
    });

    it.runIf(ofNone)(
      'every country has the same records, so a colleague in another country can change them and both people see the change',
      async () => {
        const stranger = await world.as('my.editor');
        const feedOf = async (caller: Caller, entity: string, since = '') =>
          caller.data<{ changes: Change[]; cursor: string }>(`/v2/ops/changes?entity=${entity}&since=${since}`);
        const [{ cursor: here }, { cursor: there }] = [await feedOf(editor, 'ID'), await feedOf(stranger, 'MY')];
        const row = (await add(sample(0))).body.data as Row;
        const [by] = updatesOf(resource);
        const path = (by as RecordUpdate).path;
        const changes = edited(resource, row);
        const body = {
          ...Object.fromEntries(updateFields(resource, by as RecordUpdate).map(name => [name, row[name]])),
          ...changes,
        };
        const answer = await stranger.call<Row>(path, {
          body: { ...body, version: 1 },
          headers: { 'x-ops-entity': 'MY' },
        });
        expect([answer.status, answer.body.data]).toMatchObject([200, { ...changes, version: 2 }]);
        expect((await list()).list).toEqual([answer.body.data]);
        for (const [caller, entity, since] of [
          [editor, 'ID', here],
          [stranger, 'MY', there],
        ] as const) {
          const { changes: seen } = await feedOf(caller, entity, since);
          expect(seen.map(({ key: of, version }) => [of, version])).toEqual([
            [key(row), 1],
            [key(row), 2],
          ]);
        }
        expect((await historyOf(key(row))).list.map(({ email }) => email)).toEqual([
          emailOf('my.editor'),
          emailOf('id.editor'),
        ]);
      },
    );

    const bulk = async (
      rows: readonly { row: Row; own?: boolean }[],
      change: object,
      idempotencyKey?: string,
      caller = editor,
    ): Promise<Answer<ImportReceipt>> => {
      const lines = rows.map(({ row, own }) => `${row.version},${own ? 1 : 0},${key(row)}`);
      const file = Buffer.from(`${[BULK_HEAD, ...lines].join('\n')}\n`);
      const fileUrl = await uploadForm(caller, file, 'records.csv');
      return post<ImportReceipt>(bulkPath, { fileUrl, ...change }, idempotencyKey, caller);
    };

    it.each(imports ? updatesOf(resource) : [])(
      'a bulk change by $callId takes effect as a whole and once per key, and undoing it keeps others’ changes',
      async by => {
        const rows = await fill();
        const [first, , third] = rows as [Row, Row, Row];
        const set = edited(resource, first, by.fields, rows);
        const [name = ''] = Object.keys(set);
        const action = by.action === null ? {} : { action: by.action };
        const colleague = await world.as('admin');
        const other = edited(resource, third, by.fields);
        const theirs = (await updateBy(by, third, other, third.version, colleague)).body.data as Row;
        const since = await cursor();
        const logged = (await logs()).length;
        const asked = rows.map(row => ({ row }));
        const lines = asked.map(({ row }) => `${row.version},0,${key(row)}`);
        const fileUrl = await uploadForm(editor, Buffer.from(`${[BULK_HEAD, ...lines].join('\n')}\n`), 'records.csv');
        const send = () => post<ImportReceipt>(bulkPath, { fileUrl, set, ...action }, 'bulk-1');
        const answer = await send();
        const receipt = answer.body.data as ImportReceipt;
        const differ = rows.filter(row => row !== third && row[name] !== set[name]);
        expect(receipt).toMatchObject({
          state: 'applied',
          counts: { added: 0, changed: differ.length, removed: 0, unchanged: rows.length - 1 - differ.length, left: 1 },
          review: { total: 1, rows: [{ key: key(third), change: 'changed', current: theirs }] },
        });
        const now = (await list()).list;
        const wanted = rows.map((row): Values => {
          if (row === third) return theirs;
          return { ...row, ...set, ...(differ.includes(row) ? { version: row.version + 1 } : {}) };
        });
        const byKey = (some: readonly Values[]) => new Map(some.map(row => [key(row), row]));
        expect(byKey(now)).toEqual(byKey(wanted));
        expect((await changesSince(since)).map(change => [change.key, change.version]).sort()).toEqual(
          differ.map(row => [key(row), row.version + 1]).sort(),
        );
        const entries = await logs();
        expect(entries).toHaveLength(logged + 1);
        expect(JSON.parse(entries[0]?.body ?? '')).toMatchObject({ importId: receipt.id, set });
        expect((await historyOf(key(first))).list[0]).toMatchObject({ import: { id: receipt.id } });
        // If a response was lost, repeating the key has no further effect.
        const again = await send();
        expect([again.body.data?.id, (await list()).list]).toEqual([receipt.id, now]);
        // The same change with a new key finds nothing to change.
        const twice = await bulk(
          now.map(row => ({ row })).filter(({ row }) => key(row) !== key(third)),
          { set, ...action },
        );
        expect(twice.body.data).toMatchObject({ state: 'applied', counts: { changed: 0, unchanged: rows.length - 1 } });
        expect(await logs()).toHaveLength(logged + 1);
        // In a chain of changes, the version must have been created by the same person.
        const chained = await bulk([{ row: theirs, own: true }], { set, ...action });
        expect(chained.body.data).toMatchObject({ counts: { changed: 0, left: 1 } });
        const undone = await editor.data<ImportReceipt>(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
        expect(undone.counts).toMatchObject({ changed: differ.length, left: 0 });
        expect(plain((await list()).list)).toEqual(plain(rows.map(row => (row === third ? theirs : row))));
        // The change, its undo, and the change again: each applies to the records as they are at that time.
        const reopened = (await list()).list.filter(row => key(row) !== key(third));
        const redone = await bulk(
          reopened.map(row => ({ row })),
          { set, ...action },
        );
        expect(redone.body.data).toMatchObject({ repeated: false, counts: { changed: differ.length, left: 0 } });
      },
    );

    it.each(deletes ? ['deleted'] : [])('many records can be %s in one bulk change, which can be undone', async () => {
      const rows = await fill();
      const [first, second, ...rest] = rows as [Row, Row, ...Row[]];
      await remove(first, first.version);
      const answer = await bulk(
        [{ row: first }, { row: { ...second, version: second.version + 4 } }, ...rest.map(row => ({ row }))],
        { delete: true },
      );
      const receipt = answer.body.data as ImportReceipt;
      expect(receipt).toMatchObject({
        state: 'applied',
        counts: { changed: 0, removed: rest.length, absent: 1, left: 1 },
        review: { total: 1, rows: [{ key: key(second), change: 'removed', current: second }] },
      });
      expect((await list()).list).toEqual([second]);
      await editor.data(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
      expect(plain((await list()).list)).toEqual(plain([second, ...rest]));
    });

    it.each(imports ? ['accepts'] : [])(
      'a bulk change requires the permission for a single change and %s the same values',
      async () => {
        const row = (await add(sample(0))).body.data as Row;
        const [by] = updatesOf(resource);
        const set = by && edited(resource, row, by.fields);
        const viewer = await world.as('id.viewer');
        const fileUrl = await uploadForm(editor, Buffer.from(`${BULK_HEAD}\n1,0,${key(row)}\n`), 'records.csv');
        const send = (body: object, caller = editor) => post(bulkPath, { fileUrl, ...body }, undefined, caller);
        const asViewer = [...(by ? [{ set }] : []), ...(deletes ? [{ delete: true }] : [])];
        for (const body of asViewer) expect([body, (await send(body, viewer)).status]).toEqual([body, 403]);
        const wrong = [
          {},
          { set: {} },
          { set: { [ownerField(resource)]: 1 } },
          { set: { version: 2 } },
          { action: 'none' },
          ...(deletes ? [] : [{ delete: true }]),
          ...(by ? [{ set: { [by.fields[0] as string]: ['x'] } }, { set, delete: true }] : []),
        ];
        for (const body of wrong) expect([body, (await send(body)).status]).toEqual([body, 400]);
        const texts = [
          'key,version',
          `${BULK_HEAD}\n-1,0,${key(row)}`,
          `${BULK_HEAD}\n1,0,x${'/x'.repeat(9)}`,
          `${BULK_HEAD}\n99999999999,0,1/1`,
        ];
        for (const text of by ? texts : []) {
          const url = await uploadForm(editor, Buffer.from(text), 'records.csv');
          const refused = await post<ImportReceipt>(bulkPath, { fileUrl: url, set });
          expect([text, refused.body.data?.state]).toEqual([text, 'refused']);
        }
        expect((await list()).list).toEqual([row]);
      },
    );

    it('an export contains the listed records, and importing it again changes nothing (UPLOAD-19, G63)', async () => {
      const all = await fill();
      const { raw } = await exporting();
      expect(decodeURIComponent(String(raw.headers['content-disposition']))).toContain(`${sheet.file} ID `);
      const book = read(raw.rawPayload);
      const cells = utils.sheet_to_json<unknown[]>(book.Sheets[sheet.name] ?? {}, { header: 1, defval: '' });
      expect(cells[0]).toEqual(exportColumns(sheet).map(({ heading }) => heading));
      expect(cells.slice(1)).toEqual(all.map(exportCells(sheet, 'ID')));
      const first = (isOfEntity(resource) ? sheetKey(resource) : resource.key)[0] as string;
      const one = isOfEntity(resource) ? { [first]: all.at(-1)?.[first] } : { [owner]: CHANNEL.second };
      const filtered = (await exporting(one)).raw;
      expect(read(filtered.rawPayload).Sheets[sheet.name]?.['!ref']).toMatch(/^A1:[A-Z]+2$/);

      // Comma-separated values of selected columns, in the requested order, ignoring names that are not columns.
      const [last] = sheet.columns.slice(-1);
      const chosen = `${last},nothing,updatedBy,${first},${last}`;
      const csv = (await exporting({ format: 'csv', columns: chosen })).raw;
      expect(String(csv.headers['content-type'])).toContain('text/csv');
      expect(decodeURIComponent(String(csv.headers['content-disposition']))).toMatch(/\.csv$/);
      const wanted = sheetOfExport(sheet, [last as string, 'updatedBy', first]);
      expect(csv.payload).toBe(
        csvText([exportColumns(wanted).map(({ heading }) => heading), ...all.map(exportCells(wanted, 'ID'))]),
      );
      expect((await exporting({ format: 'pdf' })).raw.statusCode).toBe(400);

      if (!imports) return;
      const since = await cursor();
      const url = await uploadForm(editor, raw.rawPayload, 'exported.xlsx');
      const receipt = (await post<ImportReceipt>(importPath, importOfFile(url))).body.data;
      expect(receipt).toMatchObject({
        state: 'applied',
        counts: { added: 0, changed: 0, removed: 0, unchanged: SAMPLES, absent: 0, left: 0 },
      });
      expect([(await list()).list, await changesSince(since)]).toEqual([all, []]);
    });

    const inSheet = valueColumns(declaration).map(({ key: column }) => column);
    it.each(imports && resource.edit.some(name => inSheet.includes(name)) ? ['A, B and A again'] : [])(
      'after imports of %s, the records equal the last file, and each import reports what it changed (PB1)',
      async () => {
        const [row] = (await fill()) as [Row];
        const names = resource.edit.filter(name => inSheet.includes(name));
        const other: Row = { ...row, ...edited(resource, row, names) };
        const now = async () => plain((await list()).list.filter(own => key(own) === key(row)));
        const files = [await fileOf(row, 1), await fileOf(other, 1)] as const;
        for (const [file, changed] of [
          [0, 0],
          [1, 1],
          [0, 1],
          [1, 1],
        ] as const) {
          const receipt = await importing(files[file]);
          expect(receipt).toMatchObject({
            state: 'applied',
            repeated: false,
            counts: { added: 0, changed, removed: 0 },
          });
          expect(await now()).toEqual(plain([file === 0 ? row : other]));
        }
      },
    );

    it.each(deletes && canImport(resource) ? ['removes'] : [])(
      'an import adds, changes and %s records, and undoing it requires a review if others have changed them',
      async () => {
        const all = await fill();
        const [added, changed, removed, ...rest] = all as [Row, Row, Row, ...Row[]];
        await remove(added);
        const before = (await list()).list;
        const since = await cursor();
        const changes = valueColumns(declaration).length > 0 ? 1 : 0;
        const after = { ...changed, ...edited(resource, changed) };
        const gone = replaces ? [] : [line(removed, -1)];
        const file = [line(added, 1), line(after, 1), ...gone, ...rest.map(row => line(row, 1))];
        const receipt = await importing(file);
        expect(receipt).toMatchObject({
          state: 'applied',
          declaration: resource.id,
          failList: [],
          counts: { added: 1, changed: changes, removed: 1, unchanged: SAMPLES - 2 - changes, absent: 0, left: 0 },
        });
        const now = (await list()).list;
        const stamp = { updatedBy: emailOf('id.editor'), updatedAt: NOW };
        const expected = all
          .filter(row => row !== removed)
          .map(row =>
            row === added
              ? { ...row, ...stamp, version: 3 }
              : row === changed && changes
                ? { ...after, ...stamp, version: 2 }
                : row,
          );
        expect(now).toEqual(expected);
        // Strings are stored together with their folded form for searching.
        for (const [name, { is, in: [field = name] = [] }] of Object.entries(resource.filters)) {
          if (is !== 'containing' && is !== 'prefix') continue;
          for (const row of now.filter(own => own[field] !== null)) {
            expect((await list({ [name]: fold(String(row[field])) })).list.map(key)).toContain(key(row));
          }
        }
        const news = await changesSince(since);
        expect(new Map(news.map(change => [change.key, change]))).toEqual(
          new Map([
            ...now
              .filter(row => row.version > 1)
              .map((row): [string, Change] => [key(row), { collection, key: key(row), version: row.version, row }]),
            [key(removed), { collection, key: key(removed), version: 2, row: null }],
          ]),
        );
        const [entry] = await logs();
        expect([
          entry?.operator_type,
          auditLabel(entry?.url ?? '', entry?.body ?? '', world.declared.resources),
        ]).toMatchObject([
          'Import',
          {
            label: logged('Import'),
            fileNames: logged('Import') === OTHERS_LABEL ? [] : ['records.xlsx'],
            channelId: null,
          },
        ]);
        const kept = await editor.data<{ list: { key: string; before: Values | null; after: Values | null }[] }>(
          `/v2/ops/imports/${receipt.id}/rows`,
        );
        const { list: history } = await historyOf(key(removed));
        expect(history[0]).toMatchObject({
          version: 2,
          after: null,
          import: { id: receipt.id, files: ['records.xlsx'] },
        });
        const keptBy = new Map(kept.list.map(row => [row.key, row]));
        expect(keptBy.size).toBe(2 + changes);
        expect(added).toMatchObject(keptBy.get(key(added))?.after ?? {});
        expect(keptBy.get(key(added))?.before).toBeNull();
        expect(removed).toMatchObject(keptBy.get(key(removed))?.before ?? {});
        expect(keptBy.get(key(removed))?.after).toBeNull();
        expect(keptBy.get(key(changed))?.after ?? edited(resource, changed)).toMatchObject(edited(resource, changed));
        // A person who deletes the record afterward is told that an import has removed it.
        const late = await remove(removed, 1);
        expect([late.status, late.body.data]).toMatchObject([409, { gone: { by: emailOf('id.editor') } }]);

        // Importing the same file again has no effect, because it has already been imported.
        expect((await importing(file)).state).toBe('applied');
        const undone = await editor.data<ImportReceipt>(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
        expect(undone).toMatchObject({
          state: 'applied',
          reverts: receipt.id,
          counts: { added: 1, changed: changes, removed: 1, left: 0 },
        });
        expect(plain((await list()).list)).toEqual(plain(before));

        // A record that another person changed after the comparison is returned, and so is one changed after an import
        // that is being undone.
        const compared = await cursor();
        const admin = await world.as('admin');
        expect((await remove(removed, 3, admin)).status).toBe(200);
        const asked = await importing(await fileOf(removed, 1), { since: compared });
        expect(asked).toMatchObject({
          state: 'review',
          review: { total: 1, rows: [{ key: key(removed), change: 'added', current: null }] },
        });
        const sure = await importing(await fileOf(removed, 1), { since: compared, leave: [key(removed)] });
        expect(sure).toMatchObject({ state: 'applied', counts: { added: 0, left: 1 } });
        const third = await importing(await fileOf(removed, 1));
        expect(third).toMatchObject({ state: 'applied', counts: { added: 1 } });
        expect((await remove(removed, undefined, admin)).status).toBe(200);
        const refused = await editor.data<ImportReceipt>(`/v2/ops/imports/${third.id}/revert`, { body: {} });
        expect(refused).toMatchObject({
          state: 'review',
          review: { total: 1, rows: [{ change: 'removed', current: null }] },
        });
      },
    );

    /** Two files that undo each other: by their values or, if records can be removed, by removing the record. */
    const opposites = [
      ...(imports && valueColumns(declaration).length > 0 ? (['values'] as const) : []),
      ...(imports && deletes ? (['removal'] as const) : []),
    ];
    it.each(opposites)(
      'importing file A, then B, then A again compares each with the current records (%s)',
      async what => {
        const [first] = (await fill()) as [Row, ...Row[]];
        const now = async () => (await list()).list.find(row => key(row) === key(first));
        const other =
          what === 'values' ? await fileOf({ ...first, ...edited(resource, first) }, 1) : await fileOf(first, -1);
        const own = await fileOf(first, 1);
        // File B contains the records in their original state, so A changes them each time.
        const done = { added: what === 'removal' ? 1 : 0, changed: what === 'removal' ? 0 : 1, removed: 0 };
        const lost = { added: 0, changed: what === 'removal' ? 0 : 1, removed: what === 'removal' ? 1 : 0 };
        const ids = new Set<string>();
        for (const [file, counts] of [
          [other, lost],
          [own, done],
          [other, lost],
          [own, done],
        ] as const) {
          const receipt = await importing(file);
          expect(receipt).toMatchObject({ state: 'applied', repeated: false, counts });
          ids.add(receipt.id);
          const row = await now();
          const left = what === 'values' ? { ...first, ...edited(resource, first) } : null;
          const is = file === own ? first : left;
          expect(plain(row ? [row] : [])).toEqual(plain(is ? [is] : []));
        }
        // A file that changes nothing says so, instead of reporting its effects from the previous time.
        const nothing = await importing(own);
        expect(nothing).toMatchObject({
          state: 'applied',
          repeated: false,
          counts: { added: 0, changed: 0, removed: 0 },
        });
        expect(ids.add(nothing.id).size).toBe(5);
      },
    );

    it.each(!imports || deletes || updates ? [] : ['undone'])('an import that adds records can be %s', async () => {
      const before = await fill();
      const receipt = await importing([...before, sample(SAMPLES) as Row].map(row => line(row, 1)));
      expect(receipt).toMatchObject({ state: 'applied', counts: { added: 1, changed: 0, unchanged: SAMPLES } });
      expect((await list()).total).toBe(SAMPLES + 1);
      const undone = await editor.data<ImportReceipt>(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
      expect(undone).toMatchObject({ state: 'applied', counts: { removed: 1, left: 0 } });
      expect((await list()).list).toEqual(before);
    });

    it.each(deletes || !updates || !imports ? [] : ['undone'])(
      'an import that adds and changes records can be %s (OB8)',
      async () => {
        const before = await fill();
        const [first, ...rest] = before as [Row, ...Row[]];
        const since = await cursor();
        const changed = { ...first, ...edited(resource, first) };
        const added = sample(SAMPLES) as Row;
        const receipt = await importing([line(changed, 1), line(added, 1), ...rest.map(row => line(row, 1))]);
        expect(receipt).toMatchObject({ state: 'applied', counts: { added: 1, changed: 1, removed: 0 } });
        const now = (await list()).list;
        expect(now.find(row => key(row) === key(first))).toMatchObject({ ...edited(resource, first), version: 2 });
        expect((await changesSince(since)).map(change => change.key).toSorted()).toEqual(
          [key(first), key({ ...added, country: 'ID' })].toSorted(),
        );
        const [entry] = await logs();
        expect([
          entry?.operator_type,
          auditLabel(entry?.url ?? '', entry?.body ?? '', world.declared.resources),
        ]).toMatchObject([
          'Import',
          {
            label: logged('Import'),
            fileNames: logged('Import') === OTHERS_LABEL ? [] : ['records.xlsx'],
            channelId: null,
          },
        ]);

        // A record that another person changed after the comparison is returned.
        const admin = await world.as('admin');
        const theirs = { ...changed, ...edited(resource, changed) };
        expect((await update(changed, theirs, 2, admin)).status).toBe(200);
        const asked = await importing([line(first, 1)], { since });
        expect(asked).toMatchObject({ state: 'review', review: { total: 1, rows: [{ key: key(first) }] } });

        // Records that others have changed since are left alone; the record added by the import is removed again.
        const undone = await editor.data<ImportReceipt>(`/v2/ops/imports/${receipt.id}/revert`, {
          body: { skipConflicts: true },
        });
        expect(undone).toMatchObject({ state: 'applied', counts: { removed: 1, left: 1 } });
        expect((await list()).list.map(key)).toEqual(before.map(key));
      },
    );

    it.each(resource.batches ? [resource.batches.list] : [])(
      'imports are recorded as batches in a history: %s',
      async path => {
        const batches = async (query: string) =>
          editor.data<{ list: ImportBatch[]; page: number; count: number; total: number }>(`${path}${query}`);
        const done = await importing([line(sample(0) as Row, 1)]);
        const refused = await importing([line({ ...sample(1), [resource.key[0] as string]: '-' } as Row, 1)]);
        expect([done.state, refused.state]).toEqual(['applied', 'refused']);
        await editor.data(`/v2/ops/imports/${done.id}/revert`, { body: {} });
        const { list: rows, total } = await batches('');
        expect(total).toBe(2);
        const batch_name = resource.batches?.unnamed ? 'records' : 'June';
        const common = { batch_name, file_name: 'records.xlsx', email: emailOf('id.editor'), import_time: NOW };
        expect(rows).toMatchObject([
          { ...common, status: 3, error_url: refused.failList[0]?.url },
          { ...common, status: 2, result: '1 added; undone since', error_url: '' },
        ]);
        expect((await editor.call(rows[0]?.error_url.replace(/^\/api/, '') ?? '')).status).toBe(200);
        // Downloading a batch's file requires the write permission (G36).
        const viewer = await world.as('id.viewer');
        for (const url of [rows[0]?.error_url, rows[1]?.file_url]) {
          const path = url?.replace(/^\/api/, '') ?? '';
          expect([(await editor.call(path)).status, (await viewer.call(path)).status]).toEqual([200, 404]);
        }
        expect(await batches('?pageno=2&count=1')).toMatchObject({ list: [rows[1]], page: 2, count: 1, total: 2 });
        expect((await (await world.as('my.editor')).data<{ total: number }>(path)).total).toBe(0);
      },
    );

    it.each(imports ? ['undone'] : [])(
      'the recorded changes of an import expire, after which the import can no longer be %s',
      async () => {
        const { pool } = world.database;
        const all = await fill();
        const first = all[0] as Row;
        const named = deletes ? first : updates ? { ...first, ...edited(resource, first) } : (sample(SAMPLES) as Row);
        const receipt = await importing(await fileOf(named, -1));
        const rows = async () => (await editor.data<{ list: unknown[] }>(`/v2/ops/imports/${receipt.id}/rows`)).list;
        expect(await sweepImports(pool, 30, NOW + 29 * DAY)).toBe(0);
        expect(await rows()).toHaveLength(1);
        expect(await sweepImports(pool, 30, NOW + 31 * DAY)).toBe(1);
        expect(await rows()).toEqual([]);
        const refused = await editor.call(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
        expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('no longer kept')]);
      },
    );

    it.each(whole ? ['as they are listed'] : [])('records are cached exactly %s', async () => {
      const filled = await fill();
      if (loses) await lose(filled[1] as Row);
      const all = (await list()).list.filter(row => isOfEntity(resource) || row[owner] === CHANNEL.first);
      const { segments, total } = await editor.data<{ segments: { id: string }[]; total: number }>(segmentsPath);
      expect(total).toBe(all.length);
      const { columns } = await editor.data<{ columns: SegmentColumns }>(`/v2/ops/segments/${segments[0]?.id}`);
      const { sets } = await editor.data<{ sets: { rows: number; columns: SegmentColumns }[] }>(setsPath);
      expect(sets).toMatchObject(isCachedWithEntity ? [{ rows: all.length, columns }] : []);
      const flags = Object.entries(declaredOf(resource).views).flatMap(([name, view]) =>
        'mask' in view ? [[name, view.mask] as const] : [],
      );
      const cached = all.map((_, at) => {
        const row: Values = {};
        for (const [name, values] of Object.entries(columns)) {
          if (name === 'flags') for (const [flag, mask] of flags) row[flag] = ((values[at] as number) & mask) !== 0;
          else if (name === textsOf('updatedBy') || name.endsWith('Texts')) continue;
          else {
            const texts = columns[textsOf(name)];
            const value = texts ? texts[values[at] as number] : values[at];
            const kind = declaredOf(resource).columns[name] ?? 'int';
            row[name] = declaredOf(resource).empties.includes(name) && value === EMPTY[kind] ? null : value;
          }
        }
        return row;
      });
      cached.forEach((row, at) => expect(all[at]).toMatchObject(row));
      const stored = Object.keys(resource.fields).filter(name => resource.fields[name]?.kind !== 'placeName');
      expect(Object.keys(cached[0] ?? {}).toSorted()).toEqual(
        [...stored, 'version', 'updatedBy', 'updatedAt'].toSorted(),
      );
    });

    it.each(resource.problem ? ['forbids'] : [])(
      'a record that the rule between fields %s is rejected, however it is entered',
      async () => {
        const row = (await add(sample(0))).body.data as Row;
        const unchanged = async () => expect((await list()).list).toEqual([row]);
        for (const by of updatesOf(resource)) {
          if (!by.fields.some(name => isRuled(name, row))) continue;
          const { set, problem } = breaking(resource, row, by.fields);
          const answer = await updateBy(by, row, set, row.version);
          expect([answer.status, answer.body.message]).toEqual([400, `${problem.field}: ${problem.problem}`]);
          if (!canBulk(resource)) continue;
          const file = Buffer.from(`${BULK_HEAD}\n${row.version},0,${key(row)}\n`);
          const fileUrl = await uploadForm(editor, file, 'records.csv');
          const many = await post<ImportReceipt>(bulkPath, {
            fileUrl,
            set,
            ...(by.action === null ? {} : { action: by.action }),
          });
          // A value that is invalid for every record is rejected immediately; a record for which only that value is
          // invalid is returned.
          const { changed, left } = many.body.data?.counts ?? {};
          expect([
            [400, `${problem.field}: ${problem.problem}`],
            [0, 1],
          ]).toContainEqual(many.status === 200 ? [changed, left] : [many.status, many.body.message]);
        }
        await unchanged();
        const other = sample(1);
        const { set, problem } = breaking(resource, other, unnamed);
        const added = await add({ ...other, ...set });
        expect([added.status, added.body.message]).toEqual([400, `${problem.field}: ${problem.problem}`]);
        const file = () =>
          importing([
            ...(replaces ? [line(row, 1)] : []),
            line({ ...withMade(resource, { ...other, country: 'ID' }), ...set } as unknown as Row, 1),
          ]);
        expect(imports ? (await file()).state : 'refused').toBe('refused');
        await unchanged();
      },
    );

    /** The columns that a row of a file may leave blank, which leaves the value as it is. */
    const blankable =
      imports && !replaces
        ? declaration.columns.flatMap(column =>
            column.required === 'no' && column.blank === undefined ? [column.key] : [],
          )
        : [];
    const ruled = readByRule(resource, samplesOf(resource, new Map())(0), unnamed);
    it.each(blankable.some(name => ruled.has(name)) ? ['existing'] : [])(
      'a row of a file that breaks the rule only together with the %s values of its record is rejected',
      async () => {
        const names = unnamed.filter(name => sheet.columns.includes(name));
        const records = Array.from({ length: SAMPLES }, (_, n) => sample(n));
        const found = (record: Values) => breakingWithBlanks(resource, record, names, blankable);
        const row = (await add(records.find(record => found(record).length > 0) ?? sample(0))).body.data as Row;
        expect(found(row), 'tests/support/rules.ts has no values for this').not.toEqual([]);
        for (const { set, problem, blank } of found(row)) {
          const cells = line({ ...row, ...set }, 1).map((cell, at) =>
            blank.includes(sheet.columns[at] ?? '') ? '' : cell,
          );
          const receipt = await importing([cells]);
          expect(receipt).toMatchObject({
            state: 'refused',
            failList: [{ message: expect.stringContaining(problem.problem) as string }],
          });
          expect((await list()).list).toEqual([row]);
        }
      },
    );

    it.each(referencesOf(resource).map(({ name }) => name))(
      'a record whose %s refers to a missing record is rejected, however it is entered',
      async name => {
        const { field, names } = referencesOf(resource).find(own => own.name === name) as ReferringField;
        const unknown = field.kind === 'number' ? 987_654 : 'NOWHERE';
        const missing = missingRecordText(names, [unknown], 'ID');
        const row = (await add(sample(0))).body.data as Row;
        const unchanged = async () => expect((await list()).list).toEqual([row]);
        for (const by of updatesOf(resource)) {
          if (!by.fields.includes(name)) continue;
          const answer = await updateBy(by, row, { [name]: unknown }, row.version);
          expect([answer.status, answer.body.message]).toEqual([400, `${name}: ${missing}`]);
          if (!canBulk(resource)) continue;
          const file = Buffer.from(`${BULK_HEAD}\n${row.version},0,${key(row)}\n`);
          const fileUrl = await uploadForm(editor, file, 'records.csv');
          const action = by.action === null ? {} : { action: by.action };
          const many = await post<ImportReceipt>(bulkPath, { fileUrl, set: { [name]: unknown }, ...action });
          expect([many.status, many.body.message]).toEqual([400, `${name}: ${missing}`]);
        }
        const other = { ...sample(1), [name]: unknown };
        const added = await add(other);
        expect([added.status, added.body.message]).toEqual([400, `${name}: ${missing}`]);
        const column = exportColumns(sheet).some(({ heading }) => heading === field.label);
        const failList = [{ message: `${field.label}: ${missing}. See row 2.` }];
        const imported =
          imports && column
            ? await importing([line(withMade(resource, { ...other, country: 'ID' }) as unknown as Row, 1)])
            : { state: 'refused', failList };
        expect(imported).toMatchObject({ state: 'refused', failList });
        await unchanged();
        // Values with a meaning of their own need no record.
        for (const value of names.except ?? []) {
          const { status } = await add({ ...sample(2), [name]: value });
          expect([name, value, status]).toEqual([name, value, 200]);
        }
      },
    );

    it('the preflight check of a long queue finds records by key', async () => {
      const filled = await fill();
      const gone = loses ? await lose(filled[1] as Row) : null;
      const [known] = (await list()).list as [Row, ...Row[]];
      const items = [
        { id: 'a', collection, key: key(known), version: 1 },
        { id: 'b', collection, key: key(known), version: 7 },
        { id: 'c', collection, key: gone ? key(gone) : 'ID/0', version: 1 },
        { id: 'd', collection, key: 'nonsense', version: 1 },
      ];
      const ask = (caller: Caller, entity = 'ID') =>
        caller.data<{ items: PreflightAnswer[] }>('/v2/ops/preflight', { body: { entity, items } });
      const answers = (await ask(editor)).items;
      expect(answers.map(({ allowed, version, row }) => [allowed, version, row])).toEqual([
        [true, 1, null],
        [true, 1, known],
        [true, null, null],
        [true, null, null],
      ]);
      expect(answers[2]?.gone?.by).toBe(gone ? emailOf('id.editor') : undefined);
      expect((await ask(await world.as('id.viewer'))).items.map(({ allowed }) => allowed)).toEqual([
        false,
        false,
        false,
        false,
      ]);
    });

    it('every layer has the same declaration of the records', () => {
      expect(world.declared.resourceOf(collection)).toBe(resource);
      if (!imports) return;
      expect(declaration.callId).toBe(resourceImport(resource)?.id);
      expect(resourceImport(resource)?.permission).toBe(calls.add.permission);
    });
  });
}
