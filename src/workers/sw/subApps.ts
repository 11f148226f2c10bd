import { isHashed } from '../../domain/hashedFile.ts';
import { MANIFEST, deployedAt } from '../../domain/subApplication.ts';
import { MOUNTS } from '../../domain/mounts.ts';
import { withTimeout } from '../../sync/base/withTimeout.ts';

/**
 * Serves the files of separately deployed sub-applications: from the server or else from a release that a tab has
 * cached completely.
 */

const PREFIX = 'sub-application:';
/**
 * How long a cached file waits for the server, in milliseconds. On a network that accepts requests but does not answer,
 * the browser itself gives up only after minutes.
 */
export const NETWORK_MILLIS = 3_000;

/**
 * The mounts whose manifest was last served from the cache. Their other files come from the cache as well, so that a
 * module gets the files of one release, and none of them waits for the server again.
 */
const cachedMounts = new Set<string>();

/** The mount to which a file's URL belongs; undefined for the shell's own files. */
export const mountOfFile = (pathname: string): string | undefined =>
  MOUNTS.find(({ path }) => pathname.startsWith(`/static/${path}/`))?.path;

/**
 * Responds from the network; if that fails, stalls or returns a server error, from a complete cache of the mount. A cached file with a hash in
 * its name needs no request.
 */
export async function serveSubApp(request: Request, mount: string, caches: CacheStorage): Promise<Response> {
  const { pathname } = new URL(request.url);
  const manifest = deployedAt(mount, MANIFEST);
  const cached = async (): Promise<Response | undefined> => {
    for (const name of (await caches.keys()).toReversed()) {
      if (!name.startsWith(`${PREFIX}${mount}@`)) continue;
      const cache = await caches.open(name);
      if ((await cache.match(manifest)) === undefined) continue;
      const found = await cache.match(pathname);
      if (found) return found;
    }
    return undefined;
  };
  const isManifest = pathname === manifest;
  if (isHashed(pathname) || (!isManifest && cachedMounts.has(mount))) {
    const found = await cached();
    if (found) return found;
  }
  const answer = fetch(request);
  const answered = await withTimeout(answer, NETWORK_MILLIS).catch(() => null);
  if (isManifest) cachedMounts.delete(mount);
  // A proxy returns an error like 502 while the server is down.
  if (answered && answered.status < 500) return answered;
  const found = await cached();
  if (!found) return answered ?? answer;
  if (isManifest) cachedMounts.add(mount);
  return found;
}
