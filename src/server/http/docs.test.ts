import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { createWorld, type World } from '../../../tests/support/serverFixture.ts';
import { openApiDocument, openApiTexts } from './openapi.ts';
import { yamlOf } from './yaml.ts';

/** Tests who may read the API description, and how much it costs to serve. */

describe('serving the API description', () => {
  let world: World;
  let demo: Awaited<ReturnType<typeof buildApp>>;
  beforeAll(async () => {
    world = await createWorld('embedded');
    demo = await buildApp({
      config: {
        clientDir: undefined,
        baseUrl: undefined,
        secure: false,
        trustProxy: false,
        tracker: false,
        demo: true,
      },
      database: world.database,
    });
  });
  afterAll(async () => {
    await demo.close();
    await world.close();
  });

  const PATHS = ['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/swagger-ui.css'];

  it.each(PATHS)('the API description requires a sign-in, except in the demo: %s', async path => {
    const stranger = await world.app.inject(path);
    expect([stranger.statusCode, stranger.json()]).toMatchObject([401, { retcode: 401 }]);
    const { cookie } = await world.as('id.viewer');
    expect((await world.app.inject({ url: path, headers: { cookie: cookie ?? '' } })).statusCode).toBe(200);
    expect((await demo.inject(path)).statusCode).toBe(200);
  });

  it('the start waits for the registration of all routes, however long it takes on a busy machine', () => {
    expect(demo.initialConfig.pluginTimeout).toBe(0);
  });

  it('the JSON and YAML descriptions have the same content and are generated only once', async () => {
    const json = await demo.inject('/api/docs/json');
    expect(json.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    const zipped = await demo.inject({ url: '/api/docs/yaml', headers: { 'accept-encoding': 'gzip, br' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    const plain = await demo.inject('/api/docs/yaml');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(plain.headers['content-type']).toContain('yaml');
    expect(readYaml(plain.body)).toEqual(json.json());
    const again = await demo.inject({
      url: '/api/docs/json',
      headers: { 'if-none-match': String(json.headers['etag']) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('the API description is not generated anew for each request', async () => {
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const from = performance.now();
      await work();
      return performance.now() - from;
    };
    const making = Math.min(await timed(openApiTexts), await timed(openApiTexts));
    const asked: number[] = [];
    for (let time = 0; time < 20; time += 1)
      asked.push(
        await timed(async () => demo.inject({ url: '/api/docs/yaml', headers: { 'accept-encoding': 'gzip' } })),
      );
    expect(Math.min(...asked)).toBeLessThan(making / 4);
  });
});

/** Parses the block style written by `yamlOf`. */
function readYaml(text: string): unknown {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  let at = 0;
  const depth = (line: string): number => line.length - line.trimStart().length;
  const value = (rest: string, indent: number): unknown => {
    if (rest !== '') return JSON.parse(rest);
    return (lines[at] as string).trimStart().startsWith('-') ? list(indent) : map(indent);
  };
  const map = (above: number): Record<string, unknown> => {
    const own = depth(lines[at] as string);
    expect(own).toBeGreaterThan(above);
    const found: Record<string, unknown> = {};
    while (at < lines.length && depth(lines[at] as string) === own) {
      const [, key = '', rest = ''] = /^\s*("(?:[^"\\]|\\.)*"):(?: (.*))?$/.exec(lines[at++] as string) ?? [];
      found[JSON.parse(key) as string] = value(rest, own);
    }
    return found;
  };
  const list = (above: number): unknown[] => {
    const own = depth(lines[at] as string);
    expect(own).toBeGreaterThan(above);
    const found: unknown[] = [];
    while (at < lines.length && depth(lines[at] as string) === own)
      found.push(value((lines[at++] as string).trimStart().slice(2), own));
    return found;
  };
  return map(-1);
}

describe('formatting a document as YAML', () => {
  it('a YAML document has the same values as the JSON from which it was generated', () => {
    const value = { a: [1, 'x: "y"\n- z', { b: [], c: {} }, [true, null]], 'd/{e}': { f: -1.5, left: undefined } };
    expect(readYaml(yamlOf(value))).toEqual({ a: value.a, 'd/{e}': { f: -1.5 } });
  });
});
