import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { CHANNEL, createWorld, resetRecords, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { collectionsOf } from '../../contract/call.ts';
import type { Change, SegmentColumns } from '../../contract/feed.ts';
import { serviceCode } from '../../contract/resources/serviceCode.ts';
import { shopType } from '../../contract/resources/shopType.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import type { Resource } from '../../contract/resource.ts';
import { appendChanges } from '../db/appendChanges.ts';
import type { Queryable } from '../db/transaction.ts';
import { readWholeSets, wholeSetReads, type WholeSets } from './wholeSets.ts';

interface Sets {
  cursor: string;
  sets: { collection: string; rows: number; id: string; columns?: SegmentColumns }[];
  large: string[];
}
interface Changes {
  changes: Change[];
  cursor: string;
  reset: boolean;
}

const OF = serviceCode.collection;
const OF_ENTITY = (RESOURCES as readonly Resource[]).filter(({ scope }) => scope === 'entity');
const ALL = collectionsOf('entity').join();
const FEATURE_OF = serviceCode.feature;
const path = (collections = ALL, known = '', entity = 'ID') =>
  `/v2/ops/sets?entity=${entity}&collections=${collections}&known=${known}`;

describeOnEach('small collections returned together', kind => {
  let world: World;
  let pool: Pool;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    ({ pool } = world.database);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());
  beforeEach(() => resetRecords(pool));

  const create = (code: string) =>
    editor.data('/v2/sls/forward/sls-ops/service_code/create', {
      body: { code, shipping_channel_id: CHANNEL.first, name: `Name of ${code}`, status: 1 },
    });
  const codesIn = ({ sets }: Pick<Sets, 'sets'>) =>
    sets.find(({ collection }) => collection === OF)?.columns?.['codeTexts'] ?? [];
  const codesOf = ({ sets }: WholeSets) => {
    const columns = sets.find(({ collection }) => collection === OF)?.columns;
    return columns ? (JSON.parse(columns) as SegmentColumns)['codeTexts'] : [];
  };
  const changed = async (cursor: string) =>
    (await editor.data<Changes>(`/v2/ops/changes?entity=ID&since=${cursor}`)).changes.map(({ key }) => key);

  it('all collections are returned with their rows, must not be cached (SW1), and correspond to the cursor (MR2)', async () => {
    await create('A');
    await create('B');
    const { raw, body } = await editor.call<Sets>(path());
    expect(raw.headers).toMatchObject({ 'cache-control': 'no-store' });
    const first = body.data as Sets;
    expect(first.sets.map(({ collection }) => collection).toSorted()).toEqual([...collectionsOf('entity')].toSorted());
    expect([first.large, codesIn(first)]).toEqual([[], ['A', 'B']]);
    expect(await changed(first.cursor)).toEqual([]);
    await create('C');
    expect(await changed(first.cursor)).toEqual(['ID/C']);
  });

  it('only the requested collections are returned; unknown names and those of channels are ignored', async () => {
    const { sets, large } = await editor.data<Sets>(path(`${OF},nonsense,channelLocations,locations`));
    expect([sets, large]).toEqual([[{ collection: OF, rows: 0, id: '' }], []]);
    expect((await editor.call(path(''))).status).toBe(400);
    expect((await editor.call(path('x'.repeat(4001)))).status).toBe(400);
  });

  it('columns that the device has are not returned again until they change', async () => {
    await create('A');
    const [first] = (await editor.data<Sets>(path(OF))).sets;
    const id = first?.id ?? '';
    const { sets: again } = await editor.data<Sets>(path(OF, `0123456789abcdef0123,${id}`));
    expect(again).toEqual([{ collection: OF, rows: 1, id }]);
    await create('B');
    const later = await editor.data<Sets>(path(OF, id));
    expect([codesIn(later), later.sets[0]?.id === id]).toEqual([['A', 'B'], false]);
  });

  it('collections are for people who may read them, and only in their entity (MR4)', async () => {
    await create('A');
    const viewer = await world.as('id.viewer');
    const stranger = await world.as('my.editor');
    const [known] = (await viewer.data<Sets>(path(OF))).sets;
    const { rows } = await pool.query<{ codes: string[] }>(`SELECT codes FROM roles WHERE name = 'viewer' LIMIT 1`);
    const allow = (codes: readonly string[]) =>
      pool.query(`UPDATE roles SET codes = $1 WHERE name = 'viewer'`, [codes]);
    const before = rows[0]?.codes ?? [];
    await allow(before.filter(code => code !== `${FEATURE_OF}.read`));
    const without = await viewer.data<Sets>(path(ALL, known?.id));
    expect(without.sets.map(({ collection }) => collection)).not.toContain(OF);
    expect(without.large).toEqual([]);
    expect(without.sets.length).toBeGreaterThan(0);
    await allow(before);
    expect(codesIn(await viewer.data<Sets>(path(OF)))).toEqual(['A']);
    expect((await stranger.call(path(OF))).status).toBe(403);
    expect(codesIn(await stranger.data<Sets>(path(OF, '', 'MY')))).toEqual([]);
    expect((await world.anonymous.call(path(OF))).status).toBe(401);
  });

  it('a collection with too many rows, and one that does not fit into the reply, are only named', async () => {
    for (const code of ['A', 'B', 'C']) await create(code);
    const read = (limits: { rows: number; chars: number }) => readWholeSets(pool, 'ID', OF_ENTITY, limits);
    const whole = await read({ rows: 3, chars: 1_000_000 });
    expect([codesOf(whole), whole.large]).toEqual([['A', 'B', 'C'], []]);
    const length = whole.sets.reduce((sum, { columns }) => sum + columns.length, 0);
    for (const limits of [
      { rows: 2, chars: 1_000_000 },
      { rows: 3, chars: length - 1 },
    ]) {
      const part = await read(limits);
      expect(part.large).toEqual([OF]);
      expect(part.sets.map(({ collection }) => collection)).not.toContain(OF);
    }
    expect((await read({ rows: 3, chars: length })).large).toEqual([]);
  });

  it('the collections with the fewest rows are returned first, and nothing is read once the reply is full', async () => {
    for (const code of ['A', 'B', 'C']) await create(code);
    await pool.query(
      `INSERT INTO shop_types (country, shop_type, channel_id, name, name_folded, status, updated_by, updated_at)
       SELECT 'ID', 'T' || n, $1, 'T' || n, 't' || n, 0, 'test', 1 FROM generate_series(1, 2) n`,
      [CHANNEL.first],
    );
    const read = async (chars: number) => {
      const statements: string[] = [];
      const counting = {
        query: (...of: Parameters<Queryable['query']>) => {
          statements.push(String(of[0]));
          return pool.query(...of);
        },
      } as unknown as Queryable;
      const { sets, large } = await readWholeSets(counting, 'ID', [serviceCode, shopType], { rows: 9, chars });
      return { sets, names: sets.map(({ collection }) => collection), large, statements: statements.length };
    };
    const whole = await read(1_000_000);
    expect(whole).toMatchObject({ names: ['shopTypes', OF], large: [], statements: 4 });
    const [few] = whole.sets;
    expect(await read(few?.columns.length ?? 0)).toMatchObject({ names: ['shopTypes'], large: [OF], statements: 4 });
    expect(await read(1)).toMatchObject({ names: [], large: [OF, 'shopTypes'], statements: 3 });
  });

  it('MR2: a row written while the collections are read is in the rows or after the cursor', async () => {
    await create('A');
    const found: [boolean, boolean][] = [];
    // The write comes before each of the statements in turn, and after the last one.
    for (let before = 0; before < 4; before++) {
      const code = `W${before}`;
      let statements = 0;
      const between = {
        query: async (...of: Parameters<Queryable['query']>) => {
          if (statements++ === before) await create(code);
          return pool.query(...of);
        },
      } as unknown as Queryable;
      const sets = await readWholeSets(between, 'ID', [serviceCode]);
      if (statements <= before) await create(code);
      const after = await changed(sets.cursor);
      found.push([codesOf(sets)?.includes(code) ?? false, after.includes(`ID/${code}`)]);
    }
    // State of the feed, number of rows, rows.
    expect(found).toEqual([
      [true, false],
      [true, true],
      [true, true],
      [false, true],
    ]);
  });

  it('rows added after they were counted make a collection too large', async () => {
    await create('A');
    let statements = 0;
    const between = {
      query: async (...of: Parameters<Queryable['query']>) => {
        if (statements++ === 2) await create('B');
        return pool.query(...of);
      },
    } as unknown as Queryable;
    expect(await readWholeSets(between, 'ID', [serviceCode], { rows: 1, chars: 1000 })).toMatchObject({
      sets: [],
      large: [OF],
    });
  });

  it('concurrent callers share one read, and a later caller gets a new one', async () => {
    const statements: string[] = [];
    const counting = {
      query: (...of: Parameters<Queryable['query']>) => {
        statements.push(String(of[0]));
        return pool.query(...of);
      },
    } as unknown as Queryable;
    const read = wholeSetReads(counting);
    const [first, second] = await Promise.all([read('ID', [serviceCode]), read('ID', [serviceCode])]);
    expect(second).toBe(first);
    expect(statements).toHaveLength(3);
    await create('A');
    expect(codesOf(await read('ID', [serviceCode]))).toEqual(['A']);
    const [ours, others] = await Promise.all([read('ID', [serviceCode]), read('ID', [])]);
    expect([ours.sets.length, others.sets.length]).toEqual([1, 0]);
  });
});

