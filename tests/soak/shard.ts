import * as fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenOverDisk } from '../model/durableHistory.ts';
import { brokenBy } from '../model/perform.ts';
import { histories, numberedOften, type Step } from '../model/steps.ts';
import type { Shape } from '../../src/sync/testing/shape.ts';
import { SHAPES } from './shapes.ts';

export interface Report {
  runs: number;
  failures: number;
  /** Seed of the current round. */
  seed: number;
}

export interface SoakOptions {
  /** End time in epoch milliseconds. */
  until: number;
  /** Folder for failing histories. */
  out: string;
  /** Seed of round 0, from which later rounds count up; null uses a new one for each round. */
  seed: number | null;
  /** The first round of this process, which runs `ROUNDS` of them. */
  from: number;
  /** One of `WORLDS`, or "both". */
  world: string;
  /** One of `SHAPES`, or "all". */
  shape: string;
  report: (report: Report) => void;
}

/** Number of histories per round; small, so that shrinking a failure starts soon. */
const ROUND = 200;
/**
 * Number of rounds per process: each world and shape in turn, twice. When a history's tabs die, their subscriptions
 * remain, as in a browser whose process is killed, so a process leaks a quarter of a megabyte per history.
 */
export const ROUNDS = 12;
/** Number of steps per history; more than in `npm test`. */
const STEPS = 60;

type World = (steps: readonly Step[], shape: Shape) => Promise<string[]>;

/**
 * quick: outboxes in memory. durable: the product's own outboxes in IndexedDB, with a disk and a browser that may lose
 * data.
 */
const WORLDS: Readonly<Record<string, World>> = {
  quick: (steps, shape) => brokenBy(steps, {}, shape),
  durable: (steps, shape) => brokenOverDisk(steps, shape),
};
/** Relative frequency of such losses among the steps. */
const LOSSES = 3;

/** Runs the rounds of one process, or fewer if time runs out, in each world with each shape in turn. */
export async function soak({ until, out, seed, from, world, shape, report }: SoakOptions): Promise<void> {
  const names = Object.keys(WORLDS).filter(name => world === 'both' || world === name);
  if (names.length === 0) throw new Error(`--world must be both or one of ${Object.keys(WORLDS).join(', ')}`);
  const shapes = Object.keys(SHAPES).filter(name => shape === 'all' || shape === name);
  if (shapes.length === 0) throw new Error(`--shape must be all or one of ${Object.keys(SHAPES).join(', ')}`);
  const sum: Report = { runs: 0, failures: 0, seed: 0 };
  for (let round = from; round < from + ROUNDS && Date.now() < until; round++) {
    const name = names[round % names.length] as string;
    const shapeName = shapes[Math.floor(round / names.length) % shapes.length] as string;
    const records = SHAPES[shapeName] as Shape;
    sum.seed = seed === null ? randomInt(2 ** 31) : seed + round;
    report(sum);
    const often = { losses: name === 'durable' ? LOSSES : 0, ...numberedOften(records) };
    const property = fc.asyncProperty(histories(STEPS, often), async steps => {
      const broken = await (WORLDS[name] as World)(steps, records);
      if (broken.length > 0) throw new Error(broken.join('\n'));
    });
    const result = await fc.check(property, {
      seed: sum.seed,
      numRuns: name === 'durable' ? ROUND / 10 : ROUND,
      interruptAfterTimeLimit: Math.max(1, until - Date.now()),
      endOnFailure: false,
    });
    sum.runs += result.numRuns;
    if (!result.failed || result.counterexample === null) continue;
    sum.failures += 1;
    const words = (result.errorInstance as Error | null)?.message ?? '';
    const found = {
      world: name,
      shape: shapeName,
      seed: sum.seed,
      path: result.counterexamplePath,
      words,
      steps: result.counterexample[0],
    };
    writeFileSync(join(out, `${name}-${shapeName}-${sum.seed}.json`), `${JSON.stringify(found, null, 1)}\n`);
    console.log(
      `FAILED ${name} with ${shapeName}, seed ${sum.seed}, path ${result.counterexamplePath}: ${words}\n${JSON.stringify(found.steps)}`,
    );
  }
  report(sum);
}
