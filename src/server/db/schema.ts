import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  char,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytea, entity, id8, stamp } from './columns.ts';

/**
 * Tables of the API server, which are the same on PGlite and PostgreSQL. Times are epoch seconds unless noted
 * otherwise. Record ids are 8-byte integers below 2^53 and are read as numbers. `channels.flag` uses bits up to 62 and
 * is read as text or bigint.
 */

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
const texts = (name: string) => text(name).array().notNull().default([]);

export const users = pgTable(
  'users',
  {
    id: serial('id').primaryKey(),
    /** The person's e-mail, in lower case. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    /** The hashed password, `scrypt$N$r$p$salt$hash` (see auth/password.ts). */
    passwordHash: text('password_hash').notNull(),
    privilege: smallint('privilege').notNull().default(2),
    category: smallint('category').notNull().default(0),
    currentEntity: char('current_entity', { length: 2 }).notNull(),
    status: smallint('status').notNull().default(0),
    /** Where the account comes from: '' if a person created it, 'scim' or 'oidc' for an identity provider. */
    source: text('source').notNull().default(''),
    /**
     * The id of the person at that source, which stays the same if the e-mail changes; null if no identity provider
     * created the account.
     */
    externalId: text('external_id'),
    /**
     * The `sub` with which the person signs in by OpenID Connect, if the account was created for it. SCIM may give such
     * an account another source and another external id, and must not change who can sign in to it.
     */
    oidcSubject: text('oidc_subject').unique(),
    /** The parts of the name, as an identity provider last sent them by SCIM; '' if it sent none. */
    givenName: text('given_name').notNull().default(''),
    familyName: text('family_name').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  table => [uniqueIndex('users_external').on(table.source, table.externalId)],
);

export const entities = pgTable('entities', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  country: char('country', { length: 2 }).notNull().unique(),
  status: smallint('status').notNull().default(0),
  systemAdmins: texts('system_admins'),
  countryAdmins: texts('country_admins'),
  version: integer('version').notNull().default(1),
});

export const userEntities = pgTable(
  'user_entities',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    entityId: integer('entity_id')
      .notNull()
      .references(() => entities.id, { onDelete: 'cascade' }),
    /**
     * Whether the person has this entity only because of an identity provider's group, and loses it with that group.
     */
    byGroup: boolean('by_group').notNull().default(false),
  },
  table => [primaryKey({ columns: [table.userId, table.entityId] })],
);

export const roles = pgTable(
  'roles',
  {
    id: serial('id').primaryKey(),
    entityId: integer('entity_id')
      .notNull()
      .references(() => entities.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    codes: texts('codes'),
    version: integer('version').notNull().default(1),
  },
  table => [uniqueIndex('roles_entity_name').on(table.entityId, table.name)],
);

export const userRoles = pgTable(
  'user_roles',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    /** Whether the person has this role only because of an identity provider's group, and loses it with that group. */
    byGroup: boolean('by_group').notNull().default(false),
  },
  table => [primaryKey({ columns: [table.userId, table.roleId] })],
);

/** Menu entries (ENT-2, MENU-*), which form a tree by parent_id; 0 is for a group. */
export const modules = pgTable('modules', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  parentId: integer('parent_id').notNull().default(0),
  status: smallint('status').notNull().default(0),
  path: text('path').notNull().default(''),
  icon: text('icon').notNull().default(''),
  permission: text('permission').notNull().default(''),
  /** Comma-separated e-mails (MENU-3); if empty, everyone with the permission sees the entry. */
  displayWhitelist: text('display_whitelist').notNull().default(''),
  sort: integer('sort').notNull().default(0),
  version: integer('version').notNull().default(1),
});

/** One-time links for setting a password, at most one per person. Only the hash of the token is stored. */
export const passwordLinks = pgTable('password_links', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: text('token_hash').notNull().unique(),
  expiresAt: id8('expires_at').notNull(),
});

/** E-mails of the people who may use the console (G77), in lower case. */
export const whitelist = pgTable('whitelist', { email: text('email').primaryKey() });

