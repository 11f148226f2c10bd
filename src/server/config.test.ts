import { createECDH } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'ops-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('reading the configuration', () => {
  it('the defaults are suitable for a laptop: embedded database, demo data, reachable only from this machine', () => {
    expect(readConfig({}, folder)).toEqual({
      port: 8080,
      host: 'localhost',
      dataDir: join(folder, 'data'),
      files: { folder: join(folder, 'data', 'files') },
      databaseUrl: undefined,
      databaseConnections: 10,
      demo: true,
      demoScale: 'full',
      clientDir: undefined,
      keptDir: join(folder, 'data', 'console'),
      subAppsDir: join(folder, 'data', 'sub-applications'),
      smtpUrl: undefined,
      mailFrom: 'Ops Portal <ops-portal@localhost>',
      webhookHosts: [],
      push: undefined,
      metricsToken: undefined,
      oidc: undefined,
      productService: undefined,
      baseUrl: undefined,
      secure: false,
      trustProxy: false,
      tracker: true,
      importDays: 365,
      logDays: 0,
      backupsDir: join(folder, 'data', 'backups'),
      holidayPage: 'https://admin.holiday.{suffix}',
      yearReports: false,
      logRequests: false,
      traces: undefined,
    });
  });

  it('PostgreSQL turns off the demo and opens all network interfaces, and https makes cookies secure', () => {
    const env = {
      DATABASE_URL: 'postgres://u:p@db/x',
      OPS_BASE_URL: 'https://ops.example/',
      OPS_TRUST_PROXY: '10.0.0.1',
    };
    expect(readConfig(env, folder)).toMatchObject({
      demo: false,
      host: '::',
      secure: true,
      baseUrl: 'https://ops.example',
      trustProxy: ['10.0.0.1'],
    });
  });

  it('matching Web Push keys are accepted, and the error names a missing key', () => {
    const [first, second] = [0, 1].map(() => {
      const { publicKey, privateKey } = webPush.generateVAPIDKeys();
      return { OPS_PUSH_PUBLIC_KEY: publicKey, OPS_PUSH_PRIVATE_KEY: privateKey };
    });
    const subject = 'mailto:ops@example.com';
    const push = (env: object) => readConfig({ OPS_PUSH_SUBJECT: subject, ...env }, folder).push;
    expect(push({ ...first })).toEqual({
      publicKey: first?.OPS_PUSH_PUBLIC_KEY,
      privateKey: first?.OPS_PUSH_PRIVATE_KEY,
      subject,
    });
    expect(() => push({ OPS_PUSH_PUBLIC_KEY: first?.OPS_PUSH_PUBLIC_KEY })).toThrow('OPS_PUSH_PRIVATE_KEY must be set');
    const mixed = { ...first, OPS_PUSH_PRIVATE_KEY: second?.OPS_PUSH_PRIVATE_KEY };
    expect(() => push(mixed)).toThrow('must be two keys that were created together');
    expect(() => push(mixed)).not.toThrow(second?.OPS_PUSH_PRIVATE_KEY);
    expect(() => push({ ...first, OPS_PUSH_SUBJECT: 'ops' })).toThrow('OPS_PUSH_SUBJECT is "ops"');
  });

  it('Web Push keys are brought into the form that signing requires, whichever way they are written', () => {
    const pair = createECDH('prime256v1');
    // This key begins with two zero bytes, which OpenSSL does not write.
    pair.setPrivateKey(Buffer.alloc(30, 201));
    const [point, short] = [pair.getPublicKey(), pair.getPrivateKey()];
    expect(short).toHaveLength(30);
    const full = Buffer.concat([Buffer.alloc(2), short]);
    const expected = { publicKey: point.toString('base64url'), privateKey: full.toString('base64url') };
    for (const publicKey of [
      point.toString('base64url'),
      point.toString('base64'),
      pair.getPublicKey('base64url', 'compressed'),
    ]) {
      for (const privateKey of [short.toString('base64url'), full.toString('base64url'), full.toString('base64')]) {
        const env = {
          OPS_PUSH_PUBLIC_KEY: publicKey,
          OPS_PUSH_PRIVATE_KEY: privateKey,
          OPS_PUSH_SUBJECT: 'mailto:ops@example.com',
        };
        const { push } = readConfig(env, folder);
        expect(push).toMatchObject(expected);
        expect(() =>
          webPush.getVapidHeaders(
            'https://push.example',
            'mailto:ops@example.com',
            push?.publicKey ?? '',
            push?.privateKey ?? '',
            'aes128gcm',
          ),
        ).not.toThrow();
      }
    }
  });

  it('an identity provider on another machine must use https, and the error names all missing settings', () => {
    const own = (more: object) =>
      readConfig({ OPS_OIDC_ISSUER: 'https://id.example', OPS_OIDC_CLIENT_ID: 'ops', ...more }, folder).oidc;
    expect(own({})).toEqual({
      issuer: 'https://id.example/',
      clientId: 'ops',
      clientSecret: undefined,
      name: 'your organization',
      scopes: 'openid email profile',
      groupsClaim: 'groups',
    });
    expect(own({ OPS_OIDC_ISSUER: 'http://127.0.0.1:9000', OPS_OIDC_NAME: 'Example' })).toMatchObject({
      name: 'Example',
    });
    expect(() => own({ OPS_OIDC_ISSUER: 'http://id.example' })).toThrow('OPS_OIDC_ISSUER must be');
    expect(() => own({ OPS_OIDC_CLIENT_ID: '' })).toThrow('OPS_OIDC_CLIENT_ID must be set');
    expect(() => own({ OPS_OIDC_ISSUER: '' })).toThrow('OPS_OIDC_ISSUER must be set');
    expect(() => own({ OPS_OIDC_SCOPES: 'email' })).toThrow('openid');
  });

  it('proxies are trusted by number of hops or by address, but never without restriction', () => {
    const trusted = (text: string) => readConfig({ OPS_TRUST_PROXY: text }, folder).trustProxy;
    expect(['', '0', 'off', '1', '2'].map(trusted)).toEqual([false, false, false, 1, 2]);
    const addresses = ['10.0.0.1', '10.1.0.0/16', 'fd00::/8', '::1', 'loopback'];
    expect(trusted(addresses.join(', '))).toEqual(addresses);
    for (const wrong of ['true', 'on', 'yes', 'all', '*', '-1', '1.5', '11', '10.0.0.0/33', '10.0.0.1,proxy', ',']) {
      expect(() => trusted(wrong)).toThrow(`OPS_TRUST_PROXY is "${wrong}", but it must be the number of proxies`);
    }
  });

  it('the URL of the holiday page must end with the country suffix (G69)', () => {
    const own = 'https://holidays.example/{suffix}';
    expect(readConfig({ OPS_HOLIDAY_PAGE: own }, folder).holidayPage).toBe(own);
    for (const wrong of ['https://holidays.example', 'javascript:{suffix}', '{suffix}', 'https://{suffix}/page'])
      expect(() => readConfig({ OPS_HOLIDAY_PAGE: wrong }, folder)).toThrow(`OPS_HOLIDAY_PAGE is "${wrong}"`);
  });

  it('requests are logged only if the configuration enables it', () => {
    expect(readConfig({ OPS_LOG: '1' }, folder).logRequests).toBe(true);
    expect(readConfig({ OPS_LOG: '0' }, folder).logRequests).toBe(false);
    expect(() => readConfig({ OPS_LOG: 'loud' }, folder)).toThrow('OPS_LOG is "loud"');
  });

  it('the configuration determines whether files are stored in a folder or in a bucket', () => {
    expect(readConfig({ OPS_FILES: 'kept' }, folder).files).toEqual({ folder: join(folder, 'kept') });
    const env = { OPS_FILES: 's3://ops-files', OPS_S3_ENDPOINT: 'http://store.example:9000/', OPS_S3_REGION: 'ap-1' };
    expect(readConfig(env, folder).files).toEqual({
      s3: { bucket: 'ops-files', endpoint: 'http://store.example:9000', region: 'ap-1' },
    });
  });

  it.each([
    [
      { OPS_FILES: 's3://no_bucket/at all' },
      'OPS_FILES is "s3://no_bucket/at all", but it must be a folder, or a bucket as in s3://my-bucket.',
    ],
    [{ PORT: '99999' }, 'PORT is "99999", but it must be a whole number from 0 to 65535.'],
    [{ OPS_DEMO: 'maybe' }, 'OPS_DEMO is "maybe", but it must be 1 (on) or 0 (off).'],
    [{ OPS_BASE_URL: 'ops.example' }, 'OPS_BASE_URL must be an address that starts with http:// or https://.'],
    [
      { OPS_CLIENT_DIR: 'nowhere' },
      `OPS_CLIENT_DIR is "nowhere", but there is no index.html in ${join(folder, 'nowhere')}.`,
    ],
    [{ OPS_DEMO_SCALE: 'huge' }, 'OPS_DEMO_SCALE is "huge", but it must be full or small.'],
  ])('the configuration %j is refused with a reason', (env, message) => {
    expect(() => readConfig(env, folder)).toThrow(message);
  });

  it('an error does not repeat the database URL, which contains a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:secret@db/x' }, folder)).toThrow(/^(?!.*secret).*DATABASE_URL/);
  });
});
