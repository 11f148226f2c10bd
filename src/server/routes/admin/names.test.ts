import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type Answer, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { ModuleRow } from '../../../contract/admin.ts';
import { INT4_MOST } from '../../../contract/common.ts';

/** The same name in other case, with another space, with a decomposed and with a full-width letter. */
const SAME = ['NIGHTLY ÉDITOR', 'Nightly  Éditor ', 'Nightly E\u0301ditor', 'Ｎightly Éditor', 'nightly\u00a0éditor'];
const OTHER = 'Nightly Editor';

const template = (name: string) => ({
  name,
  event: 'import.failed',
  variants: { en: { subject: 'x', body: '{{ file }}' } },
});
const rule = (name: string, templateId: number) => ({
  name,
  event: 'import.failed',
  countries: ['ID'],
  conditions: [],
  people: [],
  roleIds: [],
  causer: true,
  ways: ['bell'],
  webhookUrl: '',
  templateId,
  everyMinutes: 0,
  critical: false,
  status: 0,
});

interface Ids {
  entity: number;
  template: number;
}

describeOnEach('names that people choose', kind => {
  let world: World;
  let admin: Caller;
  let ids: Ids;
  beforeAll(async () => {
    world = await createWorld(kind, {});
    admin = await world.as('admin');
    const { list } = await admin.data<{ list: { id: number; country: string }[] }>('/opa/entities');
    const made = await admin.data<{ id: number }>('/v2/ops/notify/templates/create', { body: template('First') });
    ids = { entity: list.find(({ country }) => country === 'ID')?.id ?? 0, template: made.id };
    const other = list.find(({ country }) => country === 'MY')?.id ?? 0;
    await admin.data(`/opa/entities/${other}`, { method: 'PUT', body: { name: 'Nightly Éditor' } });
  });
  afterAll(() => world.close());

  const KINDS: [string, (name: string) => Promise<Answer>][] = [
    ['role', name => admin.call('/v2/ops/roles', { body: { entityId: ids.entity, name, codes: [] } })],
    ['module', name => admin.call('/opa/modules', { body: { name } })],
    ['template', name => admin.call('/v2/ops/notify/templates/create', { body: template(name) })],
    ['trigger rule', name => admin.call('/v2/ops/notify/rules/create', { body: rule(name, ids.template) })],
    [
      'API token',
      name =>
        admin.call('/v2/ops/access/tokens/create', {
          body: { name, codes: ['channel_management.serviceable_area.read'], entities: ['ID'], days: 1 },
        }),
    ],
  ];

  it.each(KINDS)('two of the kind "%s" never have names that look the same', async (_, create) => {
    expect((await create('Nightly Éditor')).body.message).toBe('');
    for (const name of SAME) {
      const { status, body } = await create(name);
      expect([name, status, body.message]).toEqual([name, 409, expect.stringContaining('"Nightly Éditor"')]);
    }
    expect((await create(OTHER)).status).toBe(200);
  });

  it('an entity cannot be renamed to the name of another one in any case, but keeps its own in another case', async () => {
    const rename = (name: string) => admin.call(`/opa/entities/${ids.entity}`, { method: 'PUT', body: { name } });
    for (const name of SAME) expect([name, (await rename(name)).status]).toEqual([name, 409]);
    expect((await rename('indonesia')).status).toBe(200);
  });

  it('of two requests at once for names that differ in case, one succeeds', async () => {
    const names = ['twice', 'TWICE', 'Twice'];
    for (const [what, create] of KINDS) {
      const statuses = await Promise.all(names.map(async name => (await create(name)).status));
      expect([what, statuses.toSorted()]).toEqual([what, [200, 409, 409]]);
    }
  });

  it('a module is neither renamed nor moved to where another one has its name', async () => {
    const make = async (body: object) => admin.data<ModuleRow>('/opa/modules', { body });
    const [group, top] = [await make({ name: 'Group of two' }), await make({ name: 'Same' })];
    const below = await make({ name: 'SAME', parentId: group.id });
    const change = (path: string, options: object) => admin.call(path, options);
    const tries = [
      await change(`/opa/modules/${below.id}`, { method: 'PUT', body: { parentId: 0 } }),
      await change('/v2/ops/modules/move', { body: { id: below.id, parentId: 0 } }),
      await change(`/opa/modules/${group.id}`, { method: 'PUT', body: { name: 'same' } }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect((await change(`/opa/modules/${top.id}`, { method: 'PUT', body: { name: 'SAME' } })).status).toBe(200);
  });

  it('a module can be created below a parent whose last module has the largest sort number', async () => {
    const parent = await admin.data<ModuleRow>('/opa/modules', { body: { name: 'Full' } });
    const make = (body: object) => admin.data<ModuleRow>('/opa/modules', { body: { parentId: parent.id, ...body } });
    await make({ name: 'Largest', sort: INT4_MOST });
    const last = await make({ name: 'After the largest' });
    expect(last.sort).toBe(INT4_MOST);
    const { list } = await admin.data<{ list: ModuleRow[] }>('/opa/modules');
    expect(list.filter(({ parentId }) => parentId === parent.id).map(({ name }) => name)).toEqual([
      'Largest',
      'After the largest',
    ]);
  });

  it('a module with an unknown icon is refused with the names of all icons, and one from before can still be changed', async () => {
    const wrong = await admin.call('/opa/modules', { body: { name: 'Iconic', icon: 'Moneyy' } });
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'icon: there is no icon "Moneyy"; use one of Money, DataLine, Box, Wrench, VehicleTruck, History, BranchFork, or leave it empty',
    ]);
    const made = await admin.data<ModuleRow>('/opa/modules', { body: { name: 'Iconic', icon: 'Money' } });
    await world.database.pool.query("UPDATE modules SET icon = 'Gone' WHERE id = $1", [made.id]);
    const put = (body: object) => admin.call(`/opa/modules/${made.id}`, { method: 'PUT', body });
    expect([(await put({ name: 'Iconic 2' })).status, (await put({ icon: 'Lost' })).status]).toEqual([200, 400]);
  });
});