export const sessions = pgTable(
  'sessions',
  {
    /** Hexadecimal SHA-256 of the token in the cookie. The token itself is not stored anywhere. */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: id8('created_at').notNull(),
    seenAt: id8('seen_at').notNull(),
    expiresAt: id8('expires_at').notNull(),
    /** Id that the person sees, and with which they can end the session. */
    id: serial('id').notNull(),
    /**
     * Network address of the sign-in and the browser's user agent; both are empty for sessions created by earlier
     * releases.
     */
    address: text('address').notNull().default(''),
    agent: text('agent').notNull().default(''),
    /** How the person signed in: 'password' or 'oidc'. */
    way: text('way').notNull().default('password'),
    /**
     * For a sign-in at an identity provider: the provider's ids of the session and the person, and the ID token, which
     * contains both.
     */
    providerSession: text('provider_session'),
    providerSubject: text('provider_subject'),
    idToken: text('id_token'),
  },
  table => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

export const channels = pgTable(
  'channels',
  {
    channelId: id8('channel_id').primaryKey(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    country: char('country', { length: 2 }).notNull(),
    fromCountry: char('from_country', { length: 2 }).notNull(),
    type: integer('type').notNull().default(0),
    /** Uses 63 bits, so it must never be a JSON number (G48). */
    flag: bigint('flag', { mode: 'bigint' })
      .notNull()
      .default(sql`0`),
    status: smallint('status').notNull().default(0),
    priority: integer('priority').notNull().default(0),
    maintenance: smallint('maintenance').notNull().default(0),
    extraData: jsonb('extra_data').notNull().default({}),
    demo: boolean('demo').notNull().default(false),
    ...stamp,
  },
  table => [index('channels_country').on(table.country, table.channelId)],
);

/** Warehouses from which channels pick up parcels or to which they deliver, by country (channels spec 7.1, CHC-42). */
export const warehouses = pgTable(
  'warehouses',
  {
    id: text('id').notNull(),
    country: char('country', { length: 2 }).notNull(),
    /** Whether this is a WMS warehouse rather than a seller's warehouse. */
    wms: boolean('wms').notNull().default(false),
    name: text('name').notNull(),
    region: text('region').notNull(),
    city: text('city').notNull(),
  },
  table => [primaryKey({ columns: [table.country, table.wms, table.id] })],
);

/** Third-party logistics partners (channels spec 2.5). */
export const threePls = pgTable(
  'three_pls',
  {
    threePlId: id8('three_pl_id').primaryKey(),
    name: text('name').notNull(),
    country: char('country', { length: 2 }).notNull(),
    demo: boolean('demo').notNull().default(false),
    ...stamp,
  },
  table => [index('three_pls_country').on(table.country, table.threePlId)],
);

export const locations = pgTable(
  'locations',
  {
    locationId: id8('location_id').primaryKey(),
    country: char('country', { length: 2 }).notNull(),
    /** The id of the parent; 0 for a top-level place, which is a state. */
    parentId: id8('parent_id').notNull(),
    /** The level: 0 state, 1 city, 2 district, 3 street (G60, G65). */
    level: smallint('level').notNull(),
    name: text('name').notNull(),
    /** The name, folded by domain/fold. */
    nameFolded: text('name_folded').notNull(),
    postcode: text('postcode').notNull().default(''),
    /** The place's ancestor at each level, or the place itself at its own level; null for lower levels. */
    stateId: id8('state_id'),
    cityId: id8('city_id'),
    districtId: id8('district_id'),
    ...stamp,
  },
  table => [
    index('locations_children').on(table.country, table.parentId, table.locationId),
    index('locations_name').on(table.country, table.level, table.nameFolded),
  ],
);

/**
 * Channels' serviceable locations (channels spec 3). The place columns duplicate data in `locations`, so that a single
 * index serves a filtered page and its count. Since five million rows are expected, there are no foreign keys, and
 * indexes are added only if measurements justify them.
 */
export const channelLocations = pgTable(
  'channel_locations',
  {
    channelId: id8('channel_id').notNull(),
    locationId: id8('location_id').notNull(),
    type: smallint('type').notNull(),
    country: char('country', { length: 2 }).notNull(),
    stateId: id8('state_id'),
    cityId: id8('city_id'),
    districtId: id8('district_id'),
    canDeliver: boolean('can_deliver').notNull().default(false),
    canCod: boolean('can_cod').notNull().default(false),
    canPickup: boolean('can_pickup').notNull().default(false),
    canCodPickup: boolean('can_cod_pickup').notNull().default(false),
    ...stamp,
  },
  table => [
    // The primary key has the order of the list, so that a page can be read directly from it.
    primaryKey({ columns: [table.channelId, table.type, table.locationId] }),
    index('channel_locations_state').on(table.channelId, table.type, table.stateId, table.locationId),
    index('channel_locations_city').on(table.channelId, table.type, table.cityId, table.locationId),
    index('channel_locations_district').on(table.channelId, table.type, table.districtId, table.locationId),
    index('channel_locations_location').on(table.locationId),
  ],
);

/** Notification templates (NOTIF-2), with a subject and a body for each language. */
export const notifyTemplates = pgTable('notify_templates', {
  id: serial('id').primaryKey(),
  name: text('name').notNull().unique(),
  event: text('event').notNull(),
  variants: jsonb('variants').notNull(),
  ...stamp,
});

/** Trigger rules (NOTIF-1). */
export const notifyRules = pgTable('notify_rules', {
  id: serial('id').primaryKey(),
  name: text('name').notNull().unique(),
  event: text('event').notNull(),
  countries: texts('countries'),
  conditions: jsonb('conditions').notNull().default([]),
  people: texts('people'),
  roleIds: integer('role_ids').array().notNull().default([]),
  causer: boolean('causer').notNull().default(false),
  ways: texts('ways'),
  webhookUrl: text('webhook_url').notNull().default(''),
  webhookSecret: text('webhook_secret').notNull().default(''),
  /** The former secret after a rotation. Until this instant, messages are also signed with it. */
  formerSecret: text('former_secret').notNull().default(''),
  formerUntil: id8('former_until').notNull().default(0),
  webhookFailingSince: id8('webhook_failing_since'),
  templateId: integer('template_id')
    .notNull()
    .references(() => notifyTemplates.id),
  everyMinutes: integer('every_minutes').notNull().default(0),
  critical: boolean('critical').notNull().default(false),
  status: smallint('status').notNull().default(0),
  owner: text('owner').notNull().default(''),
  ...stamp,
});

/** Events, each of which is written in the transaction that caused it. */
export const notifyEvents = pgTable(
  'notify_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    /** Null if the event concerns the server as a whole. */
    country: char('country', { length: 2 }),
    person: text('person').notNull(),
    at: id8('at').notNull(),
    fields: jsonb('fields').notNull(),
    /**
     * Key of an event that must be stored only once, such as "import 7f3a ended"; null for events that may be repeated.
     */
    onceKey: text('once_key').unique(),
    planned: boolean('planned').notNull().default(false),
  },
  table => [
    index('notify_events_new')
      .on(table.id)
      .where(sql`NOT planned`),
    index('notify_events_kind').on(table.kind, table.country, table.id),
    index('notify_events_age').on(table.at),
  ],
);

/** Messages, one for each combination of rule, recipient, channel and time window; never created twice. */
export const notifyDeliveries = pgTable(
  'notify_deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Idempotency key, which is the same for every attempt. */
    key: text('key').notNull().unique(),
    ruleId: integer('rule_id').notNull(),
    rule: text('rule').notNull(),
    event: text('event').notNull(),
    country: char('country', { length: 2 }).notNull(),
    /** 0 if the recipient is a webhook. */
    userId: integer('user_id').notNull(),
    recipient: text('recipient').notNull(),
    way: text('way').notNull(),
    windowAt: id8('window_at').notNull(),
    critical: boolean('critical').notNull().default(false),
    state: text('state').notNull().default('waiting'),
    dueAt: id8('due_at').notNull(),
    /** If a sender shows no sign of life before this time (epoch seconds), it is considered dead. */
    leaseUntil: id8('lease_until').notNull().default(0),
    tries: integer('tries').notNull().default(0),
    events: jsonb('events').notNull(),
    subject: text('subject').notNull().default(''),
    body: text('body').notNull().default(''),
    outcome: text('outcome').notNull().default(''),
    sentAt: id8('sent_at'),
    readAt: id8('read_at'),
    createdAt: id8('created_at').notNull(),
  },
  table => [
    uniqueIndex('notify_deliveries_window').on(table.ruleId, table.userId, table.way, table.windowAt),
    index('notify_deliveries_due')
      .on(table.dueAt)
      .where(sql`state IN ('waiting', 'sending')`),
    index('notify_deliveries_person').on(table.userId, table.id),
    index('notify_deliveries_country').on(table.country, table.id),
  ],
);

