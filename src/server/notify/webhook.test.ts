import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPrivate } from './guardedPost.ts';
import { newSecret, sendWebhook, signatures } from './webhook.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('signing a webhook', () => {
  it('a webhook’s signature follows Standard Webhooks', () => {
    expect(signatures([SECRET], 'msg_1', 1_614_265_330, '{"test": 2432232314}')).toBe(
      'v1,9o7UeFkn1GjVbcY4emAJruJCYqgH2EIf8u/slvVRBZI=',
    );
  });

  it('another implementation can verify the signature with either secret while the secret is being rotated', () => {
    const at = Math.floor(Date.now() / 1000);
    const [next, former] = [newSecret(), newSecret()];
    const header = signatures([next, former], 'msg_7', at, '{"a":1}');
    const headers = { 'webhook-id': 'msg_7', 'webhook-timestamp': String(at), 'webhook-signature': header };
    for (const secret of [next, former]) expect(new Webhook(secret).verify('{"a":1}', headers)).toEqual({ a: 1 });
    expect(() => new Webhook(newSecret()).verify('{"a":1}', headers)).toThrow(/No matching signature/);
  });
});

it.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['::1', true],
  ['::', true],
  ['fe80::1', true],
  ['fd00::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['::ffff:8.8.8.8', false],
  ['8.8.8.8', false],
  ['2606:4700::1111', false],
  ['::7f00:1', true],
  ['fec0::1', true],
  ['not an address', true],
])('isPrivate("%s") is %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected);
});

describe('sending a webhook to an address', () => {
  let server: Server;
  let status = 200;
  const got: { headers: IncomingMessage['headers']; body: string }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        got.push({ headers: request.headers, body });
        response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('x'.repeat(100));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());
  const url = (host = '127.0.0.1'): string => `http://${host}:${(server.address() as AddressInfo).port}/hook`;
  const send = (to: string, allowed: readonly string[] = []) =>
    sendWebhook({ url: to, secrets: [SECRET], id: 'msg_1', at: 7, body: '{"a":1}' }, new Set(allowed));

  it('a host that is listed receives the signed webhook', async () => {
    expect(await send(url(), ['127.0.0.1'])).toEqual({ kind: 'ok', text: 'HTTP 200' });
    expect(got.at(-1)?.body).toBe('{"a":1}');
    expect(got.at(-1)?.headers['webhook-signature']).toBe(signatures([SECRET], 'msg_1', 7, '{"a":1}'));
  });

  it('an unlisted internal address never receives a webhook, whether given as an IP address or a name', async () => {
    const before = got.length;
    expect(await send(url())).toMatchObject({ kind: 'failed', text: expect.stringContaining('private network') });
    expect(await send(url('localhost'))).toMatchObject({
      kind: 'failed',
      text: expect.stringContaining('private network'),
    });
    expect(await send(url('[::ffff:127.0.0.1]'))).toMatchObject({ kind: 'failed' });
    expect(got).toHaveLength(before);
  });

  it.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:0:7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:a00:1::]/',
    'http://[2001:0:a00:1::]/',
    'http://[100::1]/',
    'http://192.88.99.1/',
  ])('%s is an internal address in another notation, and never receives a webhook', async to => {
    expect(await send(to)).toMatchObject({ kind: 'failed', text: expect.stringContaining('private network') });
  });

  it('a zone does not make an internal address public', () => {
    expect([isPrivate('fe80::1%eth0'), isPrivate('fe80::1%2'), isPrivate('2606:4700::1111')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('the receiver’s response is reported, and redirects are not followed', async () => {
    for (const [code, outcome] of [
      [410, { kind: 'gone' }],
      [500, { kind: 'failed', text: 'HTTP 500' }],
      [302, { kind: 'failed', text: 'HTTP 302: redirects are not followed' }],
    ] as const) {
      status = code;
      expect(await send(url(), ['127.0.0.1'])).toMatchObject(outcome);
    }
    expect(await send('http://127.0.0.1:1/', ['127.0.0.1'])).toEqual({
      kind: 'failed',
      text: '127.0.0.1:1 refuses connections. Check whether the receiver is running.',
    });
  });
});
