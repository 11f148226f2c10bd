import {
  bigint,
  boolean,
  char,
  customType,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/** Tables of a channel's postcodes, routes and zones. Like `channel_locations` they have no foreign keys. */

const id8 = (name: string) => bigint(name, { mode: 'number' });
/** Ordered by character on every database, as the console orders it. */
const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** What every versioned row carries (schema.ts). */
const stamp = {
  version: integer('version').notNull().default(1),
  updatedBy: text('updated_by').notNull().default(''),
  updatedAt: id8('updated_at').notNull().default(0),
};

/** Serviceable postcodes (channels spec 3). The primary key is the list's order. */
export const channelPostcodes = pgTable(
  'channel_postcodes',
  {
    channelId: id8('channel_id').notNull(),
    type: smallint('type').notNull(),
    zipcode: plainText('zipcode').notNull(),
    country: char('country', { length: 2 }).notNull(),
    canDeliver: boolean('can_deliver').notNull().default(false),
    canCod: boolean('can_cod').notNull().default(false),
    canPickup: boolean('can_pickup').notNull().default(false),
    canCodPickup: boolean('can_cod_pickup').notNull().default(false),
    ...stamp,
  },
  table => [primaryKey({ columns: [table.channelId, table.type, table.zipcode] })],
);

/** Route limits: from one place to another, each a state, city or district. The primary key is the list's order. */
export const channelRoutes = pgTable(
  'channel_routes',
  {
    channelId: id8('channel_id').notNull(),
    applicableType: smallint('applicable_type').notNull(),
    fromLocationId: id8('from_location_id').notNull(),
    toLocationId: id8('to_location_id').notNull(),
    /** contract/channelRoute channelRouteId. */
    id: id8('id').notNull(),
    country: char('country', { length: 2 }).notNull(),
    ...stamp,
  },
  table => [
    primaryKey({
      name: 'channel_routes_pk',
      columns: [table.channelId, table.applicableType, table.fromLocationId, table.toLocationId],
    }),
    uniqueIndex('channel_routes_id').on(table.channelId, table.id),
  ],
);

/** Zone limits: the zone of a place, a state, city or district. The primary key is the list's order. */
export const channelZones = pgTable(
  'channel_zones',
  {
    channelId: id8('channel_id').notNull(),
    applicableType: smallint('applicable_type').notNull(),
    locationId: id8('location_id').notNull(),
    /** contract/channelZone channelZoneId. */
    id: id8('id').notNull(),
    country: char('country', { length: 2 }).notNull(),
    zone: text('zone').notNull(),
    /** domain/fold of the zone. */
    zoneFolded: plainText('zone_folded').notNull(),
    ...stamp,
  },
  table => [
    primaryKey({ columns: [table.channelId, table.applicableType, table.locationId] }),
    uniqueIndex('channel_zones_id').on(table.channelId, table.id),
  ],
);
