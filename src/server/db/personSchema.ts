import { bigserial, index, integer, jsonb, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { id8 } from './columns.ts';
import { notifyDeliveries, sessions, users } from './schema.ts';

/**
 * The user id of work that no person does or asks for: the demo's, an identity provider's, and messages to a webhook. The
 * ids of users start at 1.
 */
export const NO_PERSON = 0;

/** Tables with personal data. Times are epoch seconds. */

/** A person's settings, by name. */
export const personSettings = pgTable(
  'person_settings',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    value: jsonb('value').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.name] })],
);

/**
 * A person's sign-ins, refused sign-ins, and uses of API tokens. Repetitions within an hour share one row with a count.
 */
export const signIns = pgTable(
  'sign_ins',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The times of the first and the last occurrence. */
    at: id8('at').notNull(),
    lastAt: id8('last_at').notNull(),
    count: integer('count').notNull().default(1),
    /** How the person signed in: 'password', 'oidc' or 'token'. */
    way: text('way').notNull(),
    /** 'in', or the reason for the refusal (contract/access). */
    outcome: text('outcome').notNull(),
    address: text('address').notNull(),
    agent: text('agent').notNull(),
    /** Name of the API token that was used. */
    detail: text('detail').notNull().default(''),
  },
  table => [index('sign_ins_user').on(table.userId, table.id)],
);

/** API tokens with which people's scripts authenticate themselves. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Hexadecimal SHA-256 of the token, which itself is not stored anywhere. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The most that the token may do: these permissions in these countries, as far as its person still has them. */
    codes: text('codes').array().notNull(),
    entities: text('entities').array().notNull(),
    createdAt: id8('created_at').notNull(),
    expiresAt: id8('expires_at').notNull(),
    seenAt: id8('seen_at'),
    seenAddress: text('seen_address').notNull().default(''),
  },
  table => [index('api_tokens_user').on(table.userId)],
);

/** Administrators' passkeys, required as the second step of a sign-in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The id under which the authenticator knows the passkey, and the passkey's public key, both in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: text('public_key').notNull(),
    /** The signature counter of the authenticator. If it decreases, the passkey was copied. */
    counter: id8('counter').notNull(),
    transports: text('transports').array().notNull(),
    createdAt: id8('created_at').notNull(),
    usedAt: id8('used_at'),
  },
  table => [index('passkeys_user').on(table.userId)],
);

/** Passkey challenges for a sign-in or a registration. Each can be used once, within minutes. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  /** SHA-256 of the cookie of the sign-in in progress, or of the session that registers a passkey. */
  key: text('key').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  challenge: text('challenge').notNull(),
  expiresAt: id8('expires_at').notNull(),
  tries: integer('tries').notNull().default(0),
  /** How the person completed the first step of the sign-in, and the session data of the identity provider. */
  way: text('way').notNull(),
  provider: jsonb('provider'),
});

/**
 * Browsers that receive a person's notifications by Web Push. A subscription ends with the session in which it was
 * created.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    session: text('session')
      .notNull()
      .unique()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    /**
     * URL at the push service of the browser's vendor. Anyone who has this URL and the keys below can show messages, so
     * it is never disclosed.
     */
    endpoint: text('endpoint').notNull().unique(),
    /** The keys of the browser, in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /**
     * The public key of the server with which the browser subscribed. The browser rejects messages that were signed
     * with a different key.
     */
    serverKey: text('server_key').notNull(),
    createdAt: id8('created_at').notNull(),
    /** When the last message was sent, and what the push service responded. */
    sentAt: id8('sent_at'),
    outcome: text('outcome').notNull().default(''),
  },
  table => [index('push_subscriptions_user').on(table.userId)],
);

/**
 * Notifications waiting to be pushed. A row is written together with the notification and removed once the push service
 * has accepted the message.
 */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    deliveryId: id8('delivery_id')
      .notNull()
      .references(() => notifyDeliveries.id, { onDelete: 'cascade' }),
    dueAt: id8('due_at').notNull(),
    leaseUntil: id8('lease_until').notNull().default(0),
    tries: integer('tries').notNull().default(0),
  },
  table => [
    unique('push_messages_once').on(table.subscriptionId, table.deliveryId),
    index('push_messages_due').on(table.dueAt),
    index('push_messages_delivery').on(table.deliveryId),
  ],
);
