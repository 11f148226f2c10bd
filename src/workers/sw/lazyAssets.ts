import { isHashed } from '../../domain/hashedFile.ts';

/** Static files in addition to the precache: files that are too large or too rare for it, and those that tabs of former builds still need. */

const FIRST_USE = 'static-on-first-use';
/** Maximum number of files kept after their first use; files of older builds are removed first. */
const FIRST_USE_LIMIT = 40;
const FORMER = 'static-of-former-builds';
/** About three builds' worth of files that changed; the oldest leave first. */
const FORMER_LIMIT = 300;

/** Whether a name has a content hash, so that a stored copy is never stale. */
export const isLazyAsset = (pathname: string): boolean => pathname.startsWith('/static/') && isHashed(pathname);

async function trim(cache: Cache, limit: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - limit)).map(key => cache.delete(key)));
}

/** Answers from a cache, else from the network, keeping what was fetched. Only complete answers of ours are kept. */
export async function serveLazyAsset(request: Request, caches: CacheStorage): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok && answer.status === 200 && answer.type === 'basic') {
    const cache = await caches.open(FIRST_USE);
    await cache.put(request, answer.clone());
    await trim(cache, FIRST_USE_LIMIT);
  }
  return answer;
}

/**
 * Puts the files of the build before this one aside: activating empties the precache of them, the server may no longer
 * have them, and tabs of that build that are still open load their dialogs and pages from them (TAB1).
 *
 * @param current addresses of this build's own files
 */
export async function keepFormerBuild(
  caches: CacheStorage,
  precache: string,
  current: ReadonlySet<string>,
): Promise<void> {
  const [from, to] = await Promise.all([caches.open(precache), caches.open(FORMER)]);
  const keep = async (request: Request): Promise<void> => {
    const { pathname } = new URL(request.url);
    if (!isLazyAsset(pathname) || current.has(pathname) || (await to.match(request))) return;
    const cached = await from.match(request);
    if (cached) await to.put(request, cached);
  };
  await Promise.all((await from.keys()).map(keep));
  await trim(to, FORMER_LIMIT);
}
