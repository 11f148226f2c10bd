import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { resolvePage } from '../../../contract/common.ts';
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listEvents,
  listTemplates,
  previewTemplate,
  updateTemplate,
  type TemplateRow,
} from '../../../contract/notify.ts';
import type { Country } from '../../../domain/country.ts';
import { errorText } from '../../../domain/errorText.ts';
import { eventKind, variablesOf, type Fields } from '../../../domain/notify/events.ts';
import { LANGUAGES } from '../../../domain/notify/rule.ts';
import { usedByText } from '../../../domain/notify/usedBy.ts';
import { PRIVILEGE } from '../../../domain/permission.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import { pageOf } from '../../db/page.ts';
import type { Queryable } from '../../db/transaction.ts';
import { ApiError, badRequest, notFound } from '../../base/envelope.ts';
import { registerChange } from '../../http/change.ts';
import { registerRead } from '../../http/registrar.ts';
import { valuesOf, type StoredEvent } from '../../notify/plan.ts';
import { plainText, RendererBusy } from '../../notify/template.ts';
import { requireVersion } from '../admin/support.ts';
import { containing, LOGGED_AT, requireFree, requireInAll } from './support.ts';

/** Parameter $1 is the country of the call: rules of other countries are counted rather than named. */
const COLUMNS = `t.id, t.name, t.event, t.variants, t.updated_by AS "updatedBy", t.updated_at AS "updatedAt", t.version,
  ARRAY (SELECT r.name FROM notify_rules r WHERE r.template_id = t.id AND $1 = ANY (r.countries) ORDER BY r.name) AS "usedBy",
  (SELECT count(*)::int4 FROM notify_rules r WHERE r.template_id = t.id AND NOT $1 = ANY (r.countries)) AS "usedElsewhere"`;

async function templateBy(db: Queryable, id: number, country: Country): Promise<TemplateRow> {
  const { rows } = await db.query<TemplateRow>(`SELECT ${COLUMNS} FROM notify_templates t WHERE t.id = $2`, [
    country,
    id,
  ]);
  if (!rows[0]) throw notFound(`There is no template ${id}. It may have been deleted; open the list again.`);
  return rows[0];
}

/**
 * Returns a template that will be changed. It is locked, so that the second of two concurrent changes sees the first
 * one.
 */
async function lockTemplate(db: Queryable, id: number, country: Country): Promise<TemplateRow> {
  await db.query('SELECT 1 FROM notify_templates WHERE id = $1 FOR UPDATE', [id]);
  return templateBy(db, id, country);
}

/** Returns the countries of the rules that use a template. */
async function countriesOf(db: Queryable, id: number): Promise<Country[]> {
  const { rows } = await db.query<{ country: Country }>(
    'SELECT DISTINCT unnest(countries) AS country FROM notify_rules WHERE template_id = $1 ORDER BY 1',
    [id],
  );
  return rows.map(({ country }) => country);
}

const logged = ({ id, name, event, variants }: TemplateRow) => ({ id, name, event, variants });

/** Sample values for a kind of event, which show what each field means. */
const exampleOf = (kind: string): Fields =>
  Object.fromEntries(
    (eventKind(kind)?.fields ?? []).map(({ name, label, kind: of }) => [name, of === 'number' ? 7 : label]),
  );

/**
 * Number of events in a message, and how many of them it does not describe: once for a single event, and once for a
 * digest.
 */
const COUNTS = [
  [1, 0],
  [3, 2],
] as const;

/**
 * Converts the error of a template that could not be processed.
 * @throws ApiError 503 if the server is busy, otherwise 400
 */
const refused =
  (where: string) =>
  (error: unknown): never => {
    if (error instanceof RendererBusy) throw new ApiError(503, error.message, { retryAfterSeconds: 5 });
    throw badRequest(`${where}${errorText(error)}`);
  };

