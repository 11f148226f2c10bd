import { read, utils } from 'xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CHANNEL,
  createWorld,
  emailOf,
  resetRecords,
  STREET,
  type Answer,
  type Caller,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { HEADER, type CallDefinition } from '../../../contract/call.ts';
import type { Change, SegmentColumns } from '../../../contract/feed.ts';
import { listLocations, type LocationTreeRow } from '../../../contract/locations.ts';
import { LOCATION_TREE } from '../../../contract/locationTree.ts';
import { fold } from '../../../domain/fold.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { packPlaces } from '../../../sync/mirror/placeSegment.ts';
import { treeAnswer, treeQuestion } from '../../../sync/query/cachedQuestion.ts';
import { PlaceIndex } from '../../../sync/query/placeIndex.ts';

type Refused = { current: LocationTreeRow | null; currentVersion: number | null };
interface List {
  list: LocationTreeRow[];
  page: number;
  count: number;
  total: number;
}

/** Places in the fixture's tree: Jawa Barat > Bandung > Cicendo > Jalan Satu, and others with the same names. */
const [STATE, CITY, DISTRICT] = [STREET - 3, STREET - 2, STREET - 1];
const COBLONG = STREET + 2;
const MALAYSIA = 2_000_001;
const AT = 1_800_000_000;

