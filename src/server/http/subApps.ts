import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isHashed } from '../../domain/hashedFile.ts';
import { MOUNTS } from '../../domain/mounts.ts';
import { MANIFEST, readManifest, type SubAppManifest } from '../../domain/subApplication.ts';
import { pathOf } from '../base/requestPath.ts';

/** Permits plain names only, which excludes hidden files. */
const isFilePath = (path: string): boolean => /^(\/[\w@][\w@.~-]*)+$/.test(path) && !path.includes('..');

/**
 * Serves `/static/<path>/` of each mount from a separate folder, which is read on each request. A sub-application is
 * deployed by replacing its folder, without restarting the server or rebuilding the console.
 */
export async function serveSubApps(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  // Creates the folders, so that people find them when they deploy. On a read-only disk, there are no sub-applications.
  await mkdir(folder, { recursive: true }).catch(() => undefined);
  await app.register(async scope => {
    await scope.register(fastifyStatic, { root: folder, serve: false, index: false, cacheControl: false });
    for (const { path } of MOUNTS) {
      scope.route({
        method: ['GET', 'HEAD'],
        url: `/static/${path}/*`,
        handler: (request, reply) => {
          const file = pathOf(request.url);
          if (!isFilePath(file)) return void reply.callNotFound();
          reply.header('cache-control', isHashed(file) ? 'public, max-age=31536000, immutable' : 'no-cache');
          return void reply.sendFile(file.slice('/static/'.length), folder, { cacheControl: false });
        },
      });
    }
  });
}

/**
 * Returns what is currently deployed in a folder: for each mount, its manifest or what is wrong with it. Mounts without
 * a manifest are omitted.
 */
export async function deployedSubApps(
  folder: string | undefined,
): Promise<{ mount: string; found: SubAppManifest | string }[]> {
  if (folder === undefined) return [];
  const found = await Promise.all(
    MOUNTS.map(async ({ path }) => {
      const text = await readFile(join(folder, path, MANIFEST), 'utf8').catch(() => null);
      if (text === null) return [];
      try {
        return [{ mount: path, found: readManifest(JSON.parse(text), path) }];
      } catch {
        return [{ mount: path, found: 'it is not JSON' }];
      }
    }),
  );
  return found.flat();
}
