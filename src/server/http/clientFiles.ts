import { basename } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './envelope.ts';
import { sendError } from './errors.ts';

/** A file whose name holds the hash of its content, as the build writes them: it never changes. */
const HASHED = /-[A-Za-z0-9_-]{8,}\.\w+$/;

const cacheOf = (path: string): string => {
  const name = basename(path).replace(/\.(br|gz)$/, '');
  if (path.includes('/static/') && HASHED.test(name)) return 'public, max-age=31536000, immutable';
  // The page, the service worker and the manifest decide which build runs: always asked for again (by ETag).
  return path.includes('/static/') ? 'public, max-age=3600' : 'no-cache';
};

/** Whether a browser opens a page, rather than loading a part of one. */
const isNavigation = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && (request.headers.accept ?? '').includes('text/html');

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

/**
 * Serves the built console, with the compressed copies that the build made; every route of the console answers its page.
 * Unknown paths below /api answer an envelope (ERR-5).
 */
export async function serveClient(app: FastifyInstance, clientDir: string | undefined): Promise<void> {
  if (clientDir) {
    await app.register(fastifyStatic, {
      root: clientDir,
      wildcard: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz'],
      setHeaders: (reply, path) => void reply.header('cache-control', cacheOf(path)),
    });
  }
  const page = (reply: FastifyReply) => reply.header('vary', 'accept-encoding').sendFile('index.html');
  if (clientDir) app.route({ method: ['GET', 'HEAD'], url: '/', handler: (_request, reply) => page(reply) });

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (path === '/api' || path.startsWith('/api/')) return sendError(reply, new ApiError(404, 'API not found.'));
    if (clientDir && !path.startsWith('/static/') && isNavigation(request)) return page(reply);
    return reply.code(404).type('text/plain; charset=utf-8').send(`There is nothing at ${path}.`);
  });
}
