import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type Caller, type World } from '../../../tests/support/serverFixture.ts';

const EXPORT = '/v2/sls/forward/sls-ops/serviceable_area/channelLocationService';

describe('what one person has under way at once', () => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld('embedded');
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());

  const body = { entity: 'ID', items: [{ id: 'k', collection: 'channelLocations', key: '1/2/0', version: 1 }] };
  const paths: [string, string, object | undefined, number][] = [
    ['exports', EXPORT, undefined, 3],
    ['big pages', '/channelLocationService?count=100000', undefined, 3],
    ['big pages by the other pair', '/channelPostcodeService?offset=0&size=5001', undefined, 3],
    ['lists of segments', '/v2/ops/segments?collection=locations&entity=ID', undefined, 24],
    ['preflights', '/v2/ops/preflight', body, 4],
  ];

  it.each(paths)('limits %s, says when to retry, and gives each place back', async (_what, path, sent, limit) => {
    const options = sent === undefined ? {} : { body: sent };
    for (let round = 0; round < 2; round++) {
      // All of them wait for the one connection, and go on together.
      const client = await world.database.pool.connect();
      const calls = Array.from({ length: 30 }, () => editor.call(path, options));
      await pause(200);
      client.release();
      const answers = await Promise.all(calls);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(30 - limit);
      for (const { status, body: said, raw } of refused) {
        expect([status, said.retcode]).toEqual([429, 429]);
        expect(said.message).toMatch(/^You have \d+ .* under way\./);
        expect(Number(raw.headers['retry-after'])).toBeGreaterThan(0);
      }
    }
    // What fails gives its place back, too.
    for (let time = 0; time < 30; time++)
      await editor.call(`${path}${path.includes('?') ? '&' : '?'}sort=none`, options);
    expect((await editor.call(path, options)).status).toBe(200);
  });

  it('leaves others and ordinary pages alone', async () => {
    const viewer = await world.as('id.viewer');
    const many = Array.from({ length: 12 }, () => editor.call(EXPORT));
    expect((await viewer.call(EXPORT)).status).toBe(200);
    await Promise.all(many);
    const pages = await Promise.all(
      Array.from({ length: 20 }, () => editor.call('/channelLocationService?count=1000')),
    );
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
