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
  private readonly routes: readonly RoutePaths[];
  /** The places that contain the origin of a route, and those that contain the destination of one. */
  private readonly containing = { from: new Set<number>(), to: new Set<number>() };

  constructor(routes: Iterable<RoutePaths>) {
    this.routes = [...routes];
    for (const { from, to } of this.routes) {
      for (const place of from.slice(1)) this.containing.from.add(place);
      for (const place of to.slice(1)) this.containing.to.add(place);
    }
  }

  /**
   * Which ends of a delivery must be known more exactly, because a route begins or ends in a part of their place.
   * @param from the places known of the origin, the most specific first; as `to` for the destination
   */
  unclear(from: readonly number[], to: readonly number[]): { from: boolean; to: boolean } {
    const unclear = { from: false, to: false };
    const [lastFrom = 0] = from;
    const [lastTo = 0] = to;
    if (!this.containing.from.has(lastFrom) && !this.containing.to.has(lastTo)) return unclear;
    for (const route of this.routes) {
      const fromPart = isWithin(route.from, lastFrom);
      const toPart = isWithin(route.to, lastTo);
      if (!fromPart && !from.includes(route.from[0] ?? 0)) continue;
      if (!toPart && !to.includes(route.to[0] ?? 0)) continue;
      unclear.from ||= fromPart;
      unclear.to ||= toPart;
      if (unclear.from && unclear.to) break;
    }
    return unclear;
  }
}

/** Whether the place at the start of a path lies within another place. */
const isWithin = (path: readonly number[], place: number): boolean => path.indexOf(place) > 0;
