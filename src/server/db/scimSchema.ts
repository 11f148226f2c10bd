import { integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { users } from './schema.ts';

/** The groups of an identity provider (SCIM), and the roles that they grant to their members. */
export const scimGroups = pgTable('scim_groups', {
  id: serial('id').primaryKey(),
  name: text('name').notNull().unique(),
  externalId: text('external_id'),
  roleIds: integer('role_ids').array().notNull().default([]),
});

export const scimMembers = pgTable(
  'scim_members',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => scimGroups.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  table => [primaryKey({ columns: [table.groupId, table.userId] })],
);
