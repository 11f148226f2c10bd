import {
  boolean,
  char,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  type PgColumnBuilderBase,
} from 'drizzle-orm/pg-core';
import { kindOf, type Field } from '../../contract/fields/all.ts';
import { mayBeEmpty } from '../../contract/fields/base.ts';
import { ownerInput, ownerKey, type Resource } from '../../contract/resource.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { channelPostcode } from '../../contract/resources/channelPostcode.ts';
import { channelRoute } from '../../contract/resources/channelRoute.ts';
import { channelServiceConf, threePlServiceConf } from '../../contract/resources/channelServiceConf.ts';
import { channelCdt } from '../../contract/resources/channelCdt.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { channelZone } from '../../contract/resources/channelZone.ts';
import { nonWorkingDays as nonWorkingDaysOf } from '../../contract/resources/nonWorkingDays.ts';
import * as threePl from '../../contract/resources/threePl.ts';
import { rate } from '../../contract/resources/rate.ts';
import { serviceCode } from '../../contract/resources/serviceCode.ts';
import { branch } from '../../contract/resources/branch.ts';
import { pickup } from '../../contract/resources/pickup.ts';
import * as recon from '../../contract/resources/recon.ts';
import { shipment } from '../../contract/resources/shipment.ts';
import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { shop } from '../../contract/resources/shop.ts';
import { shopGroup } from '../../contract/resources/shopGroup.ts';
import { shopType } from '../../contract/resources/shopType.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';
import { id8, plainText } from './columns.ts';
import { columnName, tableName } from './names.ts';

/**
 * Tables of declared resources, derived from their declarations. They have no foreign keys, for the same reason as
 * `channel_locations`, which has a table of its own because of its list. `npm run db:generate` writes the migration for
 * a new table.
 */

function columnsOf(name: string, field: Field): Record<string, PgColumnBuilderBase> {
  const column = columnName(name);
  const { sql } = kindOf(field);
  if (sql === null) return {};
  // A string whose search is folded is stored together with its folded form (domain/fold), which is also used for
  // sorting.
  if (field.kind === 'text' && field.folded)
    return { [name]: text(column).notNull(), [`${name}Folded`]: plainText(`${column}_folded`).notNull() };
  if (sql === 'boolean') return { [name]: boolean(column).notNull().default(false) };
  const own = sql === 'text' ? plainText(column) : sql === 'int2' ? smallint(column) : id8(column);
  return { [name]: mayBeEmpty(field) ? own : own.notNull() };
}

/**
 * Creates the table of a resource. Its primary key has the order of the list within the owner; a generated id is unique
 * within its owner.
 */
function tableOf(resource: Resource, primaryKeyName?: string) {
  const name = tableName(resource.collection);
  const fields = Object.entries(resource.fields).map(([field, declared]) => columnsOf(field, declared));
  const columns: Record<string, PgColumnBuilderBase> = Object.assign(
    {
      ...Object.fromEntries(ownerInput(resource).map(owner => [owner, id8(columnName(owner)).notNull()])),
      ...(resource.scope === 'platform' ? {} : { country: char('country', { length: 2 }).notNull() }),
      version: integer('version').notNull().default(1),
      updatedBy: text('updated_by').notNull().default(''),
      updatedAt: id8('updated_at').notNull().default(0),
    },
    ...fields,
  );
  const made = resource.key.filter(field => resource.fields[field]?.kind === 'made');
  return pgTable(name, columns, table => {
    const keyed = (...fields: string[]) =>
      [...ownerKey(resource), ...fields].map(field => table[field]) as unknown as [never, ...never[]];
    return [
      primaryKey({ ...(primaryKeyName ? { name: primaryKeyName } : {}), columns: keyed(...resource.order) }),
      ...made.map(field => uniqueIndex(`${name}_${columnName(field)}`).on(...keyed(field))),
    ];
  });
}

export const channelPostcodes = tableOf(channelPostcode);
export const channelRoutes = tableOf(channelRoute, 'channel_routes_pk');
export const channelZones = tableOf(channelZone);
export const serviceCodes = tableOf(serviceCode);
export const threePlOriginLocations = tableOf(threePl.threePlOriginLocation);
export const threePlDestinationLocations = tableOf(threePl.threePlDestinationLocation);
export const threePlOriginPostcodes = tableOf(threePl.threePlOriginPostcode);
export const threePlDestinationPostcodes = tableOf(threePl.threePlDestinationPostcode);
export const threePlRoutes = tableOf(threePl.threePlRoute);
export const threePlZones = tableOf(threePl.threePlZone);
export const channelServiceConfs = tableOf(channelServiceConf, 'channel_service_confs_pk');
export const channelConfigs = tableOf(channelConfig, 'channel_configs_pk');
export const threePlServiceConfs = tableOf(threePlServiceConf);
export const nonWorkingDays = tableOf(nonWorkingDaysOf);
export const locationCdts = tableOf(locationCdt);
export const channelCdts = tableOf(channelCdt);
export const rates = tableOf(rate);
export const pickups = tableOf(pickup);
export const timeslots = tableOf(timeslot);
export const branches = tableOf(branch);
export const shopGroups = tableOf(shopGroup);
export const shopTypes = tableOf(shopType);
export const shops = tableOf(shop);
export const shippingFeeRules = tableOf(shippingFeeRule);
export const reconSuppliers = tableOf(recon.reconSupplier);
export const reconChannels = tableOf(recon.reconChannel);
export const channelGroups = tableOf(recon.channelGroup);
export const reconRules = tableOf(recon.reconRule);
export const reconForecasts = tableOf(recon.reconForecast);
export const shipments = tableOf(shipment);
