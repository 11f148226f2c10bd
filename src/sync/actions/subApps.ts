import type { SubAppContext } from '../base/subAppContract.ts';
import type { Country } from '../../domain/country.ts';
import { deployedAt, filesOf, MANIFEST, type SubAppManifest } from '../../domain/subApplication.ts';
import { fetchManifest, subAppRequest, type Deployed } from '../network/transportSubApp.ts';

/** What the page of a mount met when the server could last be reached. It contains nothing about the person (SW1). */
export interface LastSeen {
  /** Epoch seconds. */
  at: number;
  /**
   * nothing: nothing was deployed. unreadable: the manifest could not be used. failed: a sub-application did not start,
   * so it is not cached. incomplete: it started, but its release could not be cached.
   */
  state: 'nothing' | 'unreadable' | 'failed' | 'incomplete';
  /** What is wrong with an unreadable manifest, as the end of a sentence; otherwise empty. */
  problem: string;
}

/** What a mount's page shows: what is deployed or, without the network, what was last seen there. */
export type Opened = Exclude<Deployed, { kind: 'unreachable' }> | { kind: 'unreachable'; last: LastSeen | null };

/** Looks up which sub-application is deployed at a mount path. */
export const findDeployed = (mount: string): Promise<Deployed> => fetchManifest(mount);

/** Name of the cache that contains a `LastSeen` for each mount whose page could not start a sub-application. */
const SEEN = 'sub-applications-seen';

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

async function readSeen(mount: string, caches: CacheStorage | undefined): Promise<LastSeen | null> {
  try {
    const found = await (await caches?.open(SEEN))?.match(deployedAt(mount, MANIFEST));
    return found ? ((await found.json()) as LastSeen) : null;
  } catch {
    return null;
  }
}

/** Remembers what was seen at a mount, until a sub-application starts there. */
export async function rememberSeen(
  mount: string,
  state: LastSeen['state'],
  problem = '',
  caches: CacheStorage | undefined = globalThis.caches,
): Promise<void> {
  const seen: LastSeen = { at: nowSeconds(), state, problem };
  try {
    await (await caches?.open(SEEN))?.put(deployedAt(mount, MANIFEST), new Response(JSON.stringify(seen)));
  } catch {
    // Without storage, the page says offline only that the sub-application is not on this device.
  }
}

/**
 * Opens a mount: looks up what is deployed there and remembers why nothing can start, so that the page says the same
 * without the network. If nothing is deployed any more, the cached releases are removed, so that they do not appear
 * again offline.
 */
export async function openDeployed(
  mount: string,
  find: (mount: string) => Promise<Deployed> = findDeployed,
  caches: CacheStorage | undefined = globalThis.caches,
): Promise<Opened> {
  const state = await find(mount);
  if (state.kind === 'unreachable') return { kind: 'unreachable', last: await readSeen(mount, caches) };
  if (state.kind === 'unreadable') await rememberSeen(mount, 'unreadable', state.problem, caches);
  if (state.kind === 'nothing') {
    await rememberSeen(mount, 'nothing', '', caches);
    await removeReleases(mount, () => true, caches).catch(() => undefined);
  }
  return state;
}

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
  const cache = await caches.open(name);
  const last = deployedAt(module, MANIFEST);
  if ((await cache.match(last)) === undefined) {
    await cache.addAll(filesOf(manifest).map(file => deployedAt(module, file)));
    // Not fetched again: the server may have a newer release by now, whose files are not in this cache.
    await cache.put(last, new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/json' } }));
  }
  await removeReleases(module, key => key !== name, caches);
  await (await caches.open(SEEN)).delete(last);
}

async function removeReleases(
  mount: string,
  which: (name: string) => boolean,
  caches: CacheStorage | undefined,
): Promise<void> {
  const names = (await caches?.keys()) ?? [];
  const removed = names.filter(name => name.startsWith(`${PREFIX}${mount}@`) && which(name));
  await Promise.all(removed.map(name => caches?.delete(name)));
}
