import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from './selfSigned.ts';

/** A push service on this machine, with subscribed browsers that decrypt messages as specified by RFC 8291 and 8292. */

export interface PushedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export class PushService {
  readonly #tls = selfSigned();
  readonly #server = createServer(this.#tls, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      this.got.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(this.status, this.answerHeaders).end();
    });
  });
  readonly got: PushedRequest[] = [];
  status = 201;
  answerHeaders: Record<string, string> = {};

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    // Makes all requests of this process trust the certificate.
    globalAgent.options.ca = this.#tls.cert;
  }

  get origin(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    delete globalAgent.options.ca;
    globalAgent.destroy();
    this.#server.close();
  }
}

/** A browser's subscription, with keys that only this browser has. */
export class PushReceiver {
  readonly #pair = createECDH('prime256v1');
  readonly #public = this.#pair.generateKeys();
  readonly #auth = randomBytes(16);

  constructor(readonly endpoint: string) {}

  get subscription(): { endpoint: string; p256dh: string; auth: string } {
    return {
      endpoint: this.endpoint,
      p256dh: this.#public.toString('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  /**
   * Decrypts a message.
   * @throws Error if it is meant for another browser
   */
  read(body: Buffer): unknown {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + (body[20] ?? 0));
    const sealed = body.subarray(21 + sender.length);
    const derive = (secret: Uint8Array, own: Uint8Array, info: Buffer | string, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, own, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#public, sender]);
    const material = derive(this.#pair.computeSecret(sender), this.#auth, info, 32);
    const key = derive(material, salt, 'Content-Encoding: aes128gcm\0', 16);
    const decipher = createDecipheriv('aes-128-gcm', key, derive(material, salt, 'Content-Encoding: nonce\0', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // Everything after the delimiter of the last record is padding.
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
  }
}

/** The contents of a request's VAPID token, after verifying its signature with the enclosed key. */
export function vapidOf({ authorization = '' }: IncomingHttpHeaders): { key: string; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' });
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!good) throw new Error('The signature is not of this key.');
  return { key, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown> };
}
