import { expect, it } from 'vitest';
import type { SubAppManifest } from '../../domain/subApplication.ts';
import { keepRelease, openDeployed, rememberSeen } from './subApps.ts';

/** Cache Storage in memory; `deployed` are the files that the server has. */
function storage(deployed: ReadonlySet<string>) {
  const kept = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const files = kept.get(name) ?? new Map<string, Response>();
    kept.set(name, files);
    return {
      match: async (path: string) => files.get(path)?.clone(),
      put: async (path: string, answer: Response) => void files.set(path, answer),
      delete: async (path: string) => files.delete(path),
      addAll: async (paths: readonly string[]) => {
        for (const path of paths) if (!deployed.has(path)) throw new TypeError(`${path}: 404`);
        for (const path of paths) files.set(path, new Response(path));
      },
    };
  };
  const caches = { open, keys: async () => [...kept.keys()], delete: async (name: string) => kept.delete(name) };
  return { kept, caches: caches as unknown as CacheStorage };
}

const release = (version: string, files: readonly string[]) =>
  ({ module: 'rates', version, release_time: 1, entry: 'main.js', css: [], files }) as unknown as SubAppManifest;
const filesOf = (kept: Map<string, Map<string, Response>>, version: string) =>
  [...(kept.get(`sub-application:rates@${version}-1`)?.keys() ?? [])].map(path => path.replace(/^.*\//, '')).sort();

it('a release whose manifest lists a missing file is not cached, and the former one stays until another is complete', async () => {
  const deployed = new Set(['/static/rates/main.js', '/static/rates/a.js']);
  const { kept, caches } = storage(deployed);
  await keepRelease(release('1', ['a.js']), caches);
  expect(filesOf(kept, '1')).toEqual(['a.js', 'main.js', 'manifest.json']);
  await expect(keepRelease(release('2', ['b.js']), caches)).rejects.toThrow('404');
  expect([filesOf(kept, '1').length, filesOf(kept, '2')]).toEqual([3, []]);
  deployed.add('/static/rates/b.js');
  await keepRelease(release('2', ['b.js']), caches);
  expect([filesOf(kept, '1'), filesOf(kept, '2')]).toEqual([[], ['b.js', 'main.js', 'manifest.json']]);
});

it('offline, the page of a mount knows what it met when it was last online, until a sub-application starts there', async () => {
  const { kept, caches } = storage(new Set(['/static/rates/main.js']));
  const open = (found: Awaited<ReturnType<Parameters<typeof openDeployed>[1] & object>>) =>
    openDeployed('rates', async () => found, caches);
  expect(await open({ kind: 'unreachable' })).toEqual({ kind: 'unreachable', last: null });
  await open({ kind: 'nothing' });
  expect(await open({ kind: 'unreachable' })).toMatchObject({ last: { state: 'nothing', problem: '' } });
  await open({ kind: 'unreadable', problem: 'it is not JSON' });
  expect(await open({ kind: 'unreachable' })).toMatchObject({
    last: { state: 'unreadable', problem: 'it is not JSON' },
  });
  await rememberSeen('rates', 'failed', '', caches);
  expect(await open({ kind: 'unreachable' })).toMatchObject({ last: { state: 'failed' } });
  await keepRelease(release('1', []), caches);
  expect(await open({ kind: 'unreachable' })).toEqual({ kind: 'unreachable', last: null });
  // If the deployment was removed, its cached release would otherwise appear again offline.
  await open({ kind: 'nothing' });
  expect([...kept.keys()].filter(name => name.startsWith('sub-application:'))).toEqual([]);
});
