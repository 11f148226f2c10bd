import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from './serverProcess.ts';

/** Hears which writes the tabs were told are kept, past the browser's tools: they do not survive its killing either. */
export async function onAcknowledged(): Promise<{ url: string; heard: Set<string>; close(): void }> {
  const heard = new Set<string>();
  const server = createServer((asked, answer) => {
    heard.add((asked.url ?? '').slice(1));
    answer.end();
  }).listen(await freePort());
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    heard,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
