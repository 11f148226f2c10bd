import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  HOME_TILES,
  hasHoliday,
  holidaysAhead,
  movedTile,
  orderedTiles,
  readLayout,
  shownTiles,
  STANDARD_LAYOUT,
  withTile,
  type HomeTile,
} from './homeTiles.ts';

const every = new Set<HomeTile>(HOME_TILES);

it('tiles have a default order until a person rearranges them, and later ones stay by their neighbors', () => {
  expect(orderedTiles(STANDARD_LAYOUT)).toEqual(HOME_TILES);
  expect(orderedTiles({ order: ['activity', 'writes'], hidden: [] }).slice(0, 3)).toEqual([
    'activity',
    'writes',
    'imports',
  ]);
});

it('moving a tile changes its position among the visible tiles, skipping hidden and inaccessible ones', () => {
  const hidden = withTile(STANDARD_LAYOUT, 'imports', false);
  const shown = shownTiles(hidden, every);
  expect(shown).not.toContain('imports');
  const moved = movedTile(hidden, shown, 'recon', 0);
  expect(shownTiles(moved, every).slice(0, 2)).toEqual(['recon', 'writes']);
  expect(shownTiles(withTile(moved, 'imports', true), every).slice(0, 3)).toEqual(['recon', 'writes', 'imports']);
  expect(movedTile(hidden, shown, 'recon', shown.indexOf('recon'))).toBe(hidden);
});

it('moving tiles never loses or duplicates a tile', () => {
  const tile = fc.constantFrom(...HOME_TILES);
  fc.assert(
    fc.property(fc.array(fc.tuple(tile, fc.integer({ min: -3, max: 15 }), fc.boolean())), steps => {
      let layout = STANDARD_LAYOUT;
      for (const [one, to, isShown] of steps) {
        const shown = shownTiles(layout, every);
        layout = movedTile(layout, shown, one, to);
        const end = Math.min(shown.length - 1, Math.max(0, to));
        expect(shownTiles(layout, every).indexOf(one)).toBe(shown.includes(one) ? end : -1);
        layout = withTile(layout, one, isShown);
      }
      expect([...orderedTiles(layout)].toSorted()).toEqual([...HOME_TILES].toSorted());
      expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
    }),
  );
});

it('unknown parts of a stored Home layout are ignored', () => {
  for (const odd of [null, 3, 'x', [], { order: 'writes', hidden: [1, 'nowhere'] }])
    expect(readLayout(odd)).toEqual(STANDARD_LAYOUT);
  expect(readLayout({ order: ['rates', 'rates', 'gone'], hidden: ['coverage'] })).toEqual({
    order: ['rates'],
    hidden: ['coverage'],
  });
});

it('upcoming holidays are counted per day with their schedules, and each channel counts once per day', () => {
  const row = (channelId: number, serviceType: string, HolidaysSetting: string, country = 'ID', status = 0) => ({
    channelId,
    serviceType,
    country,
    status,
    WeekendsSetting: 'Sun',
    HolidaysSetting,
  });
  const rows = [
    row(1, 'FL', '2026-12-25, 2026-12-30'),
    row(1, 'LM', '2026-12-25'),
    row(2, 'LM', '2026-12-25'),
    row(3, 'LM', '2026-12-25', 'ID', 1),
  ];
  expect(holidaysAhead(rows, '2026-12-20', 10)).toEqual([
    { day: '2026-12-25', schedules: 3, channels: 2, inStates: 0 },
  ]);
  expect(holidaysAhead(rows, '2026-12-25', 6)).toHaveLength(2);
  // The calendar shows the schedules that are counted.
  expect(rows.map(own => hasHoliday(own, '2026-12-20', 10))).toEqual([true, true, true, false]);
  const malaysia = [row(7, 'LM', 'All: 2026-12-25; Johor: 2026-12-28', 'MY'), row(8, 'LM', 'Kedah: 2026-12-25', 'MY')];
  expect(holidaysAhead(malaysia, '2026-12-25', 14)).toEqual([
    { day: '2026-12-25', schedules: 2, channels: 1, inStates: 1 },
    { day: '2026-12-28', schedules: 1, channels: 0, inStates: 1 },
  ]);
});
