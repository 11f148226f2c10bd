import * as z from 'zod/mini';
import { normalise } from '../domain/import/normalise.ts';
import { OPERATORS } from '../domain/notify/conditions.ts';
import { EVERY_MOST, LANGUAGES, WAYS } from '../domain/notify/rule.ts';
import { FEATURE } from '../domain/permission.ts';
import { defineCall, type CallDefinition } from './call.ts';
import { country, filterText, INT4_MOST, listOf, paging, recordId, version } from './common.ts';

/**
 * Notifications: trigger rules, templates, deliveries, and the notifications in a person's bell (NOTIF-1 to NOTIF-3,
 * G98). None of these calls works offline, because a rule that takes effect hours later would miss its purpose.
 */

const BASE = '/v2/ops/notify';
const id = z.int().check(z.positive(), z.maximum(INT4_MOST));
/**
 * A one-line string with all its checks. It is a function because the console's build strips all schemas
 * (scripts/no-shapes).
 */
const line = (most: number, least = 0) =>
  z.string().check(
    z.overwrite<string>(value => normalise(value, 'line')),
    z.minLength(least),
    z.maxLength(most),
  );
const kind = z.string().check(z.minLength(1), z.maxLength(50));
const common = { permission: FEATURE.notification, offline: 'network' } as const;
const writing = { permission: `${FEATURE.notification}.write`, offline: 'network' } as const;

const condition = z.object({ field: kind, operator: z.enum(OPERATORS), value: line(200) });

const conditions = z.array(condition).check(z.maxLength(20));
const emails = z.array(z.string().check(z.maxLength(254))).check(z.maxLength(100));
const roleIds = z.array(id).check(z.maxLength(100));

const ways = z.array(z.enum(WAYS)).check(z.maxLength(3));

/** Defaults of a new rule. */
const rule = {
  name: line(100, 1),
  event: kind,
  countries: z.array(country).check(z.minLength(1), z.maxLength(8)),
  conditions: z._default(conditions, []),
  people: z._default(emails, []),
  roleIds: z._default(roleIds, []),
  causer: z.boolean(),
  ways: ways.check(z.minLength(1)),
  webhookUrl: z._default(line(500), ''),
  templateId: id,
  /** The minimum interval between messages, in minutes; with 0, each event sends a message. */
  everyMinutes: z.int().check(z.minimum(0), z.maximum(EVERY_MOST)),
  critical: z.boolean(),
  status: z.union([z.literal(0), z.literal(1)]),
};

/** A change to a rule; omitted fields are left unchanged. */
const ruleChange = {
  ...rule,
  conditions: z.optional(conditions),
  people: z.optional(emails),
  roleIds: z.optional(roleIds),
  webhookUrl: z.optional(line(500)),
};

export const ruleRow = z.object({
  ...rule,
  /** Empty if the server turned off the webhook and there is no other way. */
  ways,
  id,
  templateName: z.string(),
  roles: z.array(z.string()),
  owner: z.string(),
  /** When the webhook started to fail, in epoch seconds; null if it is not failing. */
  webhookFailingSince: z.nullable(z.int()),
  hasFormerSecret: z.boolean(),
  updatedBy: z.string(),
  updatedAt: z.int(),
  version: z.int(),
});
export type RuleRow = z.output<typeof ruleRow>;

/** A rule, with its webhook's secret, which is shown only once, on creation. */
const withSecret = z.object({ rule: ruleRow, webhookSecret: z.nullable(z.string()) });

export const listRules = defineCall({
  ...common,
  id: 'notifyRules.list',
  method: 'GET',
  path: `${BASE}/rules`,
  input: z.object({ q: z.optional(filterText), ...paging }),
  output: listOf(ruleRow),
  paging: 'offset',
  summary: "Lists trigger rules of the person's countries whose name contains a string (NOTIF-1)",
});
export const getRule = defineCall({
  ...common,
  id: 'notifyRules.get',
  method: 'GET',
  path: `${BASE}/rules/{id}`,
  input: z.object({ id }),
  output: ruleRow,
  summary: 'Returns one trigger rule (NOTIF-1)',
});
export const createRule = defineCall({
  ...writing,
  id: 'notifyRules.create',
  method: 'POST',
  path: `${BASE}/rules/create`,
  input: z.object(rule),
  output: withSecret,
  summary: 'Creates a trigger rule; the secret of its webhook is shown once (NOTIF-1)',
});
export const updateRule = defineCall({
  ...writing,
  id: 'notifyRules.update',
  method: 'PUT',
  path: `${BASE}/rules/{id}`,
  input: z.object({ id, ...ruleChange, version, rotateSecret: z._default(z.boolean(), false) }),
  output: withSecret,
  summary: 'Changes a trigger rule; with rotateSecret its webhook gets a new secret, and both sign for a day',
});
export const deleteRule = defineCall({
  ...writing,
  id: 'notifyRules.delete',
  method: 'DELETE',
  path: `${BASE}/rules/{id}`,
  input: z.object({ id }),
  output: z.null(),
  summary: 'Deletes a trigger rule; the messages it has sent stay in the list of deliveries',
});

