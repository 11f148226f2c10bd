import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { resolvePage } from '../../../contract/common.ts';
import {
  createRule,
  deleteRule,
  getRule,
  listChoices,
  listRules,
  updateRule,
  type RuleRow,
} from '../../../contract/notify.ts';
import { COUNTRIES, COUNTRY_CODES, type Country } from '../../../domain/country.ts';
import { ruleProblem, WAYS, webhookHost, type RuleInput } from '../../../domain/notify/rule.ts';
import { allows, FEATURE, STATUS } from '../../../domain/permission.ts';
import type { Person } from '../../auth/person.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { pageOf } from '../../db/page.ts';
import type { Queryable } from '../../db/transaction.ts';
import { badRequest, notFound } from '../../base/envelope.ts';
import { registerChange } from '../../http/change.ts';
import { registerRead } from '../../http/registrar.ts';
import type { WebhookOff } from '../../notify/send.ts';
import { writeAudit } from '../../writes/audit.ts';
import { isToldIn } from '../../notify/plan.ts';
import { refusedAddress } from '../../notify/guardedPost.ts';
import { newSecret } from '../../notify/webhook.ts';
import { requireVersion, storedEmail } from '../admin/support.ts';
import { containing, LOGGED_AT, requireFree, requireInAll } from './support.ts';

/** Columns of a rule; $1 is the current time, at which a former secret may still be used. */
const COLUMNS = `r.id, r.name, r.event, r.countries, r.conditions, r.people,
  ARRAY (SELECT id FROM roles WHERE id = ANY (r.role_ids) ORDER BY array_position(r.role_ids, id)) AS "roleIds", r.causer, r.ways,
  r.webhook_url AS "webhookUrl", r.template_id AS "templateId", r.every_minutes AS "everyMinutes", r.critical, r.status, r.owner,
  r.webhook_failing_since AS "webhookFailingSince", r.former_secret <> '' AND r.former_until > $1 AS "hasFormerSecret", r.updated_by AS "updatedBy",
  r.updated_at AS "updatedAt", r.version, t.name AS "templateName",
  ARRAY (SELECT o.name || ' (' || e.country || ')' FROM roles o JOIN entities e ON e.id = o.entity_id WHERE o.id = ANY (r.role_ids) ORDER BY 1) AS roles`;
const FROM = 'notify_rules r JOIN notify_templates t ON t.id = r.template_id';

/** While a secret is being rotated, messages are signed with both secrets for this many seconds. */
const ROTATION = 24 * 3600;

