import type { Resource } from '../resource.ts';
import { branch } from './branch.ts';
import { channelConfig } from './channelConfig.ts';
import { channelLocation } from './channelLocation.ts';
import { channelPostcode } from './channelPostcode.ts';
import { channelRoute } from './channelRoute.ts';
import { channelServiceConf, threePlServiceConf } from './channelServiceConf.ts';
import { channelCdt } from './channelCdt.ts';
import { locationCdt } from './locationCdt.ts';
import { channelZone } from './channelZone.ts';
import { nonWorkingDays } from './nonWorkingDays.ts';
import { pickup } from './pickup.ts';
import { rate } from './rate.ts';
import { channelGroup, reconChannel, reconForecast, reconRule, reconSupplier } from './recon.ts';
import { serviceCode } from './serviceCode.ts';
import { shipment } from './shipment.ts';
import { shippingFeeRule } from './shippingFeeRule.ts';
import { shop } from './shop.ts';
import { shopGroup } from './shopGroup.ts';
import { shopType } from './shopType.ts';
import { timeslot } from './timeslot.ts';
import { THREE_PL_RESOURCES } from './threePl.ts';

/** Every declared resource, in loading order. */
export const RESOURCES = [
  channelLocation,
  channelPostcode,
  channelRoute,
  channelZone,
  serviceCode,
  ...THREE_PL_RESOURCES,
  channelServiceConf,
  channelConfig,
  threePlServiceConf,
  nonWorkingDays,
  locationCdt,
  channelCdt,
  rate,
  pickup,
  timeslot,
  branch,
  shopGroup,
  shopType,
  shop,
  shippingFeeRule,
  reconSupplier,
  reconChannel,
  channelGroup,
  reconRule,
  reconForecast,
  shipment,
] as const;

/** Names of the collections of declared resources. */
export type ResourceCollection = (typeof RESOURCES)[number]['collection'];

const BY_COLLECTION: ReadonlyMap<string, Resource> = new Map(
  RESOURCES.map(resource => [resource.collection, resource]),
);

/** The name of a resource's collection in the feed, the mirror and the outbox. */
export const collectionOf = ({ collection }: Pick<Resource, 'collection'>): ResourceCollection =>
  collection as ResourceCollection;

/** The resource with a given collection name; undefined if the collection does not belong to a declared resource. */
export const resourceOf = (collection: string): Resource | undefined => BY_COLLECTION.get(collection);

/** The resource with a given id, which may also be the id of an import of some of its fields (resource `importId`). */
export const resourceById = (id: string, resources: readonly Resource[] = RESOURCES): Resource | undefined =>
  resources.find(resource => resource.id === id || id.startsWith(`${resource.id}.`));

/**
 * The resource of a collection.
 * @throws Error if none is declared
 */
export function requireResource(collection: string): Resource {
  const found = BY_COLLECTION.get(collection);
  if (!found) throw new Error(`no resource has the collection ${collection}`);
  return found;
}
