import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { holdConnections, type HeldConnections } from '../../../tests/support/heldConnections.ts';
import { createWorld, type PersonName, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import type { ServerContext } from '../context.ts';
import { asTask, newTask } from '../db/turns.ts';
import { endSession, findPerson, hashToken } from './sessions.ts';

const NAMES: PersonName[] = ['admin', 'id.editor', 'id.viewer'];

describeOnEach('concurrent session lookups', kind => {
  let world: World;
  let context: ServerContext;
  let hashes: string[];
  beforeAll(async () => {
    world = await createWorld(kind);
    const { database } = world;
    context = { database, now: Date.now, hub: { sessionsEnded: () => undefined } } as unknown as ServerContext;
  });
  afterAll(() => world.close());
  afterEach(() => vi.restoreAllMocks());

  /** Signs in three people and then occupies all connections, so that every query has to wait. */
  const hold = async (): Promise<HeldConnections> => {
    const people = await Promise.all(NAMES.map(name => world.signIn(name)));
    hashes = people.map(({ cookie }) => hashToken(cookie?.replace(/^[^=]+=/, '') ?? ''));
    return holdConnections(world.database, 'session-pe');
  };
  const find = (at: number) => findPerson(context, hashes[at] as string);

  it('concurrent session lookups share one statement, and each returns its own person', async () => {
    const { seen, release } = await hold();
    const found = Promise.all([find(0), find(1), find(2), findPerson(context, hashToken('nobody'))]);
    release();
    const emails = (await found).map(person => person?.email);
    expect(emails).toEqual([...NAMES.map(name => `${name}@test.example`), undefined]);
    expect(seen).toEqual([[JSON.stringify([...hashes, hashToken('nobody')])]]);
  });

  it('a request is refused if its session ended or its permission was revoked while it waited (MR4)', async () => {
    const { clients, release } = await hold();
    const found = Promise.all([find(0), find(1), find(2)]);
    const [own] = clients as [PoolClient];
    await own.query('DELETE FROM sessions WHERE token_hash = $1', [hashes[1]]);
    await own.query(`UPDATE roles SET codes = '{}' WHERE name = 'viewer'`);
    release();
    const [admin, editor, viewer] = await found;
    expect([admin?.email, editor, viewer?.codes]).toEqual(['admin@test.example', null, { ID: [] }]);
  });

  it('a session that has ended is not served from an earlier lookup (MR4)', async () => {
    const { release } = await hold();
    const before = [find(0), asTask(newTask('following'), () => find(0))];
    release();
    await endSession(context, hashes[0] as string, false);
    expect(await find(0)).toBeNull();
    expect(await asTask(newTask('following'), () => find(0))).toBeNull();
    await Promise.all(before);
  });

  it('requests made by people wait less than background fetches by consoles', async () => {
    const { seen, release } = await hold();
    const follower = asTask(newTask('following'), () => find(0));
    const people = [find(0), find(1)];
    release();
    await Promise.all([follower, ...people]);
    const [one, two] = [[hashes[0]], [JSON.stringify([hashes[0], hashes[1]])]];
    expect(seen).toEqual(kind === 'embedded' ? [two, one] : [one, two]);
  });
});
