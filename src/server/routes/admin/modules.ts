import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import {
  addToWhitelist,
  createModule,
  deleteModule,
  getModule,
  listModules,
  listWhitelist,
  moveModule,
  removeFromWhitelist,
  updateModule,
  type ModuleRow,
} from '../../../contract/admin.ts';
import { isSystemAdmin } from '../../../domain/administration.ts';
import { modulePathProblem, modulePermissionProblem } from '../../../contract/modulePlace.ts';
import { canonicalEmail } from '../../../domain/email.ts';
import { fold } from '../../../domain/fold.ts';
import { moduleIconProblem } from '../../../domain/moduleIcons.ts';
import { isPlaced, placed } from '../../../domain/moduleTree.ts';
import { INT4_MOST, PAGE_MOST, resolvePage } from '../../../contract/common.ts';
import type { ServerContext } from '../../context.ts';
import { MENU_CHANGED } from '../../feed/hub.ts';
import { notifyNews } from '../../feed/listen.ts';
import { containsFolded } from '../../db/foldSql.ts';
import type { Queryable } from '../../db/transaction.ts';
import { ApiError, badRequest, notFound } from '../../base/envelope.ts';
import { requireFreeName } from '../../db/freeName.ts';
import { registerRead } from '../../http/registrar.ts';
import {
  emailOf,
  keepSystemAdmin,
  newEmailOf,
  registerAdmin,
  requireAdministrator,
  requireSystemAdmin,
  requireVersion,
  storedEmail,
} from './support.ts';

const COLUMNS = `id, name, parent_id AS "parentId", status, path, icon, permission, display_whitelist AS "displayWhitelist", sort, version`;

async function moduleRows(db: Queryable): Promise<ModuleRow[]> {
  const { rows } = await db.query<ModuleRow>(`SELECT ${COLUMNS} FROM modules ORDER BY sort, id`);
  return rows;
}

async function moduleBy(db: Queryable, id: number, lock = false): Promise<ModuleRow> {
  const { rows } = await db.query<ModuleRow>(
    `SELECT ${COLUMNS} FROM modules WHERE id = $1${lock ? ' FOR UPDATE' : ''}`,
    [id],
  );
  if (!rows[0]) throw notFound(`There is no module ${id}. It may have been deleted; reload the list of modules.`);
  return rows[0];
}

/**
 * @throws ApiError 400 if the parent does not exist, or if it is below the module itself, because the menu would lose
 * both
 */
async function checkParent(db: Queryable, id: number | null, parentId: number): Promise<void> {
  if (parentId === 0) return;
  const parents = new Map((await moduleRows(db)).map(row => [row.id, row.parentId]));
  if (!parents.has(parentId)) throw badRequest(`parentId: there is no module ${parentId}`);
  const seen = new Set<number>();
  for (let at = parentId; at !== 0 && !seen.has(at); at = parents.get(at) ?? 0) {
    if (at === id) throw badRequest('parentId: a module cannot be moved below itself');
    seen.add(at);
  }
}

/**
 * Returns a display whitelist in canonical form.
 * @throws ApiError 400 for anything that is not an e-mail
 */
const canonicalList = (text: string): string =>
  [
    ...new Set(
      text
        .split(',')
        .map(part => part.trim())
        .filter(part => part !== '')
        .map(emailOf),
    ),
  ].join(',');

/**
 * Validates the path, the permission code and the icon of a module only if they change, so that an entry from an earlier release
 * can still be moved.
 * @throws ApiError 400 for a page, code or icon that does not exist
 */
function checkEntry(after: Pick<ModuleRow, 'path' | 'permission' | 'icon'>, before?: ModuleRow): void {
  const icon = after.icon === before?.icon ? null : moduleIconProblem(after.icon);
  if (icon !== null) throw badRequest(`icon: ${icon}`);
  const path = after.path === before?.path ? null : modulePathProblem(after.path);
  if (path !== null) throw badRequest(`path: ${path}`);
  const permission = after.permission === before?.permission ? null : modulePermissionProblem(after.permission);
  if (permission !== null) throw badRequest(`permission: ${permission}`);
}

/**
 * Refuses a name that another entry of the same parent has: in the menu, nobody could tell the two apart.
 * @throws ApiError 409
 */
