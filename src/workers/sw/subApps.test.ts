import { afterEach, expect, it, vi } from 'vitest';
import { mountOfFile, NETWORK_MILLIS, serveSubApp } from './subApps.ts';

/** In-memory Cache Storage, by cache and path. */
const cachesOf = (stores: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  ({
    keys: async () => Object.keys(stores),
    open: async (name: string) => ({
      match: async (path: string) => {
        const text = stores[name]?.[path];
        return text === undefined ? undefined : new Response(text);
      },
    }),
  }) as unknown as CacheStorage;

const at = (file: string) => new Request(`http://localhost/static/opsbms/${file}`);
afterEach(() => vi.unstubAllGlobals());

it("files of mounts are distinguished from the shell's files", () => {
  expect(mountOfFile('/static/opsbms/main.js')).toBe('opsbms');
  expect(mountOfFile('/static/opsfe/lfs/a/b.js')).toBe('opsfe/lfs');
  expect(mountOfFile('/static/opsbms-1a2b3c4d.js')).toBeUndefined();
  expect(mountOfFile('/static/vendor-1a2b3c4d.js')).toBeUndefined();
});

it('a completely cached release is served offline, while an incomplete one never is', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const caches = cachesOf({
    'sub-application:opsbms@1-1': { '/static/opsbms/manifest.json': '{}', '/static/opsbms/main.js': 'old' },
    'sub-application:opsbms@2-2': { '/static/opsbms/main.js': 'half' },
    'sub-application:opsrate@2-2': { '/static/opsrate/manifest.json': '{}', '/static/opsbms/main.js': 'other' },
  });
  expect(await (await serveSubApp(at('main.js'), 'opsbms', caches)).text()).toBe('old');
  await expect(serveSubApp(at('missing.js'), 'opsbms', caches)).rejects.toThrow('Failed to fetch');
});

it('if the server does not answer, a cached release is served after a short time, and its other files immediately', async () => {
  vi.useFakeTimers();
  let answers = false;
  const fetch = vi.fn<() => Promise<Response>>(() =>
    answers ? Promise.resolve(new Response('new')) : new Promise(() => undefined),
  );
  vi.stubGlobal('fetch', fetch);
  const caches = cachesOf({
    'sub-application:opsbms@1-1': { '/static/opsbms/manifest.json': '{}', '/static/opsbms/main.js': 'old' },
  });
  const stalled = serveSubApp(at('manifest.json'), 'opsbms', caches);
  await vi.advanceTimersByTimeAsync(NETWORK_MILLIS);
  expect(await (await stalled).text()).toBe('{}');
  expect(await (await serveSubApp(at('main.js'), 'opsbms', caches)).text()).toBe('old');
  expect(fetch).toHaveBeenCalledOnce();
  // A file that is not cached waits for the server.
  let arrived = false;
  void serveSubApp(at('other.js'), 'opsbms', caches).then(() => (arrived = true));
  await vi.advanceTimersByTimeAsync(10 * NETWORK_MILLIS);
  expect(arrived).toBe(false);
  answers = true;
  expect(await (await serveSubApp(at('manifest.json'), 'opsbms', caches)).text()).toBe('new');
  expect(await (await serveSubApp(at('main.js'), 'opsbms', caches)).text()).toBe('new');
  vi.useRealTimers();
});

it('while a proxy reports that the server is down, a cached release is served', async () => {
  vi.stubGlobal('fetch', async () => new Response('Bad Gateway', { status: 502 }));
  const caches = cachesOf({
    'sub-application:opsbms@1-1': { '/static/opsbms/manifest.json': '{}', '/static/opsbms/main.js': 'old' },
  });
  expect(await (await serveSubApp(at('main.js'), 'opsbms', caches)).text()).toBe('old');
  expect((await serveSubApp(at('other.js'), 'opsbms', caches)).status).toBe(502);
});

it('the server is tried first, except for a cached file with a hash in its name', async () => {
  const fetch = vi.fn<() => Promise<Response>>(async () => new Response('new'));
  vi.stubGlobal('fetch', fetch);
  const caches = cachesOf({
    'sub-application:opsbms@1-1': {
      '/static/opsbms/manifest.json': '{}',
      '/static/opsbms/main.js': 'old',
      '/static/opsbms/part-1a2b3c4d.js': 'part',
    },
  });
  expect(await (await serveSubApp(at('main.js'), 'opsbms', caches)).text()).toBe('new');
  expect(await (await serveSubApp(at('part-1a2b3c4d.js'), 'opsbms', caches)).text()).toBe('part');
  expect(fetch).toHaveBeenCalledOnce();
});
