import type { FastifyInstance } from 'fastify';
import { resolvePage } from '../../../contract/common.ts';
import { addView, deleteView, listViews, setDefaultView, updateView, type ViewRow } from '../../../contract/views.ts';
import { featureOfPage, mayShareView } from '../../../contract/viewSharing.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { PRIVILEGE } from '../../../domain/permission.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import { lockName, type Queryable } from '../../db/transaction.ts';
import { isStale } from '../../db/versions.ts';
import { badRequest, conflict, forbidden, notFound } from '../../base/envelope.ts';
import { LIMITS } from '../../base/limits.ts';
import { registerRead, registerWrite } from '../../http/registrar.ts';

/**
 * The columns of a view as a person sees it; `email` is the parameter of the statement that contains the person's
 * e-mail.
 */
const columns = (email: string) => `id, screen, path, name, shared, query, looks, owner, country, version,
  updated_by AS "updatedBy", updated_at AS "updatedAt",
  EXISTS (SELECT 1 FROM default_views d WHERE d.view_id = saved_views.id AND d.owner = ${email}) AS standard`;

/**
 * Returns the views that a person sees in an entity: their own, and those that are shared.
 * @param ids limits the result to these views; defaults to all of them
 */
export async function viewsOf(
  db: Queryable,
  entity: Country,
  email: string,
  ids: readonly string[] | null,
): Promise<ViewRow[]> {
  const { rows } = await db.query<ViewRow>({
    name: 'views-seen',
    text: `SELECT ${columns('$2')} FROM saved_views
            WHERE country = $1 AND (owner = $2 OR shared) AND ($3::text[] IS NULL OR id = ANY ($3::text[]))
            ORDER BY lower(name), id`,
    values: [entity, email, ids],
  });
  return rows;
}

interface Asking {
  person: Person;
  entity: Country;
}

/**
 * Locks and returns a view that the person can see.
 * @throws ApiError 404
 */
async function locked(db: Queryable, id: string, { person, entity }: Asking): Promise<ViewRow> {
  const { rows } = await db.query<ViewRow>({
    name: 'view-lock',
    text: `SELECT ${columns('$3')} FROM saved_views WHERE id = $1 AND country = $2 FOR UPDATE`,
    values: [id, entity, person.email],
  });
  const [view] = rows;
  // The personal view of another person is treated as missing.
  if (!view || (view.owner !== person.email && !view.shared))
    throw notFound('This view no longer exists. Reload the page to see the current views.');
  return view;
}

/**
 * Locks and returns a view that will be changed.
 * @throws ApiError 404; 403 for another person's view; 409 with the current row
 */
async function forChange(
  db: Queryable,
  { id, version }: { id: string; version?: number | undefined },
  { person, entity, basedAt }: Asking & { basedAt?: number | undefined },
): Promise<ViewRow> {
  const view = await locked(db, id, { person, entity });
  if (view.owner !== person.email && person.privilege === PRIVILEGE.normal)
    throw forbidden(
      `"${view.name}" is a shared view of ${view.owner}. Only its owner or an administrator can change it.`,
    );
  if (isStale(view, { version, basedAt }))
    throw conflict(`The view "${view.name}" was changed by ${view.updatedBy} in the meantime.`, view);
  return view;
}

type Kept = Pick<ViewRow, 'path' | 'shared' | 'name' | 'query' | 'looks'>;

const textOf = ({ name, query, looks }: Kept): number => name.length + query.length + looks.length;

/**
 * Checks the limits for the views that the owner would have in the country after the change (docs/limits.md). Existing
 * views are kept and can always be made smaller.
 * @param former the stored view, or null for a new one
 * @throws ApiError 400 naming the limit; 403 if the person may not share a view of this list
 */
