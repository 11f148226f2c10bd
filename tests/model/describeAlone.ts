import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { LoosePages, MirrorPages } from '../../src/sync/testing/aloneMirror.ts';
import { AloneWorld, PLACES, TABS, type Step } from '../../src/sync/testing/aloneWorld.ts';
import { mirrors } from '../../src/sync/testing/mirrors.ts';
import { TURNED, type Shape, type Turned } from '../../src/sync/testing/shape.ts';

const tab = fc.constantFrom(...TABS);
const place = fc.constantFrom(...PLACES);
const flag = fc.constantFrom(...TURNED);
const nth = fc.nat(5);
const on = fc.boolean();

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('edit' as const),
        tab,
        place,
        flag,
        by: fc.integer({ min: 1, max: 2 }),
        asOpened: on,
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), tab, place, flag }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), tab, place, asOpened: on }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('takeBack' as const), nth }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('look' as const), tab }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('list' as const), tab }) },
    { weight: 9, arbitrary: fc.record({ do: fc.constant('take' as const), nth }) },
    { weight: 18, arbitrary: fc.record({ do: fc.constant('move' as const), nth }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('lose' as const), nth, late: on }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('newSender' as const) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('feed' as const), changes: fc.integer({ min: 1, max: 3 }) }) },
  ),
  { minLength: 1, maxLength: 40, size: 'max' },
);

const edit = (flag: Turned, asOpened = false): Step => ({
  do: 'edit',
  tab: 0,
  place: 1,
  flag,
  by: 1,
  asOpened,
});
const remove = (asOpened = false): Step => ({ do: 'remove', tab: 0, place: 1, asOpened });
const add: Step = { do: 'add', tab: 0, place: 1, flag: 'canDeliver' };
const takeBack = (nth: number): Step => ({ do: 'takeBack', nth });
const look: Step = { do: 'look', tab: 0 };
const list: Step = { do: 'list', tab: 0 };
const take: Step = { do: 'take', nth: 0 };
const move: Step = { do: 'move', nth: 0 };
const through: Step[] = [take, move, move, move];

const FOUND: readonly [string, Step[]][] = [
  [
    'a row that is deleted and added again stays visible when the deletion takes effect',
    [remove(), ...through, takeBack(0)],
  ],
  [
    'an edit based on an old row follows a pending edit by the same person',
    [edit('canCODPickup'), ...through, edit('canDeliver'), edit('canCODPickup', true)],
  ],
  [
    'an edit that was removed from the queue is not sent with the next one',
    [edit('canCODPickup'), look, takeBack(0), edit('canDeliver', true)],
  ],
  [
    'a deletion was based on an edit that has since been undone',
    [edit('canDeliver'), look, takeBack(0), edit('canCOD'), remove(true)],
  ],
  [
    'an edit was based on a record that the person has since deleted and recreated',
    [look, remove(), ...through, add, ...through, edit('canCOD', true)],
  ],
  [
    'an undo follows another edit of the same field',
    [edit('canDeliver'), ...through, edit('canDeliver'), ...through, takeBack(0)],
  ],
  ['a creation follows three deletions of one record', [remove(), remove(), remove(), list, add]],
  [
    'undoing a write without effect follows other writes',
    [remove(), remove(), take, move, move, takeBack(0), move, take, takeBack(1)],
  ],
  [
    'an edit follows a deletion that is undone together with the preceding edit',
    [edit('canCODPickup'), edit('canDeliver'), remove(), edit('canCODPickup'), takeBack(0), takeBack(2), remove()],
  ],
  [
    'a deletion based on an old row follows one that is undone',
    [edit('canDeliver'), edit('canCODPickup'), remove(), remove(true), ...through, takeBack(2)],
  ],
];

const RUNS = { loose: 1000, mirror: 30 };
const runs = (usual: number) => Number(process.env['RUNS'] ?? usual);
const seed = Number(process.env['SEED'] ?? 1);

/**
 * Describes what a person working alone in one to three tabs may encounter with records of a shape: no conflicts (OB8,
 * MR1).
 */
export function describeAlone(shape: Shape): void {
  const { resource } = shape;
  describe(`property: a person working alone with ${resource.collection} in one to three tabs (OB8, MR1)`, () => {
    const mirror = mirrors(9200, afterEach);

    it.each(FOUND)('regression: %s', async (_, history) => {
      const world = new AloneWorld(new LoosePages(), shape);
      await world.live(history);
      const db = await mirror();
      const mirrored = new AloneWorld(new MirrorPages(db, resource), shape);
      await mirrored.live(history);
      expect([...world.faults, ...mirrored.faults]).toEqual([]);
    });

    it('a person working alone gets no conflicts and sees each of their writes immediately, in tabs without a mirror', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async history => {
          const world = new AloneWorld(new LoosePages(), shape);
          await world.live(history);
          expect(world.faults).toEqual([]);
        }),
        { numRuns: runs(RUNS.loose), seed },
      );
    });

    it('a person working alone gets no conflicts when responses, feed and lists arrive in the mirror', async () => {
      const db = await mirror();
      await fc.assert(
        fc.asyncProperty(steps, async history => {
          await Promise.all(db.tables.map(table => table.clear()));
          const world = new AloneWorld(new MirrorPages(db, resource), shape);
          await world.live(history);
          expect(world.faults).toEqual([]);
        }),
        { numRuns: runs(RUNS.mirror), seed },
      );
    });
  });
}
