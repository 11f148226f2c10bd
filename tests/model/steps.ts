import * as fc from 'fast-check';
import { TURNED } from '../../src/sync/testing/shape.ts';
import { FATES } from './browser/answers.ts';

/**
 * Everything that can happen to a person, their browser, their network and the server; histories are generated from
 * these steps and shrunk.
 */

export const DECISIONS = ['retry', 'discard', 'mine', 'theirs', 'mixed', 'resend', 'undo', 'release', 'face'] as const;

const place = fc.integer({ min: 1, max: 3 });
const flag = fc.constantFrom(...TURNED);
const nth = fc.nat(4);
const on = fc.boolean();
const fates = fc.array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 4 });
const millis = fc.constantFrom(0, 900, 5000, 16_000, 70_000);
const awaits = fc.integer({ min: 0, max: 14 });

const kinds = {
  edit: [8, { nth, place, flag, on }],
  add: [3, { nth, place, on }],
  remove: [3, { nth, place }],
  colleague: [4, { place, flag, on }],
  colleagueRemoves: [2, { place }],
  colleagueAdds: [1, { place, on }],
  fates: [7, { fates }],
  server: [2, { up: on }],
  pass: [9, { millis }],
  crash: [4, { nth, awaits }],
  freeze: [3, { nth, awaits }],
  thaw: [3, { nth }],
  openTab: [3, { build: fc.nat(1), alone: on }],
  closeTab: [2, { nth }],
  decide: [4, { nth, entry: fc.nat(5), how: fc.constantFrom(...DECISIONS), flag }],
  takeBack: [2, { nth, entry: fc.nat(5) }],
  reassign: [1, { nth, entry: fc.nat(5), place }],
  burst: [1, { nth, flag }],
  longAway: [1, {}],
  look: [3, {}],
  sessionEnds: [1, {}],
  signIn: [2, { nth, person: fc.integer({ min: 1, max: 2 }) }],
  signOut: [1, { nth, discard: on }],
  rights: [1, { person: fc.integer({ min: 1, max: 2 }), on }],
  storage: [1, { person: fc.integer({ min: 1, max: 2 }), how: fc.constantFrom('full', 'broken', 'fine') }],
  clock: [1, { days: fc.integer({ min: -400, max: 400 }) }],
  // For records that the server numbers.
  create: [0, { nth, on }],
  follow: [0, { nth, record: fc.nat(5), flag, on, from: fc.constantFrom('drawn', 'shown', 'listed'), removes: on }],
  colleagueCreates: [0, { on }],
  colleagueFollows: [0, { record: fc.nat(5), flag, on }],
  loss: [0, { how: fc.constantFrom('powerCut', 'deleted') }],
} as const;

type Kinds = typeof kinds;
type Fields<K extends keyof Kinds> = {
  [F in keyof Kinds[K][1]]: Kinds[K][1][F] extends fc.Arbitrary<infer V> ? V : never;
};
export type Step = { [K in keyof Kinds]: { do: K } & Fields<K> }[keyof Kinds];

/** Relative frequencies of additional kinds of steps. */
export interface Often {
  /** The device loses data; only for devices with a disk. */
  losses?: number;
  /**
   * Records numbered by the server are created on two devices at once, followed by further writes; only for shapes with
   * a number.
   */
  numbered?: number;
}

const NUMBERED: readonly string[] = ['create', 'follow', 'colleagueCreates', 'colleagueFollows'];

const step = ({ losses = 0, numbered = 0 }: Often) =>
  fc.oneof(
    ...Object.entries(kinds).map(([name, [weight, fields]]) => ({
      weight: name === 'loss' ? losses : NUMBERED.includes(name) ? numbered : weight,
      arbitrary: fc.record({ do: fc.constant(name), ...fields }),
    })),
  ) as fc.Arbitrary<Step>;

/** Generates histories of up to `most` steps. */
export const histories = (most: number, often: Often = {}): fc.Arbitrary<Step[]> =>
  fc.array(step(often), { minLength: 1, maxLength: most, size: 'max' });

/** Relative frequency with which a shape's records are created without a number. */
export const numberedOften = ({ resource }: { resource: { numbered?: string } }): Pick<Often, 'numbered'> => ({
  numbered: resource.numbered === undefined ? 0 : 6,
});
