import { DurableDevice } from './browser/durableDevice.ts';
import { settle } from '../../src/sync/testing/fakeEnv.ts';
import { declaredWith, LOCATIONS, type Shape } from '../../src/sync/testing/shape.ts';
import { live } from './perform.ts';
import type { Step } from './steps.ts';
import { World } from './world.ts';

/** Number of event loop turns in which a database finishes all requests. */
const TURNS = 12;
/** Number of turns after which nothing that a process started is still running. */
const AFTER = 1000;

/** Runs a history with outboxes in IndexedDB that the machine or the browser may lose, followed by a calm phase. */
export async function brokenOverDisk(
  steps: readonly Step[],
  shape: Shape = LOCATIONS,
  device = new DurableDevice('strict', declaredWith(shape)),
): Promise<string[]> {
  const world = new World({}, device, TURNS, shape);
  await live(world, steps);
  for (const life of world.browser.lives) life.die();
  // Work in progress finishes before another history's Cache Storage replaces the current one.
  await settle(AFTER);
  device.close();
  return [...world.broken];
}