export const listChoices = defineCall({
  ...writing,
  id: 'notifyRules.choices',
  method: 'GET',
  path: `${BASE}/choices`,
  input: z.object({}),
  output: z.object({
    people: z.array(z.string()),
    roles: z.array(z.object({ id, name: z.string(), country })),
    /** Whether a mail server is configured. */
    mail: z.boolean(),
  }),
  summary: 'Lists people and roles that a trigger rule may send to',
});

const texts = z.object({ subject: line(200), body: z.string().check(z.maxLength(20_000)) });
const variants = z.partialRecord(z.enum(LANGUAGES.map(({ code }) => code)), texts);
const template = { name: line(100, 1), event: kind, variants };

export const templateRow = z.object({
  ...template,
  id,
  /** Names of the country's rules that use the template, and the number of rules in other countries that use it. */
  usedBy: z.array(z.string()),
  usedElsewhere: z.int(),
  updatedBy: z.string(),
  updatedAt: z.int(),
  version: z.int(),
});
export type TemplateRow = z.output<typeof templateRow>;

export const listTemplates = defineCall({
  ...common,
  id: 'notifyTemplates.list',
  method: 'GET',
  path: `${BASE}/templates`,
  input: z.object({ q: z.optional(filterText), event: z.optional(kind), ...paging }),
  output: listOf(templateRow),
  paging: 'offset',
  summary: 'Lists templates whose name contains a string, or that belong to one event (NOTIF-2)',
});
export const getTemplate = defineCall({
  ...common,
  id: 'notifyTemplates.get',
  method: 'GET',
  path: `${BASE}/templates/{id}`,
  input: z.object({ id }),
  output: templateRow,
  summary: 'Returns one template (NOTIF-2)',
});
export const createTemplate = defineCall({
  ...writing,
  id: 'notifyTemplates.create',
  method: 'POST',
  path: `${BASE}/templates/create`,
  input: z.object(template),
  output: templateRow,
  summary: 'Creates a template; variables that its event does not have are refused (NOTIF-2)',
});
export const updateTemplate = defineCall({
  ...writing,
  id: 'notifyTemplates.update',
  method: 'PUT',
  path: `${BASE}/templates/{id}`,
  input: z.object({ id, ...template, version }),
  output: templateRow,
  summary: 'Changes a template (NOTIF-2)',
});
export const deleteTemplate = defineCall({
  ...writing,
  id: 'notifyTemplates.delete',
  method: 'DELETE',
  path: `${BASE}/templates/{id}`,
  input: z.object({ id }),
  output: z.null(),
  summary: 'Deletes a template; if a rule uses it, the refusal says which',
});

