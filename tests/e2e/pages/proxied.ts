import { FaultProxy } from '../../support/faultProxy.ts';
import { freePort } from '../../support/serverProcess.ts';
import { test as base } from '../fixtures.ts';

/** The product's fixtures, with a proxy between browser and server that injects faults and controls the network. */
export const test = base.extend<{ healed: undefined }, { faults: FaultProxy }>({
  faults: [
    async ({ server }, use) => {
      const proxy = new FaultProxy(await freePort(), server.options.port);
      await proxy.online();
      await use(proxy);
      await proxy.offline();
    },
    { scope: 'worker' },
  ],
  network: [({ faults }, use) => use(faults), { scope: 'worker' }],
  healed: [
    async ({ faults }, use) => {
      faults.heal();
      faults.asked.length = 0;
      await use(undefined);
    },
    { auto: true },
  ],
});
