import { index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { id8 } from './columns.ts';
import { users } from './schema.ts';

/** Tables of what is a person's own. Times are epoch seconds. */

/** What a person has arranged for themselves, by name. */
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

/** Sign-ins of a person and refused ones, and the use of API tokens. Repeated ones within an hour are one row with a count. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The first and the last time. */
    at: id8('at').notNull(),
    lastAt: id8('last_at').notNull(),
    count: integer('count').notNull().default(1),
    /** 'password', 'oidc' or 'token'. */
    way: text('way').notNull(),
    /** 'in', or why it was refused (contract/access). */
    outcome: text('outcome').notNull(),
    address: text('address').notNull(),
    agent: text('agent').notNull(),
    /** Name of the token. */
    detail: text('detail').notNull().default(''),
  },
  table => [index('sign_ins_user').on(table.userId, table.id)],
);

/** API tokens of people for their scripts. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the token, hex; the token itself is stored nowhere. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The most that it may do: these codes in these countries, as far as its person has them. */
    codes: text('codes').array().notNull(),
    entities: text('entities').array().notNull(),
    createdAt: id8('created_at').notNull(),
    expiresAt: id8('expires_at').notNull(),
    seenAt: id8('seen_at'),
    seenAddress: text('seen_address').notNull().default(''),
  },
  table => [index('api_tokens_user').on(table.userId)],
);

/** Passkeys of administrators: what they are asked for after the first step of a sign-in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The authenticator's id of it, and its public key; both base64url. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: text('public_key').notNull(),
    /** How often it signed, as far as the authenticator counts: one that goes back was copied. */
    counter: id8('counter').notNull(),
    transports: text('transports').array().notNull(),
    createdAt: id8('created_at').notNull(),
    usedAt: id8('used_at'),
  },
  table => [index('passkeys_user').on(table.userId)],
);

/** A passkey that is asked for: to sign in with, or to be registered. Each is answered once, within minutes. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  /** SHA-256 of the cookie of a sign-in that waits, or of the session that registers one. */
  key: text('key').primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  challenge: text('challenge').notNull(),
  expiresAt: id8('expires_at').notNull(),
  tries: integer('tries').notNull().default(0),
  /** How the first step was made, with what an identity provider said of its session. */
  way: text('way').notNull(),
  provider: jsonb('provider'),
});
