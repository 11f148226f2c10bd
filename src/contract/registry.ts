import { listAuditLogs } from './audit.ts';
import type { CallDefinition } from './call.ts';
import { channelFlag, listChannels } from './channels.ts';
import { getChanges, getSegment, getSegments } from './feed.ts';
import {
  exportLocations,
  listLocations,
  locationChildren,
  locationCountryChildren,
  locationSingle,
  locationSubtree,
  updateLocation,
} from './locations.ts';
import { APPLY_CALLS } from './rateTable/apply.ts';
import { ALL_RESOURCE_CALLS } from './resources/calls.ts';
import { downloadTemplate } from './templates.ts';
import { listThreePls } from './threePls.ts';
import { addView, deleteView, listViews, setDefaultView, updateView } from './views.ts';
import { checkWhitelist, getMenu, getSession, login, logout, setCurrentEntity, signInWays } from './session.ts';

/**
 * Every call of the console's screens and engine, in the order of the OpenAPI page. The calls of contract/activity and
 * contract/preflight are left out, because a tab needs this list immediately, but those only after the first paint.
 */
export const ALL_CALLS: readonly CallDefinition[] = [
  login,
  signInWays,
  logout,
  getSession,
  setCurrentEntity,
  checkWhitelist,
  getMenu,
  listChannels,
  channelFlag,
  listThreePls,
  locationChildren,
  locationCountryChildren,
  locationSingle,
  locationSubtree,
  listLocations,
  exportLocations,
  updateLocation,
  ...ALL_RESOURCE_CALLS,
  APPLY_CALLS.rate,
  APPLY_CALLS.thirdParty,
  downloadTemplate,
  listViews,
  addView,
  updateView,
  setDefaultView,
  deleteView,
  listAuditLogs,
  getChanges,
  getSegments,
  getSegment,
] as unknown as readonly CallDefinition[];

/** A call by its id, as in outbox entries; undefined for an id unknown to this build. */
export const callById = (id: string): CallDefinition | undefined => ALL_CALLS.find(call => call.id === id);
