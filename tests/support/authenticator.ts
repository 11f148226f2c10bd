import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/**
 * A software authenticator with a single passkey (ES256, no attestation), which it creates and signs with as specified
 * by WebAuthn.
 */

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** Encodes the data types that an authenticator needs as CBOR: integers, strings, bytes, and maps in key order. */
function cbor(value: number | string | Buffer | readonly (readonly [number | string, unknown])[]): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.length), ...value.flatMap(([key, own]) => [cbor(key), cbor(own as never)])]);
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

export class SoftAuthenticator {
  readonly #key: KeyObject;
  readonly #cose: Buffer;
  readonly id = randomBytes(32);
  counter = 0;

  constructor(readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#cose = cbor([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
  }

  #data(withKey: boolean): Buffer {
    this.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = PRESENT | VERIFIED | (withKey ? HAS_KEY : 0);
    const own = [sha256(new URL(this.origin).hostname), Buffer.from([flags]), counter];
    if (withKey) own.push(Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, this.#cose);
    return Buffer.concat(own);
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #answer(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  /** Responds to the options of a registration; both are JSON strings. */
  register(options: string): string {
    const { challenge } = JSON.parse(options) as { challenge: string };
    const attestation = cbor([
      ['fmt', 'none'],
      ['attStmt', []],
      ['authData', this.#data(true)],
    ]);
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['usb'],
    });
  }

  /** Responds to the options of a sign-in; both are JSON strings. */
  use(options: string): string {
    const { challenge } = JSON.parse(options) as { challenge: string };
    const data = this.#data(false);
    const client = this.#client('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#key);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }
}
