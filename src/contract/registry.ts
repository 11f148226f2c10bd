import { listAuditLogs } from './audit.ts';
import type { CallDefinition } from './call.ts';
import { channelFlag, listChannels } from './channels.ts';
import { getChanges, getSegment, getSegments, getSets } from './feed.ts';
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
import type { Resource } from './resource.ts';
import { RESOURCES } from './resources/all.ts';
import { resourceCallList } from './resources/calls.ts';
import { downloadTemplate } from './templates.ts';
import { listThreePls } from './threePls.ts';
import { addView, deleteView, listViews, setDefaultView, updateView } from './views.ts';
import { checkWhitelist, getMenu, getSession, login, logout, setCurrentEntity, signInWays } from './session.ts';

const BEFORE_RESOURCES = [
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
];

const AFTER_RESOURCES = [
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
  getSets,
];

/**
 * The calls of the console's screens and engine and of the given resources, in the order of the OpenAPI page. The calls
 * of contract/activity and contract/preflight are excluded: a tab needs this list immediately, but those calls only
 * after the first paint.
 */
export const callsWith = (resources: readonly Resource[]): readonly CallDefinition[] =>
  [...BEFORE_RESOURCES, ...resourceCallList(resources), ...AFTER_RESOURCES] as unknown as readonly CallDefinition[];

/** The calls of the console, including those of every declared resource. */
export const ALL_CALLS: readonly CallDefinition[] = callsWith(RESOURCES);