const requireFreeModule = (
  db: Queryable,
  { id, name, parentId }: Pick<ModuleRow, 'id' | 'name' | 'parentId'>,
): Promise<void> =>
  requireFreeName(
    db,
    name,
    { text: 'SELECT name FROM modules WHERE parent_id = $1 AND id <> $2', values: [parentId, id] },
    taken => `There is already a module "${taken}" below this parent. Choose another name or parent.`,
  );

/**
 * Raises the versions of accounts that were added to the whitelist or removed from it: a user's form shows whether the
 * user is on it, so one that was opened before would otherwise take the change back.
 */
const raiseVersions = (db: Queryable, changed: readonly { email: string }[]): Promise<unknown> =>
  db.query('UPDATE users SET version = version + 1 WHERE email = ANY ($1)', [changed.map(({ email }) => email)]);

/** Registers the calls for menu modules (USER-6 to USER-8) and for the whitelist (G77). */
export function moduleRoutes(app: FastifyInstance, context: ServerContext): void {
  const { database, hub } = context;
  const { pool } = database;
  /** Registers a change of the menu, which every open console loads again. */
  const registerMenu: typeof registerAdmin = (to, from, definition, work) =>
    registerAdmin(
      to,
      from,
      definition,
      async (db, input, scope) => {
        const changed = await work(db, input, scope);
        await notifyNews(database, db, MENU_CHANGED);
        return changed;
      },
      () => hub.announce(MENU_CHANGED),
    );

  registerRead(app, context, listModules, async ({ person }, input) => {
    requireAdministrator(person);
    const asked = input.count === undefined && input.size === undefined ? { ...input, count: PAGE_MOST } : input;
    const { page, count, offset } = resolvePage(asked);
    const rows = await moduleRows(pool);
    return { list: rows.slice(offset, offset + count), page, count, total: rows.length };
  });

  registerRead(app, context, getModule, ({ person }, { id }) => {
    requireAdministrator(person);
    return moduleBy(pool, id);
  });

  registerMenu(app, context, createModule, async (db, input, { person }) => {
    requireSystemAdmin(person);
    await checkParent(db, null, input.parentId);
    checkEntry(input);
    await requireFreeModule(db, { ...input, id: 0 });
    const { rows } = await db.query<ModuleRow>(
      `INSERT INTO modules (name, parent_id, status, path, icon, permission, display_whitelist, sort)
       VALUES ($1, $2, $3, $4, $5, $6, $7, coalesce($8, (SELECT least(coalesce(max(sort), 0)::int8 + 1, ${INT4_MOST}) FROM modules WHERE parent_id = $2)))
       RETURNING ${COLUMNS}`,
      [
        input.name,
        input.parentId,
        input.status,
        input.path,
        input.icon,
        input.permission,
        canonicalList(input.displayWhitelist),
        input.sort ?? null,
      ],
    );
    const row = rows[0] as ModuleRow;
    return { operator: 'Create', before: null, after: { ...row }, output: row };
  });

  registerMenu(app, context, updateModule, async (db, input, { person }) => {
    requireSystemAdmin(person);
    const before = await moduleBy(db, input.id, true);
    requireVersion(before, input.version, before.name);
    const { id: _, version: __, ...fields } = input;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const wanted = { ...before, ...given };
    const after = { ...wanted, displayWhitelist: canonicalList(wanted.displayWhitelist) };
    if (isDeepStrictEqual(after, before)) return { operator: null, output: before };
    await checkParent(db, after.id, after.parentId);
    checkEntry(after, before);
    if (after.name !== before.name || after.parentId !== before.parentId) await requireFreeModule(db, after);
    const { rows } = await db.query<ModuleRow>(
      `UPDATE modules SET name = $2, parent_id = $3, status = $4, path = $5, icon = $6, permission = $7, display_whitelist = $8,
              sort = $9, version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
      [
        after.id,
        after.name,
        after.parentId,
        after.status,
        after.path,
        after.icon,
        after.permission,
        after.displayWhitelist,
        after.sort,
      ],
    );
    const row = rows[0] as ModuleRow;
    return { operator: 'Edit', before: { ...before }, after: { ...row }, output: row };
  });

  registerMenu(app, context, moveModule, async (db, { id, parentId, before: sibling }, { person }) => {
    requireSystemAdmin(person);
    const before = await moduleBy(db, id, true);
    await checkParent(db, id, parentId);
    const modules = await moduleRows(db);
    if (
      sibling !== undefined &&
      (sibling === id || modules.every(own => own.id !== sibling || own.parentId !== parentId))
    )
      throw badRequest(`before: there is no other module ${sibling} below that parent`);
    const place = { parentId, before: sibling ?? null };
    if (isPlaced(modules, id, place)) return { operator: null, output: before };
    if (parentId !== before.parentId) await requireFreeModule(db, { ...before, parentId });
    const sorts = placed(modules, id, place);
    // The versions of the others stay, because nobody edits their order in a form.
    for (const { id: own, sort } of sorts) await db.query('UPDATE modules SET sort = $2 WHERE id = $1', [own, sort]);
    const { rows } = await db.query<ModuleRow>(
      `UPDATE modules SET parent_id = $2, version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, parentId],
    );
    const row = rows[0] as ModuleRow;
    return { operator: 'Edit', before: { ...before }, after: { ...row }, output: row };
  });

  registerMenu(app, context, deleteModule, async (db, { id }, { person }) => {
    requireSystemAdmin(person);
    const before = await moduleBy(db, id, true);
    const below = (await moduleRows(db)).filter(row => row.parentId === id).length;
    if (below > 0)
      throw new ApiError(
        409,
        `${before.name} has ${below === 1 ? '1 module' : `${below} modules`} below it. Move or delete ${below === 1 ? 'it' : 'them'} first.`,
      );
    await db.query('DELETE FROM modules WHERE id = $1', [id]);
    return { operator: 'Delete', before: { ...before }, after: null, output: null };
  });

  registerRead(app, context, listWhitelist, async ({ person }, input) => {
    requireAdministrator(person);
    const { page, count, offset } = resolvePage(input);
    // An Entity Admin only sees the e-mails of users in their own entities.
    const own = isSystemAdmin(person) ? null : person.entities.map(({ country }) => country);
    const where = `WHERE ${containsFolded('email', '$1')} AND ($2::text[] IS NULL OR EXISTS
      (SELECT 1 FROM users u JOIN user_entities ue ON ue.user_id = u.id JOIN entities e ON e.id = ue.entity_id
        WHERE u.email = whitelist.email AND e.country = ANY ($2)))`;
    const filter = [fold(input.q ?? ''), own];
    const total = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM whitelist ${where}`, filter);
    const { rows } = await pool.query<{ email: string; user: boolean }>(
      `SELECT email, EXISTS (SELECT 1 FROM users u WHERE u.email = whitelist.email) AS user FROM whitelist ${where}
       ORDER BY email LIMIT $3 OFFSET $4`,
      [...filter, count, offset],
    );
    return { list: rows, page, count, total: total.rows[0]?.count ?? 0 };
  });

  registerAdmin(app, context, addToWhitelist, async (db, { emails }, { person }) => {
    requireSystemAdmin(person);
    const list: string[] = [];
    for (const email of emails) {
      const stored = await storedEmail(db, 'users', email);
      // The entry of an account that is older than the canonical form must be written like the account.
      list.push(stored === canonicalEmail(email) ? newEmailOf(email) : stored);
    }
    const { rows } = await db.query<{ email: string }>(
      'INSERT INTO whitelist (email) SELECT DISTINCT unnest($1::text[]) ON CONFLICT DO NOTHING RETURNING email',
      [list],
    );
    const added = rows.length;
    await raiseVersions(db, rows);
    return { operator: added === 0 ? null : 'Create', output: { added } };
  });

  registerAdmin(app, context, removeFromWhitelist, async (db, { emails }, { person }) => {
    requireSystemAdmin(person);
    const list: string[] = [];
    for (const email of emails) {
      emailOf(email);
      list.push(await storedEmail(db, 'whitelist', email));
    }
    if (list.includes(person.email))
      throw badRequest('You cannot remove yourself from the whitelist. Ask another System Admin.');
    await keepSystemAdmin(db, list);
    const { rows } = await db.query<{ email: string }>('DELETE FROM whitelist WHERE email = ANY ($1) RETURNING email', [
      list,
    ]);
    const removed = rows.length;
    await raiseVersions(db, rows);
    return { operator: removed === 0 ? null : 'Delete', output: { removed } };
  });
}
