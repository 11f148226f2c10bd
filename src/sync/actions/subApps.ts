import type { SubAppContext } from '../base/subAppContract.ts';
import type { Country } from '../../domain/country.ts';
import { deployedAt, filesOf, MANIFEST, type SubAppManifest } from '../../domain/subApplication.ts';
import { fetchManifest, subAppRequest, type Deployed } from '../network/transportSubApp.ts';

export type { Deployed };

/** Looks up which sub-application is deployed at a mount path. */
export const findDeployed = (mount: string): Promise<Deployed> => fetchManifest(mount);

/** The request client passed to a sub-application. */
export const requestOf = (who: {
  userId: number;
  entity: Country;
  project: string;
  ended: AbortSignal;
}): SubAppContext['request'] => subAppRequest(who);

/** Names of the caches that contain sub-application files; the service worker reads them (workers/sw/subApps). */
const PREFIX = 'sub-application:';

/**
 * Caches a complete release for offline use, then removes earlier releases of the same mount. The manifest is stored
 * last: a cache without it is incomplete and is never served.
 */
export async function keepRelease(
  manifest: SubAppManifest,
  caches: CacheStorage | undefined = globalThis.caches,
): Promise<void> {
  if (caches === undefined) return;
  const { module, version, release_time } = manifest;
  const name = `${PREFIX}${module}@${version}-${release_time}`;
  const former = (await caches.keys()).filter(key => key.startsWith(`${PREFIX}${module}@`) && key !== name);
  const cache = await caches.open(name);
  const last = deployedAt(module, MANIFEST);
  if ((await cache.match(last)) === undefined) {
    await cache.addAll(filesOf(manifest).map(file => deployedAt(module, file)));
    // Not fetched again: the server may have a newer release by now, whose files are not in this cache.
    await cache.put(last, new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/json' } }));
  }
  await Promise.all(former.map(key => caches.delete(key)));
}
