import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConsolePage } from './consolePage.ts';
import { ApiError } from '../base/envelope.ts';
import { sendError } from '../base/errors.ts';
import { pathOf } from '../base/requestPath.ts';
import { isHashed } from '../../domain/hashedFile.ts';
import { keepFiles } from './keptFiles.ts';

const cacheOf = (path: string): string => {
  if (path.includes('/static/') && isHashed(path)) return 'public, max-age=31536000, immutable';
  // The page, the service worker and the manifest determine which build runs, so browsers revalidate them every time
  // (by ETag).
  return path.includes('/static/') ? 'public, max-age=3600' : 'no-cache';
};

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

/** Whether a browser opens a page rather than loading one of the page's parts. */
const isNavigation = (request: Pick<FastifyRequest['raw'], 'method' | 'headers'>): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && (request.headers.accept ?? '').includes('text/html');

/** Whether a path's percent-encoding is valid. The result is used, because bundling drops a call whose result is not. */
function isReadable(path: string): boolean {
  try {
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}

/**
 * The URL to route a request by. A page's address that cannot be decoded, such as a link that was cut off within a
 * percent-encoded character, is replaced by the console's: no route could match it, and the console says that there is no
 * such page.
 */
export function routedUrl(request: Pick<FastifyRequest['raw'], 'method' | 'headers' | 'url'>): string {
  const url = request.url ?? '/';
  const path = pathOf(url);
  return isApi(path) || !isNavigation(request) || isReadable(path) ? url : '/';
}

/**
 * Whether a file's path may be requested: only plain names are permitted, not hidden files, nor compressed copies under
 * their own names.
 */
const isFilePath = (path: string): boolean =>
  /^(\/[\w@][\w@.~-]*)+$/.test(path) && !path.includes('..') && !/\.(br|gz)$/.test(path);

/** The folders from which the console is served. */
export interface ConsolePlace {
  clientDir: string;
  page: ConsolePage;
  /** Folder with files of earlier releases that open tabs may still load. */
  keptDir: string;
}

/**
 * Serves the built console from disk on each request, using the build's compressed copies, so that a deployment may
 * replace the folder while the server runs. Hashed files of earlier releases are served from the folder of kept files.
 * Every route of the console returns the page. Unknown paths below /api return an envelope (ERR-5).
 */
export async function serveClient(app: FastifyInstance, place: ConsolePlace | null): Promise<void> {
  if (place) {
    const { clientDir, keptDir, page } = place;
    await app.register(fastifyStatic, {
      root: clientDir,
      serve: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cacheOf(path)),
    });
    let keeping = Promise.resolve();
    page.onChange(() => {
      keeping = keeping
        .then(() => keepFiles(clientDir, keptDir, Date.now()))
        .catch((error: unknown) =>
          app.log.warn({ err: error }, `Console files cannot be kept in ${keptDir} for open tabs`),
        );
    });
    app.addHook('onClose', () => keeping);
  }
  const sendPage = (reply: FastifyReply) => {
    if (!place || !existsSync(join(place.clientDir, 'index.html'))) {
      reply.code(503).header('retry-after', '2').header('cache-control', 'no-store');
      return reply
        .type('text/plain; charset=utf-8')
        .send('The console is being replaced by another release. Try again in a moment.');
    }
    return reply.header('vary', 'accept-encoding').sendFile('index.html', place.clientDir);
  };
  if (place) {
    const { clientDir, keptDir } = place;
    // Selects a single folder: if given two folders, the package skips files in the first one that have no compressed
    // copy. A hashed file is the same in both folders, and the kept copy remains while a release is being replaced.
    const folderOf = (path: string) => (isHashed(path) && existsSync(join(keptDir, path)) ? keptDir : clientDir);
    app.route({ method: ['GET', 'HEAD'], url: '/', handler: (_request, reply) => void sendPage(reply) });
    app.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      handler: (request, reply) => {
        const path = pathOf(request.url);
        // Returns nothing: awaiting a reply would add listeners to it for each copy that is looked up.
        if (isApi(path) || !isFilePath(path)) reply.callNotFound();
        else void reply.sendFile(path, folderOf(path));
      },
    });
  }

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    if (isApi(path)) sendError(reply, new ApiError(404, 'API not found.'));
    else if (place && !path.startsWith('/static/') && isNavigation(request)) sendPage(reply);
    else reply.code(404).type('text/plain; charset=utf-8').send(`There is nothing at ${path}.`);
  });
}
