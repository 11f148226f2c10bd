import { listAuditLogs } from './audit.ts';
import type { CallDefinition } from './call.ts';
import * as channelLocation from './channelLocation.ts';
import * as channelPostcode from './channelPostcode.ts';
import * as channelRoute from './channelRoute.ts';
import * as channelZone from './channelZone.ts';
import { channelFlag, listChannels } from './channels.ts';
import { getChanges, getSegment, getSegments } from './feed.ts';
import { locationChildren, locationCountryChildren, locationSingle, locationSubtree } from './locations.ts';
import { downloadTemplate } from './templates.ts';
import { checkWhitelist, getMenu, getSession, login, logout, setCurrentEntity } from './session.ts';

/**
 * Every call of the console's screens and engine, in the order of the OpenAPI page. The calls of contract/activity
 * and contract/preflight are left out: a tab needs this list at once, those only behind the first paint.
 */
export const ALL_CALLS: readonly CallDefinition[] = [
  login,
  logout,
  getSession,
  setCurrentEntity,
  checkWhitelist,
  getMenu,
  listChannels,
  channelFlag,
  locationChildren,
  locationCountryChildren,
  locationSingle,
  locationSubtree,
  channelLocation.listChannelLocations,
  channelLocation.channelLocationChannels,
  channelLocation.channelLocationAddresses,
  channelLocation.channelLocationById,
  channelLocation.addChannelLocation,
  channelLocation.updateChannelLocation,
  channelLocation.deleteChannelLocation,
  channelLocation.exportChannelLocations,
  channelPostcode.listChannelPostcodes,
  channelPostcode.channelPostcodeChannels,
  channelPostcode.addChannelPostcode,
  channelPostcode.updateChannelPostcode,
  channelPostcode.deleteChannelPostcode,
  channelRoute.listChannelRoutes,
  channelRoute.channelRouteChannels,
  channelRoute.addChannelRoute,
  channelRoute.deleteChannelRoute,
  channelZone.listChannelZones,
  channelZone.channelZoneChannels,
  channelZone.addChannelZone,
  channelZone.updateChannelZone,
  channelZone.deleteChannelZone,
  downloadTemplate,
  listAuditLogs,
  getChanges,
  getSegments,
  getSegment,
] as unknown as readonly CallDefinition[];

/** A call by its id, as outbox entries name it; undefined for an id this build does not know. */
export const callById = (id: string): CallDefinition | undefined => ALL_CALLS.find(call => call.id === id);
