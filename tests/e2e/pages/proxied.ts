import { FaultProxy } from '../../support/faultProxy.ts';
import { freePort } from '../../support/serverProcess.ts';
import { test as base } from '../fixtures.ts';

/** Like the product's fixtures, with a proxy between browser and server that can fail (its own port: another origin). */
export const test = base.extend<{ healed: undefined }, { faults: FaultProxy }>({
  faults: [
    async ({ server }, use) => {
      const proxy = new FaultProxy(await freePort(), server.options.port);
      await proxy.start();
      await use(proxy);
      await proxy.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ faults }, use) => use(faults.url),
  healed: [
    async ({ faults, server }, use) => {
      faults.heal();
      faults.asked.length = 0;
      if (server.pid === undefined) await server.start();
      await use(undefined);
    },
    { auto: true },
  ],
});