export const listEvents = defineCall({
  ...common,
  id: 'notifyEvents.list',
  method: 'GET',
  path: `${BASE}/events`,
  input: z.object({ event: kind }),
  output: z.object({
    list: z.array(
      z.object({
        id: recordId,
        at: z.int(),
        country,
        fields: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
  }),
  summary: 'Lists the latest past events of a kind in the country, for previewing a template',
});
export const previewTemplate = defineCall({
  ...common,
  id: 'notifyTemplates.preview',
  method: 'POST',
  path: `${BASE}/templates/preview`,
  input: z.object({ event: kind, texts, eventId: z.optional(recordId) }),
  output: z.object({ subject: z.string(), body: z.string() }),
  reads: () => true,
  summary: 'Returns a template as it would be sent for a past event, or for an example if there is none yet',
});

export const deliveryRow = z.object({
  id: recordId,
  rule: z.string(),
  event: z.string(),
  country,
  /** The recipient's e-mail address, or the webhook's URL. */
  recipient: z.string(),
  way: z.enum(WAYS),
  /** The delivery's state: waiting, sending, sent, failed or skipped. */
  state: z.string(),
  dueAt: z.int(),
  sentAt: z.nullable(z.int()),
  tries: z.int(),
  events: z.int(),
  subject: z.string(),
  body: z.string(),
  outcome: z.string(),
});
export type DeliveryRow = z.output<typeof deliveryRow>;

export const listDeliveries = defineCall({
  ...common,
  id: 'notifyDeliveries.list',
  method: 'GET',
  path: `${BASE}/deliveries`,
  input: z.object({ q: z.optional(filterText), state: z.optional(kind), ...paging }),
  output: listOf(deliveryRow),
  paging: 'offset',
  summary: 'Lists the sent and waiting messages of the country, newest first, with outcome and body',
});
export const resendDelivery = defineCall({
  ...writing,
  id: 'notifyDeliveries.resend',
  method: 'POST',
  path: `${BASE}/deliveries/{id}/resend`,
  input: z.object({ id: recordId }),
  output: deliveryRow,
  summary: 'Sends a delivery again now',
});

const own = { permission: 'signedIn', offline: 'network' } as const;
/** Maximum number of notifications that the bell lists. */
export const BELL_MOST = 50;
export const listNotifications = defineCall({
  ...own,
  id: 'notifications.list',
  method: 'GET',
  path: '/v2/ops/notifications',
  input: z.object({}),
  output: z.object({
    unread: z.int(),
    list: z.array(
      z.object({
        id: recordId,
        at: z.int(),
        subject: z.string(),
        body: z.string(),
        critical: z.boolean(),
        read: z.boolean(),
        country,
        /** The address of the page that shows what the notification is about; null if there is none. */
        page: z.nullable(z.string()),
      }),
    ),
  }),
  summary: "Lists the person's latest notifications in every country they work in",
});
export type Notifications = z.output<(typeof listNotifications)['output']>;
export const readNotifications = defineCall({
  ...own,
  id: 'notifications.read',
  method: 'POST',
  path: '/v2/ops/notifications/read',
  input: z.object({ ids: z.array(recordId).check(z.minLength(1), z.maxLength(BELL_MOST)) }),
  output: z.object({ unread: z.int() }),
  summary: "Marks listed notifications, and those that were sent before them, as read on all of the person's devices",
});

const preferences = {
  language: z.enum(LANGUAGES.map(({ code }) => code)),
  /**
   * The hours of the quiet period, during which only critical messages are sent. If both are equal, there is no quiet
   * period.
   */
  quietFrom: z.int().check(z.minimum(0), z.maximum(23)),
  quietTo: z.int().check(z.minimum(0), z.maximum(23)),
  timeZone: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Combinations of an event and a channel that the person has turned off, such as "import.ended email". */
  off: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(100)),
};
/** `version` is 0 until the person changes something. */
const storedPreferences = z.object({ ...preferences, version: z.int() });
export const getPreferences = defineCall({
  ...own,
  id: 'notifications.preferences',
  method: 'GET',
  path: '/v2/ops/notifications/preferences',
  input: z.object({}),
  output: storedPreferences,
  summary: "Returns the person's own preferences for notifications",
});
export const setPreferences = defineCall({
  ...own,
  id: 'notifications.setPreferences',
  method: 'PUT',
  path: '/v2/ops/notifications/preferences',
  /** `version`: that of the preferences that the person changed; 409 if they have been changed since. */
  input: z.object({ ...preferences, version: z.optional(z.int().check(z.minimum(0), z.maximum(INT4_MOST))) }),
  output: storedPreferences,
  summary: "Sets the person's own preferences, which apply when a message is sent",
});
export type Preferences = z.output<(typeof getPreferences)['output']>;

const device = z.object({
  id,
  /**
   * Whether the device was added in the session that makes this call, so that it most likely belongs to the calling
   * browser.
   */
  here: z.boolean(),
  agent: z.string(),
  /** The time of the subscription, in epoch seconds. */
  since: z.int(),
  /** The time of the last message and the push service's response; null if no message has been sent. */
  sentAt: z.nullable(z.int()),
  outcome: z.string(),
});
export type PushDevice = z.output<typeof device>;
const devices = z.object({
  /** The server's public key, which a browser needs to subscribe; null if this server does not send push messages. */
  publicKey: z.nullable(z.string()),
  list: z.array(device),
});

export const listPushDevices = defineCall({
  ...own,
  id: 'notifications.pushDevices',
  method: 'GET',
  path: '/v2/ops/notifications/push',
  input: z.object({}),
  output: devices,
  summary: "Lists the person's browsers that receive notifications by Web Push",
});
/** Says what a key of a push subscription is, after the name of its field. */
const BASE64_PROBLEM = 'must be base64url, as the browser returns it';

export const subscribePush = defineCall({
  ...own,
  id: 'notifications.subscribePush',
  method: 'POST',
  path: '/v2/ops/notifications/push/subscribe',
  input: z.object({
    endpoint: z.string().check(z.minLength(1), z.maxLength(1000)),
    p256dh: z.string().check(z.maxLength(100), z.regex(/^[\w-]+$/, BASE64_PROBLEM)),
    auth: z.string().check(z.maxLength(30), z.regex(/^[\w-]+$/, BASE64_PROBLEM)),
  }),
  output: devices,
  summary: "Pushes the person's notifications to the calling browser until its session ends",
});
export const unsubscribePush = defineCall({
  ...own,
  id: 'notifications.unsubscribePush',
  method: 'POST',
  path: '/v2/ops/notifications/push/unsubscribe',
  input: z.object({ id }),
  output: devices,
  summary: "Stops pushing to one of the person's browsers",
});

export const NOTIFY_CALLS = [
  listRules,
  getRule,
  createRule,
  updateRule,
  deleteRule,
  listChoices,
  listTemplates,
  getTemplate,
  createTemplate,
  updateTemplate,
  deleteTemplate,
  listEvents,
  previewTemplate,
  listDeliveries,
  resendDelivery,
  listNotifications,
  readNotifications,
  getPreferences,
  setPreferences,
  listPushDevices,
  subscribePush,
  unsubscribePush,
] as unknown as readonly CallDefinition[];
