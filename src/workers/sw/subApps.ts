import { isHashed } from '../../domain/hashedFile.ts';
import { MOUNTS } from '../../domain/mounts.ts';

/**
 * Serves the files of separately deployed sub-applications: from the server or else from a release that a tab has
 * cached completely.
 */

const PREFIX = 'sub-application:';

/** The mount to which a file's URL belongs; undefined for the shell's own files. */
export const mountOfFile = (pathname: string): string | undefined =>
  MOUNTS.find(({ path }) => pathname.startsWith(`/static/${path}/`))?.path;

/**
 * Responds from the network; if that fails, from a complete cache of the mount. A cached file with a hash in its name
 * needs no request.
 */
export async function serveSubApp(request: Request, mount: string, caches: CacheStorage): Promise<Response> {
  const { pathname } = new URL(request.url);
  const cached = async (): Promise<Response | undefined> => {
    for (const name of (await caches.keys()).toReversed()) {
      if (!name.startsWith(`${PREFIX}${mount}@`)) continue;
      const cache = await caches.open(name);
      if ((await cache.match(`/static/${mount}/manifest.json`)) === undefined) continue;
      const found = await cache.match(pathname);
      if (found) return found;
    }
    return undefined;
  };
  if (isHashed(pathname)) {
    const found = await cached();
    if (found) return found;
  }
  try {
    return await fetch(request);
  } catch (error) {
    const found = await cached();
    if (found) return found;
    throw error;
  }
}
