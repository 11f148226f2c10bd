import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from './serverProcess.ts';

/**
 * Receives the ids of confirmed writes directly from the tabs, without the browser's debugging tools, which would not
 * survive a kill.
 */
export async function onAcknowledged(): Promise<{ url: string; acknowledged: Set<string>; close(): void }> {
  const acknowledged = new Set<string>();
  const server = createServer((asked, answer) => {
    acknowledged.add((asked.url ?? '').slice(1));
    answer.end();
  }).listen(await freePort());
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    acknowledged,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
