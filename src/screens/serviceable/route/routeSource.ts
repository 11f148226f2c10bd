import { listChannelRoutes, type ChannelRouteFilters, type ChannelRouteRow } from '../../../contract/channelRoute.ts';
import { heldSource } from '../heldSource.ts';

/** What the Route Limit list reads (SAR-1, SAR-2). */
export const routeSource = heldSource<ChannelRouteFilters, ChannelRouteRow>(
  'serviceable.route-limit',
  'channelRoutes',
  listChannelRoutes,
  'applicableType',
);
