import { fold } from '../fold.ts';
import { formatCount } from '../format.ts';
import { STATUS } from '../permission.ts';
import { readOpeningHours, WEEK } from './week.ts';

/**
 * Finds the branches that serve a place, are open on a day, and offer certain services, nearest first (SUBAPP-6; issue
 * 30, section 3).
 */

/** The fields of a branch's record that the search uses. */
export interface BranchFacts {
  code: string;
  name: string;
  locationId: number;
  /** The names of the branch's location from the state down; empty for levels below the location's own. */
  state: string;
  city: string;
  district: string;
  /** Coordinates in millionths of a degree. */
  latitude: number;
  longitude: number;
  openingHours: string;
  dropOff: boolean;
  collects: boolean;
  returns: boolean;
  cod: boolean;
  status: number;
}

export const BRANCH_SERVICES = [
  { key: 'dropOff', label: 'Drop-off' },
  { key: 'collects', label: 'Collection' },
  { key: 'returns', label: 'Returns' },
  { key: 'cod', label: 'COD' },
] as const;
export type BranchService = (typeof BRANCH_SERVICES)[number]['key'];

/** A point on the map, in millionths of a degree. */
export interface Point {
  latitude: number;
  longitude: number;
}

export interface BranchQuestion {
  /** The place and its ancestors, root first; empty for the whole country. */
  place: readonly { locationId: number; name: string }[];
  /** Day of the week, where 0 is Monday; null for any day. */
  weekday: number | null;
  /** The time of day, HH:MM, at which the branch must be open; null for any time. */
  time: string | null;
  services: readonly BranchService[];
  /**
   * The point from which distances are measured; null for the center of the branches in the place or, if there are
   * none, of those that serve it.
   */
  from: Point | null;
}

export interface FoundBranch<B extends BranchFacts> {
  branch: B;
  /** Null if there is no reference point. */
  meters: number | null;
  /** Opening hours on the requested day; null if none was requested. */
  hours: { from: string; to: string } | null;
}

export interface BranchAnswer<B extends BranchFacts> {
  found: FoundBranch<B>[];
  /** The point from which distances are measured. */
  from: Point | null;
  /** The number of branches that serve the place, and how many of them are excluded by each condition. */
  serving: number;
  leftOut: { disabled: number; closed: number; services: number };
}

/**
 * Whether a branch serves a place: its own location is the place, is within the place, or contains the place. A
 * location that contains the place is recognized by its id; one within the place is recognized by the names of its
 * ancestors.
 */
export const serves = (branch: BranchFacts, place: BranchQuestion['place']): boolean =>
  place.some(({ locationId }) => locationId === branch.locationId) || liesIn(branch, place);

/** Whether a branch's location is the place itself or within it. */
function liesIn(branch: BranchFacts, place: BranchQuestion['place']): boolean {
  if (place.at(-1)?.locationId === branch.locationId) return true;
  const names = [branch.state, branch.city, branch.district];
  return place.length <= names.length && place.every(({ name }, level) => fold(names[level] ?? '') === fold(name));
}

/** A branch's hours on a day of the week; null if it is closed. */
export const hoursOn = (
  branch: Pick<BranchFacts, 'openingHours'>,
  weekday: number,
): { from: string; to: string } | null => readOpeningHours(branch.openingHours)?.[weekday] ?? null;

const isOpen = (branch: BranchFacts, weekday: number | null, time: string | null): boolean => {
  if (weekday === null) return time === null || WEEK.some((_, day) => isOpen(branch, day, time));
  const hours = hoursOn(branch, weekday);
  return hours !== null && (time === null || (hours.from <= time && time < hours.to));
};

const EARTH_METERS = 6_371_008;
const radians = (millionths: number): number => (millionths / 1e6) * (Math.PI / 180);

/** The distance in meters between two points on a sphere. */
export function metersBetween(a: Point, b: Point): number {
  const [lat, other] = [radians(a.latitude), radians(b.latitude)];
  const half =
    Math.sin((other - lat) / 2) ** 2 +
    Math.cos(lat) * Math.cos(other) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return Math.round(2 * EARTH_METERS * Math.asin(Math.min(1, Math.sqrt(half))));
}

/** The center of the given points; null if there are none. */
export function middleOf(points: readonly Point[]): Point | null {
  if (points.length === 0) return null;
  const mean = (of: (point: Point) => number) =>
    Math.round(points.reduce((sum, point) => sum + of(point), 0) / points.length);
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}

/** Branches that match a query, nearest first; ties are sorted by code. Disabled branches serve no place. */
export function findBranches<B extends BranchFacts>(branches: readonly B[], question: BranchQuestion): BranchAnswer<B> {
  const { place, weekday, time, services } = question;
  const serving = branches.filter(branch => serves(branch, place));
  const normal = serving.filter(({ status }) => status === STATUS.normal);
  const within = normal.filter(branch => liesIn(branch, place));
  const from = question.from ?? (place.length === 0 ? null : middleOf(within.length === 0 ? normal : within));
  const open = normal.filter(branch => isOpen(branch, weekday, time));
  const fit = open.filter(branch => services.every(service => branch[service]));
  const found = fit
    .map(branch => ({
      branch,
      meters: from && metersBetween(from, branch),
      hours: weekday === null ? null : hoursOn(branch, weekday),
    }))
    .toSorted((a, b) =>
      a.meters === b.meters ? (a.branch.code < b.branch.code ? -1 : 1) : (a.meters ?? 0) - (b.meters ?? 0),
    );
  return {
    found,
    from,
    serving: serving.length,
    leftOut: {
      disabled: serving.length - normal.length,
      closed: normal.length - open.length,
      services: open.length - fit.length,
    },
  };
}

/** Formats a distance: "850 m", "3.2 km", "1,204 km". */
export function distanceText(meters: number): string {
  if (meters < 995) return `${Math.round(meters / 10) * 10} m`;
  return meters < 99_950
    ? `${(Math.round(meters / 100) / 10).toFixed(1)} km`
    : `${formatCount(Math.round(meters / 1000))} km`;
}

/**
 * Parses coordinates in the format that maps use, "-6.885, 107.613611"; null for any other string, or if the point is
 * out of range.
 */
export function readPoint(text: string): Point | null {
  const match = /^\s*(-?\d{1,2}(?:\.\d{1,10})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,10})?)\s*$/.exec(text);
  if (!match) return null;
  const [latitude, longitude] = [Number(match[1]) * 1e6, Number(match[2]) * 1e6].map(Math.round) as [number, number];
  return Math.abs(latitude) > 90e6 || Math.abs(longitude) > 180e6 ? null : { latitude, longitude };
}