/** A person's notification preferences. */
export const notifyPreferences = pgTable('notify_preferences', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  language: text('language').notNull(),
  quietFrom: smallint('quiet_from').notNull(),
  quietTo: smallint('quiet_to').notNull(),
  timeZone: text('time_zone').notNull(),
  off: texts('off'),
  version: integer('version').notNull().default(1),
});

/** Key of a write that was applied, and the reply to it, stored in the same transaction as the write's effect (OB3). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer('user_id').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: smallint('status').notNull(),
    reply: text('reply').notNull(),
    createdAt: id8('created_at').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_age').on(table.createdAt)],
);

/** The change feed. Readers read it in (xid, seq) order, up to the oldest running transaction (MR3). */
export const changes = pgTable(
  'changes',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    xid: xid8('xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    entity: entity(),
    collection: text('collection').notNull(),
    key: text('key').notNull(),
    version: integer('version').notNull(),
    /** The row after the change; null for a tombstone. */
    row: jsonb('row'),
    at: id8('at').notNull(),
  },
  table => [index('changes_feed').on(table.entity, table.xid, table.seq), index('changes_age').on(table.at)],
);

/** The segments of each collection of an entity, and the feed cursor to which they correspond. */
export const segmentSets = pgTable(
  'segment_sets',
  {
    collection: text('collection').notNull(),
    entity: entity(),
    cursor: text('cursor').notNull(),
    total: integer('total').notNull(),
    ids: texts('ids'),
  },
  table => [primaryKey({ columns: [table.collection, table.entity] })],
);