/** Registers the calls for notification templates (NOTIF-2), with previews of past events. */
export function templateRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const { renderer } = context.notifier;

  /** @throws ApiError 400 that names the language and the problem */
  const check = async (event: string, variants: TemplateRow['variants']): Promise<void> => {
    if (!eventKind(event)) throw badRequest('event: Event is required');
    const all = Object.entries(variants);
    if (!variants.en?.subject || !variants.en.body) throw badRequest('variants: English subject and body are required');
    const known = variablesOf(event).map(({ name }) => name);
    for (const [language, texts] of all) {
      const label = LANGUAGES.find(({ code }) => code === language)?.label ?? language;
      const where = `variants: ${language === 'en' ? '' : `${label}: `}`;
      if (texts.subject.trim() === '' || texts.body.trim() === '')
        throw badRequest(`${where}subject and body are both required`);
      const cannotBeUsed = refused(`${where}the template cannot be used: `);
      const problem = await renderer.problem(texts, known).catch(cannotBeUsed);
      if (problem !== null) throw badRequest(`${where}${problem}`);
      // The template is rendered once to detect what would otherwise fail when a message is sent: an endless loop, or
      // output that is too long.
      const says = /\b(?:count|more)\b/.test(`${texts.subject} ${texts.body}`) ? COUNTS : COUNTS.slice(0, 1);
      for (const [count, more] of says)
        await renderer.render(texts, { ...exampleOf(event), count, more }).catch(cannotBeUsed);
    }
  };

  registerRead(app, context, listTemplates, async ({ entity }, { q, event, ...asked }) => {
    const { page, count, offset } = resolvePage(asked);
    const rows = await pageOf<TemplateRow>(
      pool,
      `SELECT ${COLUMNS}, count(*) OVER () AS total FROM notify_templates t
        WHERE t.name ILIKE $2 AND ($3::text IS NULL OR t.event = $3) ORDER BY t.name`,
      [entity, containing(q), event ?? null],
      { count, offset },
    );
    return { ...rows, page, count };
  });

  registerRead(app, context, getTemplate, async ({ entity }, { id }) => templateBy(pool, id, entity));

  /**
   * Checked before the transaction, because the check runs in a separate process and nobody should have to wait for it.
   */
  const checked = {
    ...LOGGED_AT,
    prepare: (_: unknown, { event, variants }: Pick<TemplateRow, 'event' | 'variants'>) => check(event, variants),
  };

  registerChange(app, context, createTemplate, checked, async (db, { name, event, variants }, { call, at }) => {
    await requireFree(db, 'template', { id: 0, name });
    const { rows } = await db.query<{ id: number }>(
      `INSERT INTO notify_templates (name, event, variants, updated_by, updated_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [name, event, JSON.stringify(variants), call.person.email, at],
    );
    const row = await templateBy(db, rows[0]?.id ?? 0, call.entity);
    return { operator: 'Create', before: null, after: logged(row), logged: { id: row.id, name }, output: row };
  });

  registerChange(
    app,
    context,
    updateTemplate,
    checked,
    async (db, { id, name, event, variants, version }, { call, at }) => {
      const before = await lockTemplate(db, id, call.entity);
      requireInAll(call, await countriesOf(db, id));
      requireVersion(before, version, `The template ${before.name}`);
      const users = usedByText(before);
      if (event !== before.event && users !== '')
        throw new ApiError(
          409,
          `${before.name} is used by ${users}, so its event cannot be changed. Create another template for the new event.`,
        );
      if (isDeepStrictEqual({ ...before, name, event, variants }, before)) return { operator: null, output: before };
      if (name !== before.name) await requireFree(db, 'template', { id, name });
      await db.query(
        `UPDATE notify_templates SET name = $2, event = $3, variants = $4, updated_by = $5, updated_at = $6, version = version + 1 WHERE id = $1`,
        [id, name, event, JSON.stringify(variants), call.person.email, at],
      );
      const row = await templateBy(db, id, call.entity);
      return { operator: 'Edit', before: logged(before), after: logged(row), logged: { id, name }, output: row };
    },
  );

  registerChange(app, context, deleteTemplate, LOGGED_AT, async (db, { id }, { call }) => {
    const row = await lockTemplate(db, id, call.entity);
    const users = usedByText(row);
    if (users !== '')
      throw new ApiError(409, `${row.name} is used by ${users}. Give these rules another template first.`);
    await db.query('DELETE FROM notify_templates WHERE id = $1', [id]);
    return {
      operator: 'Delete',
      before: logged(row),
      after: null,
      logged: { id, name: row.name, deleted: true },
      output: null,
    };
  });

  /** Past events of the country in which a person works; for a System Admin, also those of the server as a whole. */
  const eventsOf = async (
    { entity, person }: { entity: Country; person: Person },
    kind: string,
    id: number | null,
  ): Promise<StoredEvent[]> => {
    const { rows } = await pool.query<StoredEvent>(
      `SELECT id, kind, country, person, at, fields FROM notify_events
        WHERE kind = $1 AND (country = $2 OR (country IS NULL AND $4)) AND ($3::int8 IS NULL OR id = $3) ORDER BY id DESC LIMIT 20`,
      [kind, entity, id, person.privilege === PRIVILEGE.systemAdmin],
    );
    return rows;
  };

  registerRead(app, context, listEvents, async (call, { event }) => ({
    list: (await eventsOf(call, event, null)).map(row => ({
      id: row.id,
      at: row.at,
      country: row.country ?? call.entity,
      fields: valuesOf(row),
    })),
  }));

  registerRead(app, context, previewTemplate, async (call, { event, texts, eventId }) => {
    if (!eventKind(event)) throw badRequest('event: Event is required');
    const known = variablesOf(event).map(({ name }) => name);
    const problem = await renderer.problem(texts, known).catch(refused('texts: '));
    if (problem !== null) throw badRequest(`texts: ${problem}`);
    const [past] = eventId === undefined ? [] : await eventsOf(call, event, eventId);
    if (eventId !== undefined && !past) throw notFound('This event no longer exists. Choose another one.');
    const values = past ? valuesOf(past) : { ...exampleOf(event), country: call.entity };
    const { subject, body } = await renderer.render(texts, { ...values, count: 1, more: 0 }).catch(refused('texts: '));
    return { subject: plainText(subject), body: plainText(body) };
  });
}
