import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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
