import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A self-signed certificate for 127.0.0.1 (X.509 in DER), for test servers that require https. */

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const time = (at: Date): Buffer => der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
const pem = (what: string, data: Buffer): string =>
  `-----BEGIN ${what}-----\n${(data.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${what}-----\n`;

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const DAY = 24 * 3600 * 1000;

export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('127.0.0.1')))));
  const yes = der(0x01, Buffer.from([255]));
  // The certificate may sign certificates (including itself), and is valid for this IP address.
  const limits = sequence(oid('551d13'), yes, der(0x04, sequence(yes)));
  const addresses = sequence(oid('551d11'), der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1])))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    sequence(time(new Date(Date.now() - DAY)), time(new Date(Date.now() + DAY))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(limits, addresses)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: pem('CERTIFICATE', sequence(content, ECDSA_SHA256, signature)),
  };
}
