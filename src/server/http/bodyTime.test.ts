import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import type { Database } from '../db/open.ts';
import { openTestDatabase } from '../../../tests/support/testDatabase.ts';

const BODY_MILLIS = 400;

describe('requests that do not arrive completely', () => {
  let database: Database;
  let app: Awaited<ReturnType<typeof buildApp>>;
  let port: number;
  const lines: { level: number; msg: string; err?: unknown }[] = [];

  beforeAll(async () => {
    database = await openTestDatabase('embedded', 'seeded');
    app = await buildApp({
      config: { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: false, tracker: false },
      database,
      bodyMillis: BODY_MILLIS,
      logger: { level: 'debug', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as { port: number }).port;
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const half = async (path: string, type = 'application/json'): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n{"email":`,
    );
    return socket;
  };
  const connections = () =>
    new Promise<number>(resolve => app.server.getConnections((_error, count) => resolve(count)));

  it.each(['/login', '/channelLocationService/add', '/v2/ops/writes', '/nothing'])(
    'an incomplete request gets an error reply, and its socket is closed in time: %s',
    async path => {
      const socket = await half(path);
      let text = '';
      socket.on('data', bytes => (text += String(bytes)));
      const begun = performance.now();
      await once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
      expect(performance.now() - begun).toBeLessThan(8_000);
      expect(text).toMatch(path === '/nothing' ? /^(HTTP|$)/ : /^HTTP\/1\.1 408 .*"retcode":408/s);
      expect(await connections()).toBe(0);
    },
  );

  it('a client that disconnects in the middle of a request does not cause a server error', async () => {
    lines.length = 0;
    for (const path of ['/login', '/channelLocationService/add']) {
      const socket = await half(path);
      await pause(50);
      socket.destroy();
      await once(socket, 'close');
    }
    await pause(200);
    expect(lines.filter(({ level, err }) => level >= 40 || err !== undefined)).toEqual([]);
    expect(lines.map(({ msg }) => msg)).toContain('The caller disconnected before the whole request had arrived');
    expect(await connections()).toBe(0);
  });

  it.each([
    ['headers that are too long', `GET /api/health?a=${'b'.repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ['data that is not HTTP', 'HELLO\r\n\r\n', 400],
  ])('an invalid request gets the same envelope as any other refused request: %s', async (_, sent, status) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', bytes => (text += String(bytes))).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(sent);
    if (!socket.closed) await once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({ retcode: status, data: null });
  });

  it('headers and uploads have their own time limits, and long-lived responses have none', () => {
    const { server } = app;
    expect([server.headersTimeout, server.requestTimeout, server.timeout]).toEqual([20_000, 900_000, 0]);
  });
});