/**
 * Immutable segments, which contain the columns of several thousand rows as JSON, compressed with brotli and named
 * after their hash.
 */
export const segments = pgTable('segments', {
  id: text('id').primaryKey(),
  collection: text('collection').notNull(),
  entity: entity(),
  rows: integer('rows').notNull(),
  bytes: integer('bytes').notNull(),
  body: bytea('body').notNull(),
});

/**
 * Revision counters. Every write increments one of them in its transaction: that of the channel (collection
 * channelLocations), or that of the entity (scope 0). The caches of all API processes are checked against them. A bulk
 * load does not have to write them; a missing row means 0.
 */
export const revisions = pgTable(
  'revisions',
  {
    collection: text('collection').notNull(),
    entity: entity(),
    scope: id8('scope').notNull(),
    revision: id8('revision').notNull(),
  },
  table => [primaryKey({ columns: [table.collection, table.entity, table.scope] })],
);

/** Activity events recorded by browser tabs (TRK-1). Only the newest are kept (housekeeping/activitySweep). */
export const trackerEvents = pgTable(
  'tracker_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: integer('user_id').notNull(),
    email: text('email').notNull(),
    type: text('type').notNull(),
    country: char('country', { length: 2 }).notNull(),
    project: text('project').notNull(),
    sessionId: text('session_id').notNull(),
    path: text('path').notNull(),
    name: text('name').notNull(),
    /** Epoch milliseconds according to the browser's clock. */
    at: id8('at').notNull(),
    receivedAt: id8('received_at').notNull(),
  },
  table => [index('tracker_events_age').on(table.receivedAt)],
);

/** Counts and errors (TRK-4), including monitoring and crash reports. */
export const usageRecords = pgTable(
  'usage_records',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: integer('user_id').notNull(),
    email: text('email').notNull(),
    kind: text('kind').notNull(),
    country: char('country', { length: 2 }).notNull(),
    project: text('project').notNull(),
    sessionId: text('session_id').notNull(),
    path: text('path').notNull(),
    name: text('name').notNull(),
    count: integer('count').notNull(),
    message: text('message').notNull(),
    /** Epoch milliseconds according to the browser's clock. */
    at: id8('at').notNull(),
    receivedAt: id8('received_at').notNull(),
  },
  table => [index('usage_records_age').on(table.receivedAt)],
);

/**
 * Batches of both kinds that have been accepted, so that a batch that is resent after a lost reply is not stored again.
 */
export const activityBatches = pgTable(
  'activity_batches',
  { userId: integer('user_id').notNull(), batch: text('batch').notNull(), receivedAt: id8('received_at').notNull() },
  table => [primaryKey({ columns: [table.userId, table.batch] }), index('activity_batches_age').on(table.receivedAt)],
);

/** Failed sign-ins within their time window, shared by all API processes. `key` is a hash of address and e-mail. */
export const loginFailures = pgTable('login_failures', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  /** Epoch milliseconds after which the failures no longer count. */
  until: id8('until').notNull(),
});

/** Saved views of lists, both personal ones and those shared with the entity (contract/views). */
export const savedViews = pgTable(
  'saved_views',
  {
    id: text('id').primaryKey(),
    country: char('country', { length: 2 }).notNull(),
    /** E-mail of the person who saved the view. */
    owner: text('owner').notNull(),
    screen: text('screen').notNull(),
    path: text('path').notNull(),
    name: text('name').notNull(),
    shared: boolean('shared').notNull(),
    query: text('query').notNull(),
    looks: text('looks').notNull(),
    ...stamp,
  },
  table => [index('saved_views_owner').on(table.country, table.owner)],
);

/** A person's default view of a list, which may be their own or a shared one (contract/views). */
export const defaultViews = pgTable(
  'default_views',
  {
    owner: text('owner').notNull(),
    country: char('country', { length: 2 }).notNull(),
    screen: text('screen').notNull(),
    viewId: text('view_id')
      .notNull()
      .references(() => savedViews.id, { onDelete: 'cascade' }),
  },
  table => [
    primaryKey({ columns: [table.owner, table.country, table.screen] }),
    index('default_views_view').on(table.viewId),
  ],
);

export const meta = pgTable('meta', { key: text('key').primaryKey(), value: text('value').notNull() });

/**
 * The last version of each deleted record. If a record is added again under the same key, its versions continue from
 * there, so that an edit based on the row before the deletion is stale (OB8), and so that a tombstone is never newer
 * than the new row (MR2).
 */
export const deletedVersions = pgTable(
  'deleted_versions',
  {
    collection: text('collection').notNull(),
    key: text('key').notNull(),
    version: integer('version').notNull(),
  },
  table => [primaryKey({ columns: [table.collection, table.key] })],
);