async function checkLimits(
  db: Queryable,
  view: Kept & { id: string; owner: string },
  former: Kept | null,
  { person, entity }: Asking,
): Promise<void> {
  if (view.shared && !former?.shared && !mayShareView(person, entity, view.path)) {
    const feature = featureOfPage(view.path);
    throw forbidden(
      `You are lack of permission: sharing a view of this list requires ${feature ?? 'a feature'}.write in ` +
        `${COUNTRIES[entity].inText}. Save it for yourself, or ask an administrator of that entity.`,
    );
  }
  // Without the lock, views that are saved at the same time would all find enough room.
  await lockName(db, `views of ${view.owner} in ${entity}`);
  const { rows } = await db.query<{ count: number; text: number; shared: number; sharedText: number }>({
    name: 'views-kept',
    text: `SELECT count(*)::int AS count, coalesce(sum(size), 0)::int AS text,
                  (count(*) FILTER (WHERE shared))::int AS shared,
                  coalesce(sum(size) FILTER (WHERE shared), 0)::int AS "sharedText"
             FROM (SELECT shared, length(name) + length(query) + length(looks) AS size FROM saved_views
                    WHERE owner = $1 AND country = $2 AND id <> $3) v`,
    values: [view.owner, entity, view.id],
  });
  const others = rows[0] ?? { count: 0, text: 0, shared: 0, sharedText: 0 };
  const size = textOf(view);
  const grows = former === null || size > textOf(former);
  const whose = view.owner === person.email ? 'You have' : `${view.owner} has`;
  const refuse = (what: string): never => {
    throw badRequest(`${whose} ${what} in ${COUNTRIES[entity].inText}. Delete some of them first.`);
  };
  if (former === null && others.count >= LIMITS.viewsPerPerson) refuse(`${LIMITS.viewsPerPerson} views`);
  if (grows && others.text + size > LIMITS.viewTextPerPerson)
    refuse(
      `views of ${Math.round(LIMITS.viewTextPerPerson / 1000)} thousand characters together, which is the maximum`,
    );
  if (!view.shared) return;
  if (!former?.shared && others.shared >= LIMITS.sharedViewsPerPerson)
    refuse(`${LIMITS.sharedViewsPerPerson} shared views, which is the maximum`);
  if ((grows || !former?.shared) && others.sharedText + size > LIMITS.sharedViewTextPerPerson)
    refuse(
      `shared views of ${Math.round(LIMITS.sharedViewTextPerPerson / 1000)} thousand characters together, which is the maximum`,
    );
}

/** Registers the calls for saved views of lists. */
export function viewRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerRead(app, context, listViews, async ({ person, entity }, input) => {
    const { page, count, offset } = resolvePage(input);
    const views = await viewsOf(pool, entity, person.email, null);
    return { list: views.slice(offset, offset + count), page, count, total: views.length };
  });

  registerWrite(app, context, addView, {
    apply: async (db, { id, screen, path, name, shared, query, looks }, { person, entity, at }) => {
      await checkLimits(db, { id, path, name, shared, query, looks, owner: person.email }, null, { person, entity });
      const added = await db.query<ViewRow>({
        name: 'view-add',
        text: `INSERT INTO saved_views (id, screen, path, name, shared, query, looks, owner, country, updated_by, updated_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $10) ON CONFLICT DO NOTHING RETURNING ${columns('$8')}`,
        values: [id, screen, path, name, shared, query, looks, person.email, entity, at],
      });
      const [view] = added.rows;
      if (!view) throw badRequest('id: a view with this id already exists');
      return { apart: true, output: view };
    },
  });

  registerWrite(app, context, updateView, {
    apply: async (db, { version, ...input }, scope) => {
      const former = await forChange(db, { id: input.id, version }, scope);
      await checkLimits(db, { ...former, ...input }, former, scope);
      const { rows } = await db.query<ViewRow>({
        name: 'view-update',
        text: `UPDATE saved_views SET name = $2, shared = $3, query = $4, looks = $5, version = version + 1, updated_by = $6,
                      updated_at = $7 WHERE id = $1 RETURNING ${columns('$6')}`,
        values: [input.id, input.name, input.shared, input.query, input.looks, scope.person.email, scope.at],
      });
      return { apart: true, output: rows[0] };
    },
  });

  registerWrite(app, context, setDefaultView, {
    apply: async (db, { id, standard }, scope) => {
      const { email } = scope.person;
      const view = await locked(db, id, scope);
      if (view.standard === standard) return { apart: true, output: view };
      await db.query(
        standard
          ? {
              name: 'view-default',
              text: `INSERT INTO default_views (owner, country, screen, view_id) VALUES ($1, $2, $3, $4)
                     ON CONFLICT (owner, country, screen) DO UPDATE SET view_id = excluded.view_id`,
              values: [email, scope.entity, view.screen, id],
            }
          : {
              name: 'view-no-default',
              text: 'DELETE FROM default_views WHERE owner = $1 AND view_id = $2',
              values: [email, id],
            },
      );
      // A default belongs to the person rather than to the view. The version of the view stays the same, so that its
      // owner can change it without a conflict.
      return { apart: true, output: { ...view, standard } };
    },
  });

  registerWrite(app, context, deleteView, {
    apply: async (db, input, scope) => {
      await forChange(db, input, scope);
      await db.query({ name: 'view-delete', text: 'DELETE FROM saved_views WHERE id = $1', values: [input.id] });
      return { apart: true, output: null };
    },
  });
}
