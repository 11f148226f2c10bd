import { isHashed } from '../../domain/hashedFile.ts';

/**
 * Static files outside the precache: those too large or too rarely used for it, and those still needed by tabs of
 * earlier builds.
 */

const FIRST_USE = 'static-on-first-use';
/** Maximum number of files kept after their first use; files of older builds are removed first. */
const FIRST_USE_LIMIT = 40;
const FORMER = 'static-of-former-builds';
/** Room for the changed files of about three builds; the oldest are removed first. */
const FORMER_LIMIT = 300;

/** Whether a name contains a content hash, so that a stored copy is never stale. */
export const isLazyAsset = (pathname: string): boolean => pathname.startsWith('/static/') && isHashed(pathname);

async function trim(cache: Cache, limit: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - limit)).map(key => cache.delete(key)));
}

/**
 * Responds from a cache or else from the network, and caches what it fetched, but only complete responses from our
 * server.
 */
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
 * Saves the previous build's files: activating this build removes them from the precache, and the server may no longer
 * have them, but open tabs of that build still load their dialogs and pages from them (TAB1).
 *
 * @param current URLs of this build's own files
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