describeOnEach('the location tree', kind => {
  let world: World;
  let editor: Caller;
  let viewer: Caller;
  const names = new Map<number, string>();

  beforeAll(async () => {
    world = await createWorld(kind, { now: () => AT * 1000 });
    const { pool } = world.database;
    const tree = FEATURE.locationTree;
    await pool.query(`UPDATE roles SET codes = codes || $1::text[] WHERE name = 'editor'`, [
      [`${tree}.read`, `${tree}.write`],
    ]);
    await pool.query(`UPDATE roles SET codes = codes || $1::text[] WHERE name = 'viewer'`, [[`${tree}.read`]]);
    editor = await world.as('id.editor');
    viewer = await world.as('id.viewer');
    const { rows } = await pool.query<{ id: number; name: string }>('SELECT location_id AS id, name FROM locations');
    for (const { id, name } of rows) names.set(id, name);
  });
  beforeEach(async () => {
    const { pool } = world.database;
    for (const [id, name] of names) {
      await pool.query(
        `UPDATE locations SET name = $2, name_folded = $3, version = 1, updated_by = '', updated_at = 0
          WHERE location_id = $1 AND version > 1`,
        [id, name, fold(name)],
      );
    }
    await resetRecords(pool);
  });
  afterAll(() => world.close());

  const rename = <T = LocationTreeRow>(body: object, key?: string, who: Caller = editor): Promise<Answer<T>> =>
    who.call<T>('/locations/update', { body, headers: key ? { 'idempotency-key': key } : {} });
  const list = (filters: Record<string, string | number> = {}, who: Caller = editor) =>
    who.data<List>(`/v2/ops/locations?${new URLSearchParams(filters as Record<string, string>)}`);
  const idsOf = async (filters: Record<string, string | number>) =>
    (await list({ size: 100, offset: 0, ...filters })).list.map(({ locationId }) => locationId);
  const count = async (table: string) =>
    Number((await world.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n);

  describe('renaming a place (LOC-4)', () => {
    it('renaming a place returns the current row and writes a log entry and a feed change', async () => {
      const answer = await rename({ locationId: DISTRICT, name: '  Cicendo\u00a0 Utara ', version: 1 });
      expect(answer.status).toBe(200);
      const row = {
        locationId: DISTRICT,
        name: 'Cicendo Utara',
        parentId: CITY,
        country: 'ID',
        level: 2,
        postcode: '',
        state: 'Jawa Barat',
        city: 'Bandung',
        district: 'Cicendo Utara',
        version: 2,
        updatedBy: emailOf('id.editor'),
        updatedAt: AT,
      };
      expect(answer.body.data).toEqual(row);
      const { pool } = world.database;
      const changes = await pool.query('SELECT entity, collection, key, version, row FROM changes');
      expect(changes.rows).toEqual([{ entity: 'ID', collection: 'locations', key: String(DISTRICT), version: 2, row }]);
      const log = await editor.data<{ list: Record<string, string>[] }>(
        `/ops/audit-logs/business?code=${FEATURE.locationTree}`,
      );
      expect(log.list).toMatchObject([
        { url: '/api/locations/update', operator_type: 'Edit', email: emailOf('id.editor'), timestamp: AT },
      ]);
      expect(JSON.parse(log.list[0]?.['before'] ?? '')).toMatchObject({
        name: 'Cicendo',
        district: 'Cicendo',
        version: 1,
      });
      expect(JSON.parse(log.list[0]?.['after'] ?? '')).toEqual(row);
    });

    it('a rename takes effect immediately in every list, filter and type-ahead, whatever was cached', async () => {
      const places = (filter: Record<string, string>) =>
        editor.data<{ list: Record<string, string>[]; total: number }>(
          `/channelLocationService?${new URLSearchParams({ channelId: String(CHANNEL.first), type: '0', ...filter })}`,
        );
      expect((await places({ district: 'Cicendo' })).total).toBe(2);
      expect((await places({ district: 'Sukajadi' })).total).toBe(0);
      const zone = { channelId: CHANNEL.first, applicableType: 0, locationId: DISTRICT, zone: 'A' };
      await editor.call('/channelZoneService/add', { body: zone });
      await rename({ locationId: DISTRICT, name: 'Sukajadi', version: 1 });
      expect((await places({ district: 'Cicendo' })).total).toBe(0);
      expect((await places({ district: 'Sukajadi' })).list[0]).toMatchObject({ district: 'Sukajadi', city: 'Bandung' });
      const zones = await editor.data<{ list: object[] }>(
        `/channelZoneService?channelId=${CHANNEL.first}&applicableType=0&district=sukajadi`,
      );
      expect(zones.list).toMatchObject([{ district: 'Sukajadi' }]);
      const typed = await editor.data<{ list: string[] }>(
        '/channelLocationService/getListByAddressType?type=2&str=sukaj',
      );
      expect(typed.list).toEqual(['Sukajadi']);
      const children = await editor.data<{ list: { name: string }[] }>(`/locations/children?parentId=${CITY}`);
      expect(children.list.map(({ name }) => name)).toEqual(['Sukajadi', 'Coblong']);
      expect(await editor.data('/locations/single?locationId=' + DISTRICT)).toMatchObject({
        name: 'Sukajadi',
        version: 2,
      });
    });

    it('the tree is returned down to a given depth, with or without the place at its top (LOC-1)', async () => {
      const tree = async (query: string) =>
        (await editor.data<{ list: { locationId: number; parentId: number }[] }>(`/locations/subtree?${query}`)).list;
      const below = await tree(`parentId=${CITY}`);
      const children = await editor.data<{ list: { locationId: number }[] }>(`/locations/children?parentId=${CITY}`);
      expect(below.map(({ locationId }) => locationId)).toEqual(children.list.map(({ locationId }) => locationId));
      const deep = await tree(`parentId=${CITY}&depth=2`);
      expect(deep.length).toBeGreaterThan(below.length);
      expect(deep.some(({ locationId }) => locationId === CITY)).toBe(false);
      expect(await tree(`locationId=${CITY}&depth=2`)).toEqual(expect.arrayContaining(deep));
      expect((await tree(`locationId=${CITY}`)).map(({ locationId }) => locationId)).toContain(CITY);
      expect(await tree('parentId=0')).toEqual(await tree(''));
    });

    it('OB8: a rename with a stale version is refused with the current row', async () => {
      await rename({ locationId: CITY, name: 'Bandung Kota', version: 1 });
      const late = await rename<Refused>({ locationId: CITY, name: 'Kota Bandung', version: 1 });
      expect(late.status).toBe(409);
      expect(late.body.data).toMatchObject({ current: { name: 'Bandung Kota', version: 2 }, currentVersion: 2 });
      expect(late.body.message).toContain(`changed by ${emailOf('id.editor')}`);
      // Version 2 of data that was lost when an old copy was put back.
      const lost = await editor.call('/locations/update', {
        body: { locationId: CITY, name: 'Kota Bandung', version: 2 },
        headers: { [HEADER.basedAt]: String(AT - 60) },
      });
      expect([lost.status, lost.body.data]).toMatchObject([409, { current: { name: 'Bandung Kota' } }]);
    });

    it('OB3: a rename that is repeated with the same key takes effect once and gets the same reply', async () => {
      const body = { locationId: COBLONG, name: 'Dipatiukur', version: 1 };
      const first = await rename(body, 'key-1');
      const again = await rename(body, 'key-1');
      expect(again.raw.headers['idempotent-replayed']).toBe('true');
      expect(again.body).toEqual(first.body);
      expect([await count('changes'), await count('audit_logs')]).toEqual([1, 1]);
      expect((await rename({ ...body, name: 'Dago' }, 'key-1')).status).toBe(422);
    });

    it('renaming a place to its current name writes nothing', async () => {
      const answer = await rename({ locationId: COBLONG, name: ' Coblong ' });
      expect(answer.body.data).toMatchObject({ name: 'Coblong', version: 1 });
      expect([await count('changes'), await count('audit_logs')]).toEqual([0, 0]);
    });

    it('place names are stored in normalized form, without invisible characters', async () => {
      const answer = await rename({ locationId: COBLONG, name: ' Dipati\u0007\u200bukur ' });
      expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ name: 'Dipatiukur' })]);
    });

    it.each([
      ['', 'name: is required'],
      ['  ', 'name: is required'],
      ['\u200b', 'name: Name is required'],
      ['x'.repeat(101), 'name: is longer than 100'],
      ['a\0b', 'name: contains a character that cannot be stored'],
      ['--', 'name: Name must have a letter or a digit'],
      ['CICENDO', `name: Cicendo (${DISTRICT}), below the same parent, already has this name. Choose another name`],
      ['Cíceñdo', `name: Cicendo (${DISTRICT}), below the same parent, already has this name. Choose another name`],
    ])('the place name %j is refused with a reason', async (name, message) => {
      const answer = await rename({ locationId: COBLONG, name });
      expect([answer.status, answer.body.message]).toEqual([400, message]);
      expect(await count('changes')).toBe(0);
    });

    it('a name that exists under another parent is accepted, as is a new spelling of a place’s own name', async () => {
      expect((await rename({ locationId: COBLONG, name: 'Lembang' })).status).toBe(200);
      expect((await rename({ locationId: COBLONG, name: 'LEMBANG' })).body.data).toMatchObject({
        version: 3,
        name: 'LEMBANG',
      });
    });

    it('if two siblings are renamed to the same name at the same time, only one rename succeeds', async () => {
      const both = await Promise.all(
        [DISTRICT, COBLONG].map(locationId => rename({ locationId, name: 'Antapani', version: 1 })),
      );
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    });

    it('a rename cannot move a place: its current parent or country may be sent, but no other', async () => {
      const body = { locationId: COBLONG, name: 'Antapani' };
      const answered = async (more: object) => {
        const { status, body: answer } = await rename({ ...body, ...more });
        return [status, answer.message];
      };
      expect(await answered({ parentId: STATE })).toEqual([400, 'parentId: a location cannot be moved']);
      expect(await answered({ country: 'MY' })).toEqual([400, 'country: a location cannot be moved']);
      expect(await answered({ parentId: CITY, country: 'ID' })).toEqual([200, '']);
    });

    it('a rename requires the permission in the place’s country', async () => {
      const body = { locationId: COBLONG, name: 'Antapani' };
      expect((await rename(body, undefined, viewer)).status).toBe(403);
      expect((await rename({ ...body, locationId: MALAYSIA })).status).toBe(404);
      expect((await rename(body, undefined, world.anonymous)).status).toBe(401);
      expect((await rename({ ...body, locationId: 9_999_999 })).body.message).toBe(
        'There is no location 9999999 in your countries. Check the ID.',
      );
      const malaysia = await world.as('my.editor');
      expect((await rename({ ...body, locationId: MALAYSIA + 1 }, undefined, malaysia)).body.data).toMatchObject({
        country: 'MY',
      });
    });

    it('NWD-14: a state of Malaysia keeps the name under which non-working days list its days off', async () => {
      const malaysia = await world.as('my.editor');
      const renamed = async (name: string) => {
        const { status, body } = await rename({ locationId: MALAYSIA, name }, undefined, malaysia);
        return [status, body.message];
      };
      expect(await renamed('Selangor Darul Ehsan')).toEqual([
        400,
        'name: Name must stay Selangor, because non-working days list the weekends and holidays of this state under that name',
      ]);
      expect(await count('changes')).toBe(0);
      expect(await renamed('SELANGOR')).toEqual([200, '']);
    });

    it('a rename is among the changes after the segments’ cursor, and the segments are not rebuilt', async () => {
      type Segments = { cursor: string; segments: { id: string }[] };
      const cut = () => editor.data<Segments>('/v2/ops/segments?collection=locations&entity=ID');
      const before = await cut();
      await rename({ locationId: DISTRICT, name: 'Sukajadi', version: 1 });
      const after = await cut();
      expect(after.segments).toEqual(before.segments);
      const { changes } = await editor.data<{ changes: object[] }>(
        `/v2/ops/changes?entity=ID&since=${encodeURIComponent(before.cursor)}`,
      );
      expect(changes).toMatchObject([{ collection: 'locations', key: String(DISTRICT), row: { name: 'Sukajadi' } }]);
    });

    it('OB8: the preflight of a long queue reports the row that a queued rename would encounter', async () => {
      await rename({ locationId: DISTRICT, name: 'Sukajadi' }, 'key-2');
      const items = [
        { id: 'key-2', collection: 'locations', key: String(DISTRICT), version: 1 },
        { id: 'key-3', collection: 'locations', key: String(DISTRICT), version: 2 },
      ];
      const ask = (who: Caller) =>
        who.data<{ items: object[] }>('/v2/ops/preflight', { body: { entity: 'ID', items } });
      expect((await ask(editor)).items).toMatchObject([
        { taken: true, allowed: true, version: 2, row: { name: 'Sukajadi' }, gone: null },
        { taken: false, allowed: true, version: 2, row: null, gone: null },
      ]);
      expect((await ask(viewer)).items).toMatchObject([{ allowed: false }, { allowed: false }]);
    });
  });

  describe('the list of locations', () => {
    it('places are listed by id, page by page, with the names of the places that contain them', async () => {
      const first = await list({ offset: 0, size: 3 });
      expect(first).toMatchObject({ page: 1, count: 3, total: 14 });
      expect(first.list[2]).toMatchObject({
        locationId: DISTRICT,
        name: 'Cicendo',
        level: 2,
        state: 'Jawa Barat',
        city: 'Bandung',
        district: 'Cicendo',
        updatedAt: 0,
      });
      expect(first.list[0]).toMatchObject({ name: 'Jawa Barat', state: 'Jawa Barat', city: '', district: '' });
      expect((await list({ offset: 12, size: 3 })).list).toHaveLength(2);
    });

    it.each([
      [{ locationId: DISTRICT }, [DISTRICT]],
      [{ name: 'cice' }, [DISTRICT]],
      [{ name: 'jalan' }, [STREET, STREET + 1]],
      [{ name: 'da nang' }, [1_000_011]],
      [{ name: '%' }, []],
      [{ level: 0 }, [STATE, 1_000_011]],
      [{ level: 1, state: 'jawa barat' }, [CITY, 1_000_008]],
      // A name that matches exactly selects only that place; any other name selects all places whose names contain it.
      [{ level: 2, city: 'bandung' }, [DISTRICT, COBLONG]],
      [{ level: 2, city: 'bandu' }, [DISTRICT, COBLONG, 1_000_009]],
      [{ district: 'coblong' }, [COBLONG, STREET + 3]],
      [{ name: 'nothing of that name' }, []],
    ])('the list of locations is filtered by %j', async (filters, ids) => {
      expect(await idsOf(filters as Record<string, string | number>)).toEqual(ids);
      const { total } = await list(filters as Record<string, string | number>);
      expect(total).toBe(ids.length);
    });

    it('the list of locations is sorted as in the console, with ties sorted by id', async () => {
      await rename({ locationId: COBLONG, name: 'Antapani' });
      expect((await idsOf({ sort: '-updatedAt' })).slice(0, 2)).toEqual([COBLONG, STATE]);
      expect((await idsOf({ sort: 'name' })).slice(0, 2)).toEqual([COBLONG, CITY]);
      expect((await idsOf({ sort: '-level' })).slice(0, 2)).toEqual([STREET, STREET + 1]);
      expect((await editor.call('/v2/ops/locations?sort=postcode')).status).toBe(400);
    });

    it('for any request, the cached tree and the server return the same list', async () => {
      const cut = await editor.data<{ cursor: string; segments: { id: string }[] }>(
        '/v2/ops/segments?collection=locations&entity=ID',
      );
      await rename({ locationId: COBLONG, name: 'Antapani' });
      await rename({ locationId: STATE, name: 'Jawa Barat Daya' });
      const segments = await Promise.all(
        cut.segments.map(({ id }) => editor.data<{ columns: SegmentColumns }>(`/v2/ops/segments/${id}`)),
      );
      const { changes } = await editor.data<{ changes: Change[] }>(
        `/v2/ops/changes?entity=ID&since=${encodeURIComponent(cut.cursor)}`,
      );
      const index = await PlaceIndex.build(
        'ID',
        segments.map(({ columns }) => packPlaces(columns)),
        new Map(changes.map(({ key, version, row }) => [key, { version, row: row as LocationTreeRow | null }])),
        async () => undefined,
      );
      const asked: Record<string, string | number>[] = [
        {},
        { name: 'an' },
        { name: 'none' },
        { level: 2 },
        { locationId: COBLONG },
        { state: 'jawa' },
        { state: 'Jawa Barat Daya', level: 1 },
        { city: 'bandu' },
        { district: 'antapani' },
        { quick: 'antap' },
        { quick: 'jawa bandu' },
        { quick: String(COBLONG).slice(0, 5), level: 3 },
        { quick: 'bandung nowhere' },
      ];
      for (const filters of asked) {
        for (const sort of ['', ...LOCATION_TREE.sorts.flatMap(column => [column, `-${column}`])]) {
          const question = treeQuestion(listLocations as unknown as CallDefinition, filters, sort, 1, 5);
          const answer = question && treeAnswer(index, question);
          const { list: rows, total } = await list({ ...filters, ...(sort ? { sort } : {}), offset: 0, size: 5 });
          expect({ rows: answer?.rows, total: answer?.total }, `${JSON.stringify([filters, sort])}`).toEqual({
            rows,
            total,
          });
        }
      }
    });

    it('the list of locations requires the feature’s permission in the country', async () => {
      expect((await list({ size: 1, offset: 0 }, viewer)).total).toBe(14);
      const malaysia = await world.as('my.editor');
      expect((await list({ size: 1, offset: 0 }, malaysia)).list[0]).toMatchObject({ country: 'MY' });
      const answer = await malaysia.call('/v2/ops/locations', { headers: { 'x-ops-entity': 'ID' } });
      expect(answer.status).toBe(403);
    });

    it('the list of locations is exported with the current filters', async () => {
      await rename({ locationId: COBLONG, name: 'Antapani' });
      const { raw } = await viewer.call('/v2/ops/locations/export?city=Bandung&level=2');
      expect(raw.headers['content-disposition']).toBe('attachment; filename="Location Tree ID 2027-01-15.xlsx"');
      const book = read(raw.rawPayload);
      expect(book.SheetNames).toEqual(['Location Tree']);
      expect(utils.sheet_to_json(book.Sheets['Location Tree'] ?? {}, { header: 1 })).toEqual([
        ['Location ID', 'Name', 'Level', 'State', 'City', 'District', 'Country', 'Postcode'],
        [DISTRICT, 'Cicendo', 'District', 'Jawa Barat', 'Bandung', 'Cicendo', 'ID'],
        [COBLONG, 'Antapani', 'District', 'Jawa Barat', 'Bandung', 'Antapani', 'ID'],
      ]);
    });
  });
});
