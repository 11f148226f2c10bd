import { DurableDevice } from './browser/durableDevice.ts';
import { settle } from '../../src/sync/testing/fakeEnv.ts';
import { declaredWith, LOCATIONS, type Shape } from '../../src/sync/testing/shape.ts';
import { live } from './perform.ts';
import type { Step } from './steps.ts';
import { World } from './world.ts';

/** Turns of the event loop in which a database has done what it was asked. */
const TURNS = 12;
/** And those after which nothing that a process had started goes on. */
const AFTER = 1000;

/** Lets a history happen over outboxes in IndexedDB that the machine or the browser may lose, then peace. */
export async function brokenOverDisk(
  steps: readonly Step[],
  shape: Shape = LOCATIONS,
  device = new DurableDevice('strict', declaredWith(shape)),
): Promise<string[]> {
  const world = new World({}, device, TURNS, shape);
  await live(world, steps);
  for (const life of world.browser.lives) life.die();
  // What they had started comes to its end before another history's Cache Storage takes this one's place.
  await settle(AFTER);
  device.close();
  return [...world.broken];
}
