import type { FastifyInstance } from 'fastify';
import { getMenu, type MenuNode } from '../../../contract/session.ts';
import type { Country } from '../../../domain/country.ts';
import { canonicalEmail } from '../../../domain/email.ts';
import { allows, STATUS, type Principal } from '../../../domain/permission.ts';
import type { Queryable } from '../../db/transaction.ts';
import type { ServerContext } from '../../context.ts';
import { registerRead } from '../../http/registrar.ts';

/** A module, with the fields that determine who sees it. */
export interface ModuleRow extends MenuNode {
  displayWhitelist: string;
}

const isListed = (list: string, email: string): boolean =>
  list.trim() === '' || list.split(',').some(entry => canonicalEmail(entry) === canonicalEmail(email));

/**
 * Returns the modules that a person sees in an entity (MENU-2, MENU-3): active modules for which the person has the
 * permission and whose display whitelist, if there is one, contains the person. Empty groups are omitted, as is
 * everything below a hidden module.
 */
export function visibleMenu(
  modules: readonly ModuleRow[],
  person: Principal & { email: string },
  entity: Country,
): MenuNode[] {
  const shown = modules.filter(
    node =>
      node.status === STATUS.normal &&
      (node.permission === '' || allows(person, entity, node.permission)) &&
      isListed(node.displayWhitelist, person.email),
  );
  const children = new Map<number, ModuleRow[]>();
  for (const node of shown) children.set(node.parentId, [...(children.get(node.parentId) ?? []), node]);
  const collect = (parentId: number): MenuNode[] =>
    (children.get(parentId) ?? []).flatMap(node => {
      const below = collect(node.id);
      return node.path === '' && below.length === 0 ? [] : [toNode(node), ...below];
    });
  return collect(0);
}

/** Omits the display whitelist, so that people do not read each other's e-mails in it. */
const toNode = ({ id, name, parentId, status, path, icon, permission }: ModuleRow): MenuNode => ({
  id,
  name,
  parentId,
  status,
  path,
  icon,
  permission,
});

/** Returns the menu that a person sees in an entity. */
export async function menuOf(
  db: Queryable,
  person: Principal & { email: string },
  entity: Country,
): Promise<MenuNode[]> {
  const { rows } = await db.query<ModuleRow>(
    `SELECT id, name, parent_id AS "parentId", status, path, icon, permission, display_whitelist AS "displayWhitelist"
       FROM modules ORDER BY sort, id`,
  );
  return visibleMenu(rows, person, entity);
}

/** Registers GET /opa/menu (G78). */
export function menuRoutes(app: FastifyInstance, context: ServerContext): void {
  registerRead(app, context, getMenu, async ({ person, entity }) => ({
    list: await menuOf(context.database.pool, person, entity),
  }));
}
