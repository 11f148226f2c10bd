import { describe, expect, it } from 'vitest';
import { isLazyAsset, keepFormerBuild, serveLazyAsset } from './lazyAssets.ts';

/** The parts of Cache Storage that the service worker uses, in memory. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const urlOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request));
  const cacheOf = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      keys: async () => [...store.keys()].map(url => new Request(url)),
      match: async (request: Request) => store.get(urlOf(request))?.clone(),
      put: async (request: Request, answer: Response) => void store.set(urlOf(request), answer),
      delete: async (request: Request) => store.delete(urlOf(request)),
    };
  };
  const caches = {
    open: async (name: string) => cacheOf(name),
    match: async (request: Request) =>
      [...stores.values()].map(store => store.get(urlOf(request))?.clone()).find(answer => answer !== undefined),
  };
  return { caches: caches as unknown as CacheStorage, stores };
}

const at = (path: string) => new Request(`http://localhost${path}`);

describe('files of earlier builds (TAB1)', () => {
  it("when a new build is installed, earlier builds' files are kept and served to tabs that still need them", async () => {
    const { caches, stores } = fakeCaches();
    const precache = await caches.open('precache');
    for (const path of ['/index.html?__WB_REVISION__=1', '/static/EditDialog-AAAAAAAA.js', '/static/same-CCCCCCCC.js'])
      await precache.put(at(path), new Response(path));
    await keepFormerBuild(caches, 'precache', new Set(['/static/same-CCCCCCCC.js', '/static/EditDialog-BBBBBBBB.js']));
    stores.delete('precache');

    expect([...(stores.get('static-of-former-builds')?.keys() ?? [])]).toEqual([
      'http://localhost/static/EditDialog-AAAAAAAA.js',
    ]);
    const answer = await serveLazyAsset(at('/static/EditDialog-AAAAAAAA.js'), caches);
    expect(await answer.text()).toBe('/static/EditDialog-AAAAAAAA.js');
  });

  it('files of earlier builds do not accumulate without limit', async () => {
    const { caches, stores } = fakeCaches();
    const precache = await caches.open('precache');
    for (let n = 0; n < 320; n++)
      await precache.put(at(`/static/part-${String(n).padStart(8, '0')}.js`), new Response(''));
    await keepFormerBuild(caches, 'precache', new Set());
    expect(stores.get('static-of-former-builds')?.size).toBe(300);
  });
});

describe('files are cached after their first use', () => {
  it.each([
    ['/static/EditDialog-AAAAAAAA.js', true],
    ['/static/EditDialog-1a2b3c4.js', true],
    ['/static/event-loader.js', false],
    ['/other/EditDialog-1a2b3c4.js', false],
  ])('a file under /static/ is cached if its name contains a hash: %s is %s', (path, kept) => {
    expect(isLazyAsset(path)).toBe(kept);
  });
});
