import { feedReads, MirrorDevice, truthOf } from './browser/mirrorDevice.ts';
import type { ModelServer } from '../../src/sync/testing/modelServer.ts';
import { live } from './perform.ts';
import type { Step } from './steps.ts';
import { World } from './world.ts';

/**
 * Runs a history over a mirror in IndexedDB, at the end of which the mirror must equal the server's data (MR1, MR2).
 */
export async function brokenWithMirror(steps: readonly Step[]): Promise<string[]> {
  const device = new MirrorDevice();
  const world = new World({}, device, 12);
  const model = world.backend.model as unknown as ModelServer;
  world.backend.reads = feedReads(model);
  await live(world, steps, () => device.look(1));
  const last = world.browser.tabs.at(-1)?.seat?.userId ?? 1;
  await device.look(last);
  await world.pass(60_000);
  const cached = JSON.stringify(await device.rows(last));
  // Processes left running would interfere with later histories.
  for (const life of world.browser.lives) life.die();
  const truth = JSON.stringify(truthOf(model));
  return [...world.broken, ...(cached === truth ? [] : [`MR2: the mirror has ${cached}, the server ${truth}`])];
}
