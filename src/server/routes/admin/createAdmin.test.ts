import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { Caller } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach, openTestDatabase } from '../../../../tests/support/testDatabase.ts';
import type { SessionInfo } from '../../../contract/session.ts';
import type { Database } from '../../db/open.ts';
import { createAdmin } from './createAdmin.ts';
import { hashPassword, verifyPassword } from '../../auth/password.ts';

const PASSWORD = 'a long enough password';
const AT = 1_750_000_000;

describeOnEach('the first administrator', kind => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  it('a new administrator can sign in to an empty installation, see all entities, and get a new password', async () => {
    expect(await createAdmin(database.pool, ' Boss@Ops.Example ', PASSWORD, AT)).toBe('created');
    const config = { clientDir: undefined, baseUrl: undefined, secure: true, trustProxy: false, tracker: true };
    const app = await buildApp({ config, database });
    const caller = new Caller(app);
    const signIn = (password: string) =>
      caller.call<SessionInfo>('/login', { body: { email: 'boss@ops.example', password } });
    const answer = await signIn(PASSWORD);
    expect(answer.body.data).toMatchObject({ privilege: 0, whitelisted: true, currentEntity: 'ID' });
    expect(answer.body.data?.entities).toHaveLength(8);
    expect(String(answer.raw.headers['set-cookie'])).toMatch(/; Secure/);
    caller.cookie = String(answer.raw.headers['set-cookie']).split(';')[0] ?? null;
    const menu = await caller.data<{ list: { parentId: number }[] }>('/opa/menu');
    expect(menu.list.filter(node => node.parentId === 0)).toHaveLength(7);

    // Leading and trailing spaces are not part of the password, because the sign-in page trims its input (REQ-8).
    expect(await createAdmin(database.pool, '\uff42oss@ops.example', ' another long password ', AT)).toBe('updated');
    expect((await caller.call('/v2/ops/session')).status).toBe(401);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn('another long password')).status).toBe(200);
    expect((await signIn(' another long password ')).status).toBe(200);
    const log = await database.pool.query<{ url: string; email: string; operator_type: string; after: object }>(
      'SELECT url, email, operator_type, after FROM audit_logs ORDER BY id',
    );
    expect(log.rows.map(({ url, email, operator_type }) => [url, email, operator_type])).toEqual([
      ['/api/v2/ops/users/admin-create', 'npm run admin:create', 'Create'],
      ['/api/v2/ops/users/admin-create', 'npm run admin:create', 'Edit'],
    ]);
    expect(log.rows[0]?.after).toMatchObject({ email: 'boss@ops.example', privilege: 0, whitelisted: true });
    expect(JSON.stringify(log.rows)).not.toContain('long');
    await app.close();
  });

  it('a promoted account is listed only as a System Admin, and its former password link no longer works', async () => {
    const { pool } = database;
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO users (email, name, password_hash, privilege, current_entity) VALUES ('local@ops.example', 'L', '', 1, 'ID') RETURNING id`,
    );
    await pool.query(`UPDATE entities SET country_admins = '{local@ops.example}' WHERE country = 'ID'`);
    await pool.query(`INSERT INTO password_links (user_id, token_hash, expires_at) VALUES ($1, 'x', 9999999999)`, [
      rows[0]?.id,
    ]);
    expect(await createAdmin(pool, 'local@ops.example', PASSWORD, AT)).toBe('updated');
    const links = await pool.query('SELECT 1 FROM password_links');
    const entity = await pool.query(
      `SELECT country_admins AS country, 'local@ops.example' = ANY (system_admins) AS system FROM entities WHERE country = 'ID'`,
    );
    expect([links.rowCount, entity.rows]).toEqual([0, [{ country: [], system: true }]]);
  });

  it('a password that is too short and an invalid e-mail address are refused', async () => {
    await expect(createAdmin(database.pool, 'a@b.c', 'short', AT)).rejects.toThrow('at least 12 characters');
    await expect(createAdmin(database.pool, 'a@b.c', ' eleven char ', AT)).rejects.toThrow('at least 12 characters');
    await expect(createAdmin(database.pool, 'nobody', PASSWORD, AT)).rejects.toThrow('not an e-mail address');
    const cyrillic = createAdmin(database.pool, 'b\u043ess@ops.example', PASSWORD, AT);
    await expect(cyrillic).rejects.toThrow('which is not a Latin letter');
  });

  it('a very common password is refused, as it is when people set a password themselves', async () => {
    await expect(createAdmin(database.pool, 'boss@ops.example', 'P@ssw0rd123456', AT)).rejects.toThrow('most common');
  });

  it('the own e-mail is refused as a password, as it is when people set a password themselves', async () => {
    const own = createAdmin(database.pool, 'boss@ops.example', 'Boss.Ops.Example!', AT);
    await expect(own).rejects.toThrow('own e-mail or name');
  });

  it('passwords are stored as salted scrypt hashes', async () => {
    const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(one).toMatch(/^scrypt\$32768\$8\$3\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(PASSWORD, one)).toBe(true);
    expect(await verifyPassword('wrong', one)).toBe(false);
    expect(await verifyPassword(PASSWORD, null)).toBe(false);
  });
});
