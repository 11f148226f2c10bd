import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { Relay } from './relay.ts';
import { freePort } from './serverProcess.ts';

const ends: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serve(answer: (asked: IncomingMessage, reply: ServerResponse) => void): Promise<number> {
  const port = await freePort();
  const server = createServer(answer).listen(port, 'localhost');
  await once(server, 'listening');
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return port;
}

it('the relay forwards requests while online, aborts open ones when going offline, refuses new ones while offline, and then reuses its port', async () => {
  const target = await serve((asked, reply) => {
    if (asked.url === '/stream') reply.writeHead(200).write('started');
    else reply.end('there');
  });
  const relay = new Relay(await freePort(), target);
  await relay.online();
  ends.push(() => relay.offline());
  const text = async () => (await fetch(relay.url)).text();
  expect(await text()).toBe('there');

  const stream = (await fetch(`${relay.url}/stream`)).text();
  await Promise.all([expect(stream).rejects.toThrow('terminated'), relay.offline()]);
  await expect(text()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });

  await relay.online();
  await relay.online();
  expect(await text()).toBe('there');
});

it('the relay closes a connection if its server does not exist', async () => {
  const relay = new Relay(await freePort(), await freePort());
  await relay.online();
  ends.push(() => relay.offline());
  await expect(fetch(relay.url)).rejects.toThrow('fetch failed');
});
