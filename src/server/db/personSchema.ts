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