/** Returns a rule that the person can see because it applies to the country of the call. */
async function ruleBy(db: Queryable, id: number, country: Country, at: number): Promise<RuleRow> {
  const { rows } = await db.query<RuleRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE r.id = $2 AND $3 = ANY (r.countries)`,
    [at, id, country],
  );
  if (!rows[0])
    throw notFound(`There is no trigger rule ${id} in this country. It may have been deleted; open the list again.`);
  return rows[0];
}

/** Returns a rule that will be changed. It is locked, so that the second of two concurrent changes sees the first one. */
async function lockRule(db: Queryable, id: number, country: Country, at: number): Promise<RuleRow> {
  await db.query('SELECT 1 FROM notify_rules WHERE id = $1 FOR UPDATE', [id]);
  return ruleBy(db, id, country, at);
}

/**
 * The fields of a rule that the log contains. They include neither the secret nor, of a webhook's URL, more than the
 * host (below).
 */
const LOGGED = [
  'id',
  'name',
  'event',
  'countries',
  'conditions',
  'people',
  'roles',
  'causer',
  'ways',
  'templateName',
  'everyMinutes',
  'critical',
  'status',
] as const satisfies readonly (keyof RuleRow)[];
const logged = (rule: RuleRow) => ({
  ...Object.fromEntries(LOGGED.map(name => [name, rule[name]])),
  webhookHost: rule.ways.includes('webhook') ? webhookHost(rule.webhookUrl) : '',
});

/** The author of changes to rules that no person made. */
const AUTHOR = 'Ops Portal';

/** Logs in each country of a rule that the server turned off its webhook, with the reason. */
export async function logWebhookOff(
  db: Queryable,
  { id, name, countries, before, after, host, reason, at }: WebhookOff,
): Promise<void> {
  const of = (values: WebhookOff['before']) => ({ id, name, ...values, webhookHost: host });
  for (const country of countries)
    await writeAudit(
      db,
      { url: `/api${updateRule.path}`, input: { id, name, reason }, person: { email: AUTHOR } },
      country,
      {
        ...LOGGED_AT,
        operator: 'Edit',
        channelId: null,
        tplId: null,
        before: of(before),
        after: of(after),
      },
      at,
    );
}

type Input = RuleInput & Pick<RuleRow, 'templateId' | 'everyMinutes' | 'critical' | 'status'>;

/**
 * @param allowed hosts whose addresses may be private
 * @throws ApiError 400 that names the field
 */
async function checkRule(db: Queryable, rule: Input, allowed: ReadonlySet<string>): Promise<void> {
  const found = ruleProblem(rule);
  if (found) throw badRequest(`${found.field}: ${found.problem}`);
  const refused = rule.ways.includes('webhook') ? refusedAddress(rule.webhookUrl, allowed) : null;
  if (refused !== null) throw badRequest(`webhookUrl: ${refused}`);
  const { rows: known } = await db.query<{ email: string }>('SELECT email FROM users WHERE email = ANY ($1)', [
    rule.people,
  ]);
  const missing = rule.people.find(email => !known.some(row => row.email === email));
  if (missing !== undefined) throw badRequest(`people: ${missing} has no account`);
  const { rows: roles } = await db.query<{ id: number; name: string; country: Country }>(
    'SELECT o.id, o.name, e.country FROM roles o JOIN entities e ON e.id = o.entity_id WHERE o.id = ANY ($1)',
    [rule.roleIds],
  );
  const unknown = rule.roleIds.find(id => !roles.some(role => role.id === id));
  if (unknown !== undefined) throw badRequest(`roleIds: there is no role ${unknown}`);
  const outside = roles.find(({ country }) => !rule.countries.includes(country));
  if (outside)
    throw badRequest(
      `roleIds: the role ${outside.name} belongs to ${COUNTRIES[outside.country].inText}, which is not a country of this rule`,
    );
  // Locked, so that nobody can delete the template or give it another event before the rule is stored.
  const { rows: templates } = await db.query<{ event: string }>(
    'SELECT event FROM notify_templates WHERE id = $1 FOR SHARE',
    [rule.templateId],
  );
  if (!templates[0]) throw badRequest('templateId: the template no longer exists; choose another one');
  if (templates[0].event !== rule.event) throw badRequest('templateId: the template belongs to another event');
}

const STORED = `name, event, countries, conditions, people, role_ids, causer, ways, webhook_url, template_id, every_minutes, critical, status,
  updated_by, updated_at`;
const stored = (rule: Input): unknown[] => [
  rule.name,
  rule.event,
  rule.countries,
  rule.conditions,
  rule.people,
  rule.roleIds,
  rule.causer,
  rule.ways,
  rule.ways.includes('webhook') ? rule.webhookUrl : '',
  rule.templateId,
  rule.everyMinutes,
  rule.critical,
  rule.status,
];
const values = (rule: Input, email: string, at: number): unknown[] => [
  ...stored(rule).with(3, JSON.stringify(rule.conditions)),
  email,
  at,
];
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

/**
 * A rule with lists that contain nothing twice and in one order, so that nobody gets a message twice, and with the
 * people's e-mails as their accounts have them.
 */
async function canonical<T extends Input>(db: Queryable, rule: T): Promise<T> {
  const conditions = unique(
    rule.conditions.map(({ field, operator, value }) => JSON.stringify({ field, operator, value })),
  ).map(text => JSON.parse(text) as T['conditions'][number]);
  const people: string[] = [];
  for (const email of rule.people) people.push(await storedEmail(db, 'users', email));
  return {
    ...rule,
    countries: COUNTRY_CODES.filter(code => rule.countries.includes(code)),
    conditions,
    people: unique(people),
    roleIds: unique(rule.roleIds),
    ways: WAYS.filter(way => rule.ways.includes(way)),
  };
}

/**
 * Hides the URL of a webhook, except for its host, from people who may not change rules, because it often contains a
 * secret.
 */
const shownTo = <T extends Pick<RuleRow, 'webhookUrl'>>(person: Person, entity: Country, rule: T): T =>
  allows(person, entity, `${FEATURE.notification}.write`)
    ? rule
    : { ...rule, webhookUrl: webhookHost(rule.webhookUrl) };

/** Registers the calls for trigger rules (NOTIF-1). */
export function ruleRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const allowed = new Set(context.config.webhookHosts ?? []);

  registerRead(app, context, listRules, async ({ entity, person }, { q, ...asked }) => {
    const { page, count, offset } = resolvePage(asked);
    const { list, total } = await pageOf<RuleRow>(
      pool,
      `SELECT ${COLUMNS}, count(*) OVER () AS total FROM ${FROM} WHERE $2 = ANY (r.countries) AND r.name ILIKE $3 ORDER BY r.name`,
      [nowSeconds(context), entity, containing(q)],
      { count, offset },
    );
    return { list: list.map(row => shownTo(person, entity, row)), page, count, total };
  });

  registerRead(app, context, getRule, async ({ entity, person }, { id }) =>
    shownTo(person, entity, await ruleBy(pool, id, entity, nowSeconds(context))),
  );

  registerRead(app, context, listChoices, async ({ person }) => {
    const countries = person.entities.map(({ country }) => country);
    const [people, roles] = await Promise.all([
      pool.query<{ email: string }>(
        `SELECT u.email FROM users u
          WHERE u.status = ${STATUS.normal} AND EXISTS (SELECT 1 FROM unnest($1::text[]) AS own(country) WHERE ${isToldIn('own.country')})
          ORDER BY 1 LIMIT 1000`,
        [countries],
      ),
      pool.query<{ id: number; name: string; country: Country }>(
        `SELECT o.id, o.name, e.country FROM roles o JOIN entities e ON e.id = o.entity_id WHERE e.country = ANY ($1) ORDER BY e.country, o.name LIMIT 1000`,
        [countries],
      ),
    ]);
    return { people: people.rows.map(({ email }) => email), roles: roles.rows, mail: context.notifier.mail !== null };
  });

  registerChange(app, context, createRule, LOGGED_AT, async (db, input, { call, at }) => {
    const rule = await canonical(db, input);
    requireInAll(call, rule.countries);
    await checkRule(db, rule, allowed);
    await requireFree(db, 'trigger rule', { id: 0, name: rule.name });
    const secret = rule.ways.includes('webhook') ? newSecret() : '';
    const { rows } = await db.query<{ id: number }>(
      `INSERT INTO notify_rules (${STORED}, owner, webhook_secret) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $14, $16) RETURNING id`,
      [...values(rule, call.person.email, at), secret],
    );
    const row = await ruleBy(db, rows[0]?.id ?? 0, rule.countries[0] as Country, at);
    return {
      operator: 'Create',
      before: null,
      after: logged(row),
      logged: { id: row.id, name: row.name },
      output: { rule: row, webhookSecret: secret === '' ? null : secret },
    };
  });

  registerChange(app, context, updateRule, LOGGED_AT, async (db, input, { call, at }) => {
    const before = await lockRule(db, input.id, call.entity, at);
    const { conditions = before.conditions, people = before.people, roleIds = before.roleIds } = input;
    const webhookUrl = input.webhookUrl ?? before.webhookUrl;
    const rule = await canonical(db, { ...input, conditions, people, roleIds, webhookUrl });
    requireInAll(call, [...before.countries, ...rule.countries]);
    requireVersion(before, rule.version, `The trigger rule ${before.name}`);
    await checkRule(db, rule, allowed);
    const { rows } = await db.query<{ secret: string }>(
      'SELECT webhook_secret AS secret FROM notify_rules WHERE id = $1',
      [rule.id],
    );
    const former = rows[0]?.secret ?? '';
    if (!rule.rotateSecret && isDeepStrictEqual(stored(rule), stored(before)))
      return { operator: null, output: { rule: before, webhookSecret: null } };
    if (rule.name !== before.name) await requireFree(db, 'trigger rule', rule);
    const isNew = rule.ways.includes('webhook') && (former === '' || rule.rotateSecret);
    const secret = isNew ? newSecret() : former;
    const isRotated = isNew && former !== '';
    await db.query(
      `UPDATE notify_rules SET (${STORED}) = ROW ($1, $2, $3::text[], $4::jsonb, $5::text[], $6::int[], $7::boolean, $8::text[], $9, $10::int, $11::int, $12::boolean, $13::int2, $14, $15::int8),
                version = version + 1, webhook_failing_since = NULL, webhook_secret = $16,
                former_secret = CASE WHEN $17 THEN $18 ELSE former_secret END, former_until = CASE WHEN $17 THEN $15::int8 + ${ROTATION} ELSE former_until END
          WHERE id = $19`,
      [...values(rule, call.person.email, at), secret, isRotated, former, rule.id],
    );
    const row = await ruleBy(db, rule.id, rule.countries[0] as Country, at);
    return {
      operator: 'Edit',
      // The log does not contain secrets, but says that there is a new one.
      before: { ...logged(before), ...(isRotated && { webhookSecret: 'former' }) },
      after: { ...logged(row), ...(isRotated && { webhookSecret: 'new' }) },
      logged: { id: row.id, name: row.name },
      output: { rule: row, webhookSecret: isNew ? secret : null },
    };
  });

  registerChange(app, context, deleteRule, LOGGED_AT, async (db, { id }, { call, at }) => {
    const row = await lockRule(db, id, call.entity, at);
    requireInAll(call, row.countries);
    await db.query('DELETE FROM notify_rules WHERE id = $1', [id]);
    return {
      operator: 'Delete',
      before: logged(row),
      after: null,
      logged: { id, name: row.name, deleted: true },
      output: null,
    };
  });
}
