import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metersBetween } from '../../domain/lcs/search.ts';
import { frameOf, marksOf, nextMark, placeOf, scaleBar, viewOf, type MapView } from './mapLayout.ts';

const ALL: MapView = { zoom: 1, center: null };
const JAKARTA = { latitude: -6_200_000, longitude: 106_816_666 };
const BANDUNG = { latitude: -6_917_500, longitude: 107_619_100 };
const point = record({
  latitude: integer({ min: -34e6, max: 25e6 }),
  longitude: integer({ min: 95e6, max: 140e6 }),
});

describe('branch map layout', () => {
  it("every point lies within the map's margins, with north up and east to the right", () => {
    assert(
      property(array(point, { minLength: 1 }), points => {
        const frame = frameOf(points, 600, 400);
        for (const one of points) {
          const { x, y } = placeOf(one, frame, ALL);
          expect(x).toBeGreaterThanOrEqual(27);
          expect(x).toBeLessThanOrEqual(573);
          expect(y).toBeGreaterThanOrEqual(27);
          expect(y).toBeLessThanOrEqual(373);
          const places = points.map(other => [other, placeOf(other, frame, ALL)] as const);
          expect(places.filter(([other, place]) => other.longitude > one.longitude && place.x <= x)).toEqual([]);
          expect(places.filter(([other, place]) => other.latitude > one.latitude && place.y >= y)).toEqual([]);
        }
      }),
    );
  });

  it('the scale bar matches the distance between two points', () => {
    const frame = frameOf([JAKARTA, BANDUNG], 600, 400);
    const [a, b] = [placeOf(JAKARTA, frame, ALL), placeOf(BANDUNG, frame, ALL)];
    const { meters, pixels } = scaleBar(frame, ALL);
    const measured = (Math.hypot(a.x - b.x, a.y - b.y) / pixels) * meters;
    expect(measured / metersBetween(JAKARTA, BANDUNG)).toBeCloseTo(1, 2);
    expect(String(meters)).toMatch(/^[125]0*$/);
    expect(pixels).toBeLessThanOrEqual(110);
  });

  it('a single branch is at the center of the map', () => {
    expect(placeOf(BANDUNG, frameOf([BANDUNG], 600, 400), ALL)).toEqual({ x: 300, y: 200 });
  });

  it('overlapping points share a mark, and every other point has its own', () => {
    assert(
      property(array(point, { maxLength: 60 }), integer({ min: 1, max: 64 }), (points, zoom) => {
        const frame = frameOf(points, 600, 400);
        const view = { zoom, center: null };
        const marks = marksOf(points, frame, view);
        const seen = points.filter(one => {
          const { x, y } = placeOf(one, frame, view);
          return x >= 0 && y >= 0 && x <= 600 && y <= 400;
        });
        expect(marks.flatMap(({ items }) => items).length).toBe(seen.length);
        for (const [at, mark] of marks.entries())
          for (const other of marks.slice(at + 1))
            expect(Math.hypot(mark.x - other.x, mark.y - other.y)).toBeGreaterThanOrEqual(26);
      }),
    );
  });

  it('zooming in on a mark eventually separates its points', () => {
    const near = { latitude: BANDUNG.latitude + 200, longitude: BANDUNG.longitude + 200 };
    const frame = frameOf([JAKARTA, BANDUNG, near], 600, 400);
    let view = ALL;
    for (let times = 0; times < 12 && marksOf([BANDUNG, near], frame, view).length < 2; times++)
      view = viewOf([BANDUNG, near], frame, view);
    expect(marksOf([BANDUNG, near], frame, view).length).toBe(2);
  });

  it('an arrow key moves to the nearest mark in its direction', () => {
    const [a, b, c, d] = [
      { x: 0, y: 0 },
      { x: 50, y: 5 },
      { x: 20, y: 80 },
      { x: 100, y: 0 },
    ] as const;
    const marks = [a, b, c, d];
    expect(nextMark(marks, a, 'ArrowRight')).toBe(b);
    expect(nextMark(marks, b, 'ArrowRight')).toBe(d);
    expect(nextMark(marks, a, 'ArrowDown')).toBe(b);
    expect(nextMark(marks, b, 'ArrowDown')).toBe(c);
    expect(nextMark(marks, a, 'ArrowLeft')).toBeNull();
  });
});
