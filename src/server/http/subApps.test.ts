import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { openTestDatabase } from '../../../tests/support/testDatabase.ts';
import { buildApp } from '../app.ts';
import type { Database } from '../db/open.ts';
import { deployedSubApps } from './subApps.ts';

const folder = mkdtempSync(join(tmpdir(), 'ops-subapps-'));
const client = mkdtempSync(join(tmpdir(), 'ops-client-'));
const put = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

describe('serving sub-applications that are deployed separately', () => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    mkdirSync(join(client, 'static'));
    writeFileSync(join(client, 'index.html'), '<html></html>');
    database = await openTestDatabase('embedded');
    const config = { clientDir: client, baseUrl: undefined, secure: false, trustProxy: false, tracker: false };
    app = await buildApp({ config: { ...config, subAppsDir: folder }, database });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    for (const place of [folder, client]) rmSync(place, { recursive: true, force: true });
  });
  const get = (url: string) => app.inject({ url, headers: { accept: '*/*' } });

  it('sub-applications are served below their mounts’ paths from deployment until removal', async () => {
    expect((await get('/static/opsfe/lfs/manifest.json')).statusCode).toBe(404);
    put('opsfe/lfs/manifest.json', '{"contract":1}');
    put('opsfe/lfs/main-1a2b3c4d.js', 'export const mount = 1;');
    const manifest = await get('/static/opsfe/lfs/manifest.json');
    expect([manifest.statusCode, manifest.json(), manifest.headers['cache-control']]).toEqual([
      200,
      { contract: 1 },
      'no-cache',
    ]);
    const code = await get('/static/opsfe/lfs/main-1a2b3c4d.js?v=7');
    expect([code.statusCode, code.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(code.headers['content-type']).toContain('javascript');
    rmSync(join(folder, 'opsfe'), { recursive: true });
    expect((await get('/static/opsfe/lfs/manifest.json')).statusCode).toBe(404);
  });

  it('hidden files and files outside the folder of a sub-application are never served', async () => {
    put('elsewhere/a.js', '1');
    put('opsbms/.secret', '1');
    writeFileSync(join(client, 'static', 'own.js'), 'shell');
    for (const path of [
      '/static/elsewhere/a.js',
      '/static/opsbms/.secret',
      '/static/opsbms/../elsewhere/a.js',
      '/static/opsbms/%2e%2e/elsewhere/a.js',
    ])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
    expect((await get('/static/own.js')).body).toBe('shell');
  });

  it('sub-applications are listed along with their problems, if any', async () => {
    const good = { contract: 1, name: 'Billing', module: 'opsbms', version: '1', release_time: 5, entry: 'main.js' };
    put('opsbms/manifest.json', JSON.stringify(good));
    put('opslls/manifest.json', 'no json');
    put('opssla/manifest.json', JSON.stringify(good));
    expect(await deployedSubApps(folder)).toEqual([
      { mount: 'opsbms', found: { ...good, css: [], files: [] } },
      { mount: 'opslls', found: 'it is not JSON' },
      { mount: 'opssla', found: 'module is "opsbms", but it is deployed as opssla' },
    ]);
    expect(await deployedSubApps(undefined)).toEqual([]);
  });
});
