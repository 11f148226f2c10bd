import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { openTestDatabase } from '../../../tests/support/testDatabase.ts';
import { ALL_CALLS } from '../../contract/registry.ts';
import { buildApp } from '../app.ts';
import type { Database } from '../db/open.ts';
import { keepFiles } from './keptFiles.ts';
import { openApiDocument } from './openapi.ts';

const folder = mkdtempSync(join(tmpdir(), 'ops-client-'));
const PAGE = '<html><script>boot()</script><script src="/x.js"></script></html>';
const SCRIPT = 'console.log("hello");'.repeat(200);

describe('serving the built console', () => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    mkdirSync(join(folder, 'static'));
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'sw.js'), '// worker');
    writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
    writeFileSync(join(folder, 'static', 'main-AbCd1234.js'), SCRIPT);
    writeFileSync(join(folder, 'static', 'main-AbCd1234.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(folder, 'static', 'icon.svg'), '<svg/>');
    writeFileSync(join(folder, 'static', 'build-manifest.json'), '{}');
    writeFileSync(join(folder, 'static', 'Small-0a1b2c3.js'), 'small()');
    database = await openTestDatabase('embedded');
    const config = {
      clientDir: folder,
      baseUrl: undefined,
      secure: false,
      trustProxy: false,
      tracker: true,
      demo: true,
    };
    app = await buildApp({ config, database });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) => app.inject({ url, headers });

  it.each(['/', '/login', '/carrier/serviceable/location?q={}', '/carrier/serviceable/location/log'])(
    'the route %s returns the page, which is never cached',
    async url => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, PAGE, 'no-cache']);
      expect(answer.headers['content-type']).toContain('text/html');
      const head = await app.inject({ url, method: 'HEAD', headers: { accept: 'text/html' } });
      expect([head.statusCode, head.body]).toEqual([200, '']);
    },
  );

  it.each(['/%', '/carrier/serviceable/%zz', '/opsicms/%E0%A4%A?country=PH'])(
    'a browser that opens %s, which cannot be decoded, gets the page, which says that there is no such page',
    async url => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
      expect(answer.headers['content-security-policy']).toContain('sha256-');
      // A program that calls the address is told what is wrong with it.
      expect((await get(url, { accept: 'application/json' })).statusCode).toBe(400);
    },
  );

  it.each(['/api/%zz', '/api/sls/channels/%E0%A4%A'])(
    'the address %s of a call, which cannot be decoded, is refused',
    async url => {
      const answer = await get(url);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { retcode: 400, message: 'This address cannot be read.', detail: '', data: null },
      ]);
    },
  );

  it('the content security policy allows the page’s own inline scripts and no others', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("worker-src 'self' blob:");
  });

  it('hashed files are served compressed and cached forever, while other files are revalidated', async () => {
    const script = await get('/static/main-AbCd1234.js', { 'accept-encoding': 'gzip, br' });
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    expect(brotliDecompressSync(script.rawPayload).toString()).toBe(SCRIPT);
    expect((await get('/static/main-AbCd1234.js', {})).body).toBe(SCRIPT);
    expect((await get('/static/icon.svg')).headers['cache-control']).toBe('public, max-age=3600');
    expect((await get('/static/build-manifest.json')).headers['cache-control']).toBe('public, max-age=3600');
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
    expect((await get('/manifest.webmanifest')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/static/Small-0a1b2c3.js', '/static/icon.svg', '/sw.js', '/'])(
    '%s, of which the build contains no compressed copy, is compressed for browsers that accept it',
    async url => {
      const answer = await get(url, { accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd' });
      expect(answer.statusCode).toBe(200);
    },
  );

  it('a release deployed while the server runs is served, and open tabs can load the old files (SH1)', async () => {
    const client = mkdtempSync(join(tmpdir(), 'ops-client-'));
    const publish = (name: string) => {
      rmSync(client, { recursive: true, force: true });
      mkdirSync(join(client, 'static', 'parts'), { recursive: true });
      writeFileSync(join(client, 'static', `${name}-AbCd1234.js`), `first('${name}')`);
      writeFileSync(join(client, 'static', `${name}-0a1b2c3.js`), `screen('${name}')`);
      writeFileSync(join(client, 'static', `${name}-AbCd1234.js.br`), brotliCompressSync(`first('${name}')`));
      writeFileSync(join(client, 'static', 'parts', `${name}-EfGh5678.js`), `part('${name}')`);
      writeFileSync(join(client, 'static', 'logo.svg'), `<svg>${name}</svg>`);
      writeFileSync(join(client, 'index.html'), `<script>boot('${name}')</script>`);
    };
    publish('one');
    const keptDir = mkdtempSync(join(tmpdir(), 'ops-kept-'));
    const config = { clientDir: client, keptDir, baseUrl: undefined, secure: false, trustProxy: false, tracker: true };
    const start = () => buildApp({ config, database });
    let server = await start();
    const read = async (url: string, headers: Record<string, string> = { accept: 'text/html' }) => {
      const { statusCode, body, headers: sent } = await server.inject({ url, headers });
      return { statusCode, body, policy: String(sent['content-security-policy']) };
    };
    const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
    for (const name of ['two', 'three']) {
      await expect
        .poll(() => existsSync(join(keptDir, 'static', 'parts', `${name === 'two' ? 'one' : 'two'}-EfGh5678.js`)))
        .toBe(true);
      publish(name);
      await expect.poll(async () => (await read('/')).policy, { timeout: 5000 }).toContain(hash(`boot('${name}')`));
      expect((await read('/login')).body).toBe(`<script>boot('${name}')</script>`);
      expect(await read(`/static/${name}-AbCd1234.js`)).toMatchObject({ statusCode: 200, body: `first('${name}')` });
      expect((await read('/static/logo.svg')).body).toBe(`<svg>${name}</svg>`);
    }
    // Tabs with either earlier release can load their chunks, even after a restart.
    for (let restart = 0; restart < 2; restart++) {
      for (const name of ['one', 'two', 'three']) {
        expect(await read(`/static/parts/${name}-EfGh5678.js`)).toMatchObject({
          statusCode: 200,
          body: `part('${name}')`,
        });
        expect(await read(`/static/${name}-0a1b2c3.js`)).toMatchObject({ statusCode: 200, body: `screen('${name}')` });
        const packed = await server.inject({
          url: `/static/${name}-AbCd1234.js`,
          headers: { 'accept-encoding': 'br' },
        });
        expect([packed.headers['content-encoding'], packed.headers['cache-control']]).toEqual([
          'br',
          'public, max-age=31536000, immutable',
        ]);
        expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(`first('${name}')`);
      }
      await server.close();
      server = await start();
    }
    // Simulates a deployment that is in progress.
    rmSync(join(client, 'index.html'));
    expect(await read('/login')).toMatchObject({ statusCode: 503, body: expect.stringContaining('being replaced') });
    await server.close();
    // Files that no release has contained for a month are removed.
    await keepFiles(client, keptDir, Date.now() + 31 * 24 * 3600_000);
    expect(existsSync(join(keptDir, 'static', 'parts', 'one-EfGh5678.js'))).toBe(false);
    expect(existsSync(join(keptDir, 'static', 'parts', 'three-EfGh5678.js'))).toBe(true);
    for (const path of [client, keptDir]) rmSync(path, { recursive: true, force: true });
  }, 60_000);

  it.each([
    '/static',
    '/static/',
    '/static/main-AbCd1234.js.br',
    '/static/../../package.json',
    '/static/%2e%2e/%2e%2e/package.json',
    '/.hidden',
    '//etc/passwd',
    '/static/..%2findex.html',
    '/static/main-AbCd1234.js/',
    '/index.html%00',
  ])('requesting %s returns 404', async url => {
    writeFileSync(join(folder, '.hidden'), 'x');
    const answer = await get(url, { accept: '*/*' });
    expect([answer.statusCode < 500, answer.statusCode >= 400]).toEqual([true, true]);
    expect(answer.body).not.toContain('boot()');
  });

  it('the page is returned neither for a missing file nor for an unknown call', async () => {
    expect((await get('/static/gone-AbCd1234.js')).statusCode).toBe(404);
    expect((await get('/nothing.js', { accept: '*/*' })).statusCode).toBe(404);
    expect((await get('/api/nothing')).json()).toMatchObject({ retcode: 404, message: 'API not found.' });
    expect((await get('/../package.json', { accept: '*/*' })).statusCode).toBe(404);
  });

  it('/api/docs describes the API as declared in the contract', async () => {
    expect((await get('/api/docs')).body).toContain('<title>Ops Portal API</title>');
    const paths = openApiDocument()['paths'] as Record<string, Record<string, { operationId: string }>>;
    for (const call of ALL_CALLS) {
      expect(paths[`/api${call.path}`]?.[call.method.toLowerCase()]?.operationId).toBe(call.id);
    }
    expect((await get('/api/docs/json')).json()).toMatchObject({ info: { title: 'Ops Portal API' } });
    // Every operation in the document has a route.
    for (const [path, operations] of Object.entries(paths)) {
      const url = path.replace(/\/$/, '').replace(/\{(\w+)\}/g, ':$1');
      for (const method of Object.keys(operations).filter(key => key !== 'parameters')) {
        expect([url, method, app.hasRoute({ url, method: method.toUpperCase() as 'GET' })]).toEqual([
          url,
          method,
          true,
        ]);
      }
    }
  });

  it('the OpenAPI document lists a call’s cookie, headers and form, and no path parameters in the body', () => {
    interface Operation {
      security?: object[];
      parameters?: { name: string; in: string }[];
      requestBody?: { content: Record<string, { schema: { properties: object; required?: string[] } }> };
    }
    const document = openApiDocument() as { paths: Record<string, Record<string, Operation>>; components: object };
    const at = (path: string, method: string): Operation => document.paths[path]?.[method] as Operation;
    const names = (path: string, method: string) =>
      at(path, method)
        .parameters?.filter(parameter => parameter.in === 'header')
        .map(({ name }) => name);
    expect(at('/api/login', 'post').security).toBeUndefined();
    expect(names('/api/login', 'post')).toEqual([]);
    expect(at('/api/channelLocationService', 'get').security).toEqual([{ session: [] }]);
    expect(names('/api/channelLocationService', 'get')).toEqual(['x-ops-entity']);
    expect(names('/api/channelLocationService/update', 'post')).toEqual(['idempotency-key', 'x-ops-based-at']);
    expect(names('/api/channelLocationService/add', 'post')).toEqual(['idempotency-key']);
    expect(document.components).toMatchObject({
      securitySchemes: { session: { in: 'cookie', name: 'ops_session_{installation}' } },
    });
    const form = at('/api/v2/sls/forward/file', 'post').requestBody?.content ?? {};
    expect(Object.keys(form)).toEqual(['multipart/form-data']);
    const body = at('/api/v2/ops/imports/{id}/revert', 'post').requestBody?.content['application/json']?.schema;
    expect(Object.keys(body?.properties ?? {})).toEqual(['skipConflicts', 'background']);
    expect(body?.required).toBeUndefined();
  });
});
