import type { ClientBase } from 'pg';
import { COUNTRIES, COUNTRY_CODES } from '../../domain/country.ts';
import { PRIVILEGE } from '../../domain/permission.ts';
import { hashPassword } from '../auth/password.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_ROLES } from './accounts.ts';
import { MENU } from '../db/menu.ts';

/** Writes the eight entities and the two roles of each. */
async function insertEntities(client: ClientBase): Promise<void> {
  const admins = DEMO_ACCOUNTS.filter(account => account.privilege === PRIVILEGE.systemAdmin).map(({ email }) => email);
  for (const code of COUNTRY_CODES) {
    const { rows } = await client.query<{ id: number }>(
      'INSERT INTO entities (name, country, system_admins) VALUES ($1, $2, $3) RETURNING id',
      [COUNTRIES[code].name, code, admins],
    );
    for (const role of DEMO_ROLES) {
      await client.query('INSERT INTO roles (entity_id, name, codes) VALUES ($1, $2, $3)', [
        rows[0]?.id,
        role.name,
        role.codes,
      ]);
    }
  }
}

/**
 * Hashes each account's password with a separate salt. This keeps other cores busy for a second, so it should be
 * started before the places are loaded.
 */
export const hashDemoPasswords = (): Promise<string[]> =>
  Promise.all(DEMO_ACCOUNTS.map(() => hashPassword(DEMO_PASSWORD)));

/** Writes the six accounts, their permissions and the whitelist. */
async function insertAccounts(client: ClientBase, hashes: readonly string[]): Promise<void> {
  for (const [index, account] of DEMO_ACCOUNTS.entries()) {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO users (email, name, password_hash, privilege, category, current_entity)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [account.email, account.name, hashes[index], account.privilege, account.category, account.entity],
    );
    const userId = rows[0]?.id;
    await client.query(
      'INSERT INTO user_entities (user_id, entity_id) SELECT $1, id FROM entities WHERE $2 OR country = $3',
      [userId, account.everywhere, account.entity],
    );
    await client.query(
      `INSERT INTO user_roles (user_id, role_id)
       SELECT $1, roles.id FROM roles JOIN entities ON entities.id = entity_id WHERE country = $2 AND roles.name = $3`,
      [userId, account.entity, account.role],
    );
    if (account.whitelisted) await client.query('INSERT INTO whitelist (email) VALUES ($1)', [account.email]);
  }
}

/** Writes the module tree: the groups in order, each with its entries. */
export async function insertMenu(client: ClientBase): Promise<void> {
  for (const [groupSort, group] of MENU.entries()) {
    const { rows } = await client.query<{ id: number }>(
      'INSERT INTO modules (name, icon, sort) VALUES ($1, $2, $3) RETURNING id',
      [group.name, group.icon, groupSort + 1],
    );
    for (const [sort, entry] of group.entries.entries()) {
      await client.query(
        `INSERT INTO modules (name, parent_id, path, permission, display_whitelist, sort)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [entry.name, rows[0]?.id, entry.path, entry.permission ?? '', entry.displayWhitelist ?? '', sort + 1],
      );
    }
  }
}

/** Grants this version's permissions to the roles of an earlier demo. */
export async function renewRoles(client: ClientBase): Promise<void> {
  for (const { name, codes } of DEMO_ROLES)
    await client.query('UPDATE roles SET codes = $2 WHERE name = $1', [name, codes]);
}

/** Writes the demo's entities, roles, accounts, whitelist and menu. */
export async function insertPeople(client: ClientBase, hashes: readonly string[]): Promise<void> {
  await insertEntities(client);
  await insertAccounts(client, hashes);
  await insertMenu(client);
}