describe.skipIf(inject('postgresUrl') === null)('small collections under concurrent commits (MR3, postgres)', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld('postgres');
  });
  afterAll(() => world.close());

  it('a transaction that writes first and commits after the read comes after the cursor', async () => {
    const { pool } = world.database;
    const editor = await world.as('id.editor');
    const slow = await pool.connect();
    await slow.query('BEGIN');
    await slow.query(
      `INSERT INTO service_codes (country, code, shipping_channel_id, name, name_folded, status, updated_by, updated_at)
       VALUES ('ID', 'SLOW', $1, 'Slow', 'slow', 1, 'test', 1)`,
      [CHANNEL.first],
    );
    const row = { country: 'ID', code: 'SLOW' };
    await appendChanges(slow, 'ID', [{ collection: OF, key: 'ID/SLOW', version: 1, row }], 1);
    // A later transaction that commits at once moves a plain sequence past the slow one.
    await editor.data('/v2/sls/forward/sls-ops/service_code/create', {
      body: { code: 'QUICK', shipping_channel_id: CHANNEL.first, name: 'Quick', status: 1 },
    });
    const { cursor, sets } = await readWholeSets(pool, 'ID', [serviceCode]);
    expect(sets).toMatchObject([{ rows: 1 }]);
    await slow.query('COMMIT');
    slow.release();
    const keys = async () =>
      (await editor.data<Changes>(`/v2/ops/changes?entity=ID&since=${cursor}`)).changes.map(({ key }) => key);
    await expect.poll(keys, { timeout: 5000 }).toEqual(expect.arrayContaining(['ID/SLOW']));
  });
});
