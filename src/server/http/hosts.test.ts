import { afterEach, describe, expect, it } from 'vitest';
import { createWorld, emailOf, PASSWORD, type World } from '../../../tests/support/serverFixture.ts';
import type { Config } from '../config.ts';
import { hostCheck } from './hosts.ts';

describe('the hosts that a request may have', () => {
  it('only the host of OPS_BASE_URL is allowed', () => {
    const own = hostCheck({ baseUrl: 'https://ops.example', demo: false });
    for (const host of ['ops.example', 'OPS.example', 'ops.example:443'])
      expect([host, own(host)]).toEqual([host, true]);
    for (const host of [
      'evil.example',
      'ops.example:80',
      'ops.example.evil',
      'localhost',
      '127.0.0.1',
      '',
      undefined,
    ]) {
      expect([host, own(host)]).toEqual([host, false]);
    }
    const withPort = hostCheck({ baseUrl: 'http://[::1]:8080', demo: true });
    expect([withPort('[::1]:8080'), withPort('[::1]'), withPort('localhost:8080')]).toEqual([true, false, false]);
  });

  it('a demo permits local host names with any port', () => {
    const own = hostCheck({ baseUrl: undefined, demo: true });
    const local = [
      'localhost',
      'localhost:8080',
      '127.0.0.1:18205',
      '[::1]:1',
      '10.1.2.3',
      'ops',
      'ops:80',
      'a.localhost',
    ];
    for (const host of local) expect([host, own(host)]).toEqual([host, true]);
    const foreign = [
      'evil.example',
      'evil.example:8080',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'localhost@evil',
    ];
    for (const host of [...foreign, 'localhost:8080:1', '[evil]', 'a b', ''])
      expect([host, own(host)]).toEqual([host, false]);
  });

  it('any host is permitted if the server is not a demo and OPS_BASE_URL is not set', () => {
    expect(hostCheck({ baseUrl: undefined })('anything.example')).toBe(true);
  });
});

describe('the hosts that a server accepts', () => {
  let world: World;
  afterEach(() => world.close());

  const start = async (part: Partial<Config>): Promise<void> => {
    const config = {
      clientDir: undefined,
      baseUrl: undefined,
      secure: false,
      trustProxy: false,
      tracker: true,
      ...part,
    };
    world = await createWorld('embedded', { config });
  };
  const signIn = (headers: Record<string, string>, password = PASSWORD) =>
    world.anonymous.call('/login', { body: { email: emailOf('id.editor'), password }, headers });

  it('the server refuses pages and calls for a foreign host, both in a demo and with OPS_BASE_URL', async () => {
    await start({ demo: true });
    const evil = { host: 'evil.example:18205', origin: 'http://evil.example:18205' };
    const refused = await signIn(evil);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('OPS_BASE_URL')]);
    for (const url of ['/', '/api/docs/json', '/api/v2/ops/session']) {
      expect((await world.app.inject({ url, headers: evil })).statusCode).toBe(403);
    }
    expect((await signIn({ host: 'localhost:1', origin: 'http://localhost:1' })).status).toBe(200);
    await world.close();
    await start({ baseUrl: 'https://ops.example' });
    expect((await signIn({ host: 'localhost' })).status).toBe(403);
    expect((await signIn({ host: 'ops.example', origin: 'https://ops.example' })).status).toBe(200);
    // A health check only knows the address.
    expect((await world.anonymous.call('/v2/ops/version', { headers: { host: '10.0.0.9:8080' } })).status).toBe(200);
  });

  it('the server trusts only the part of X-Forwarded-For written by its own proxies (S10)', async () => {
    await start({ trustProxy: 1 });
    const statuses: number[] = [];
    for (let time = 0; time < 11; time++) {
      statuses.push((await signIn({ 'x-forwarded-for': `9.9.9.${time}, 10.0.0.1` }, 'wrong')).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await signIn({ 'x-forwarded-for': '10.0.0.1, 10.0.0.2' })).status).toBe(200);
    await world.close();
    await start({ trustProxy: ['127.0.0.1', '10.0.0.1'] });
    const byAddress: number[] = [];
    for (let time = 0; time < 11; time++) {
      byAddress.push((await signIn({ 'x-forwarded-for': `9.9.9.${time}, 7.7.7.7, 10.0.0.1` }, 'wrong')).status);
    }
    expect(byAddress).toEqual([...Array<number>(10).fill(401), 429]);
  }, 120_000);
});
