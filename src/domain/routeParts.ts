import { addTo } from './addTo.ts';

/** A route limit, given by its origin and its destination with the places that contain each, from the place up. */
export interface RoutePaths {
  from: readonly number[];
  to: readonly number[];
}

/**
 * Determines whether routes connect only parts of two places: an address that is known only by its state may lie at an
 * end of a route from one of the state's districts. Belongs to the routes of one type.
 */
export class RouteParts {
  /** The routes by the place at their origin, and by each place that contains it. */
  private readonly at = new Map<number, RoutePaths[]>();
  private readonly within = new Map<number, RoutePaths[]>();
  /** The places that contain the destination of a route. */
  private readonly containingTo = new Set<number>();
  /** Earlier results by the places of both ends: many addresses of a file are known by the same few states. */
  private readonly known = new Map<string, { from: boolean; to: boolean }>();

  constructor(routes: Iterable<RoutePaths>) {
    for (const route of routes) {
      const [origin = 0, ...above] = route.from;
      addTo(this.at, origin, route);
      for (const place of above) addTo(this.within, place, route);
      for (const place of route.to.slice(1)) this.containingTo.add(place);
    }
  }

  /**
   * Which ends of a delivery must be known more exactly, because a route begins or ends in a part of their place.
   * @param from the places known of the origin, the most specific first; as `to` for the destination
   */
  unclear(from: readonly number[], to: readonly number[]): { from: boolean; to: boolean } {
    const parts = this.within.get(from[0] ?? 0) ?? [];
    if (parts.length === 0 && !this.containingTo.has(to[0] ?? 0)) return { from: false, to: false };
    const key = `${from.join()}/${to.join()}`;
    let unclear = this.known.get(key);
    if (!unclear) {
      unclear = { from: false, to: false };
      this.known.set(key, unclear);
      for (const route of parts) {
        const isPart = leadsToPart(route, to);
        unclear.to ||= isPart;
        unclear.from ||= isPart || to.includes(route.to[0] ?? 0);
      }
      for (const place of from) for (const route of this.at.get(place) ?? []) unclear.to ||= leadsToPart(route, to);
    }
    return unclear;
  }
}

/** Whether a route ends in a part of the most specific of some places. */
const leadsToPart = ({ to }: RoutePaths, [place = 0]: readonly number[]): boolean => to.indexOf(place) > 0;
