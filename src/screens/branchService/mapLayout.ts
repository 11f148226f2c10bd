import type { Point } from '../../domain/lcs/search.ts';

/**
 * The layout of points on a plain map: degrees are converted to lengths at the latitude of the points' center, and
 * north is up.
 */

export interface MapView {
  /** 1 shows all points; 2 is twice the scale. */
  zoom: number;
  /** The center of the view, as lengths in the frame (`frameOf`); null for the center of all points. */
  center: { x: number; y: number } | null;
}

export interface Frame {
  width: number;
  height: number;
  /** Pixels per degree of latitude at a zoom of 1. */
  scale: number;
  /** Center of the points, in degrees of latitude. */
  middle: { x: number; y: number };
  /** Length of a degree of longitude, as a multiple of a degree of latitude. */
  narrow: number;
}

/** Margin around the points, in pixels. */
const PADDING = 28;
/** Minimum extent in degrees, about a kilometer, so that a single branch is not magnified any further. */
const LEAST_SPAN = 0.01;
export const ZOOM_MOST = 4096;

const degreesOf = ({ latitude, longitude }: Point, narrow: number) => ({
  x: (longitude / 1e6) * narrow,
  y: -latitude / 1e6,
});

/** The frame that shows all points. */
export function frameOf(points: readonly Point[], width: number, height: number): Frame {
  const latitudes = points.map(({ latitude }) => latitude / 1e6);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const narrow = points.length === 0 ? 1 : Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const placed = points.map(point => degreesOf(point, narrow));
  const [xs, ys] = [placed.map(({ x }) => x), placed.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const room = { x: Math.max(1, width - 2 * PADDING), y: Math.max(1, height - 2 * PADDING) };
  const scale =
    points.length === 0
      ? 1
      : Math.min(room.x / Math.max(LEAST_SPAN, right - left), room.y / Math.max(LEAST_SPAN, bottom - top));
  const middle = points.length === 0 ? { x: 0, y: 0 } : { x: (left + right) / 2, y: (top + bottom) / 2 };
  return { width, height, scale, middle, narrow };
}

/** A point's position, in pixels from the upper left corner. */
export function placeOf(point: Point, frame: Frame, { zoom, center }: MapView): { x: number; y: number } {
  const { x, y } = degreesOf(point, frame.narrow);
  const middle = center ?? frame.middle;
  const scale = frame.scale * zoom;
  return { x: frame.width / 2 + (x - middle.x) * scale, y: frame.height / 2 + (y - middle.y) * scale };
}

/** Returns the center of a view after it was moved by a number of pixels. */
export function movedBy(frame: Frame, view: MapView, dx: number, dy: number): { x: number; y: number } {
  const middle = view.center ?? frame.middle;
  const scale = frame.scale * view.zoom;
  return { x: middle.x - dx / scale, y: middle.y - dy / scale };
}

/** Returns a view of some of the points, at least twice as large as before. */
export function viewOf(points: readonly Point[], frame: Frame, view: MapView): MapView {
  const own = frameOf(points, frame.width, frame.height);
  const placed = points.map(point => degreesOf(point, frame.narrow));
  const mean = (of: 'x' | 'y') => placed.reduce((sum, point) => sum + point[of], 0) / Math.max(1, placed.length);
  const zoom = Math.min(ZOOM_MOST, Math.max(view.zoom * 2, own.scale / frame.scale));
  return { zoom, center: { x: mean('x'), y: mean('y') } };
}

/** Points drawn as a single mark because they would overlap. */
export interface MapMark<T> {
  x: number;
  y: number;
  items: T[];
}

/**
 * Marks on the map: points within `near` pixels of a mark's first point belong to that mark. Points outside the frame
 * are omitted.
 */
export function marksOf<T extends Point>(items: readonly T[], frame: Frame, view: MapView, near = 26): MapMark<T>[] {
  const marks: MapMark<T>[] = [];
  const cells = new Map<string, MapMark<T>[]>();
  const cellOf = (x: number, y: number) => [Math.floor(x / near), Math.floor(y / near)] as const;
  for (const item of items) {
    const { x, y } = placeOf(item, frame, view);
    if (x < 0 || y < 0 || x > frame.width || y > frame.height) continue;
    const [column, row] = cellOf(x, y);
    const around = [-1, 0, 1].flatMap(dx => [-1, 0, 1].flatMap(dy => cells.get(`${column + dx}/${row + dy}`) ?? []));
    const own = around.find(mark => Math.hypot(mark.x - x, mark.y - y) < near);
    if (own) {
      own.items.push(item);
      continue;
    }
    const mark = { x, y, items: [item] };
    marks.push(mark);
    const key = `${column}/${row}`;
    cells.set(key, [...(cells.get(key) ?? []), mark]);
  }
  return marks;
}

/** Returns the next mark in a direction; null if there is none. */
export function nextMark<M extends { x: number; y: number }>(marks: readonly M[], from: M, key: string): M | null {
  const [dx, dy] = key === 'ArrowLeft' ? [-1, 0] : key === 'ArrowRight' ? [1, 0] : key === 'ArrowUp' ? [0, -1] : [0, 1];
  let best: M | null = null;
  let least = Infinity;
  for (const mark of marks) {
    const ahead = (mark.x - from.x) * dx + (mark.y - from.y) * dy;
    const aside = Math.abs((mark.x - from.x) * dy) + Math.abs((mark.y - from.y) * dx);
    // Prefers marks within 45 degrees of the direction, by counting the sideways distance twice.
    if (mark === from || ahead <= 0) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [mark, cost];
  }
  return best;
}

const METERS_OF_DEGREE = 111_195;

/** Returns the longest round length that takes up at most `most` pixels. */
export function scaleBar(frame: Frame, { zoom }: MapView, most = 110): { meters: number; pixels: number } {
  const perPixel = METERS_OF_DEGREE / (frame.scale * zoom);
  const room = perPixel * most;
  const ten = 10 ** Math.floor(Math.log10(room));
  const meters = [5, 2, 1].map(times => times * ten).find(length => length <= room) ?? ten;
  return { meters, pixels: meters / perPixel };
}
