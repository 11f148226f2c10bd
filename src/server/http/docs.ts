import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { requirePerson } from './call.ts';
import { openApiTexts } from './openapi.ts';

/** The API description: a page at /api/docs, and the document as JSON and YAML. */

const ROOT = '/api/docs';

interface Document {
  type: string;
  tag: string;
  plain: Buffer;
  zipped: Buffer;
}

const compressed = promisify(gzip);

async function documentOf(text: string, type: string): Promise<Document> {
  const plain = Buffer.from(text);
  const tag = `"${createHash('sha256').update(plain).digest('hex').slice(0, 32)}"`;
  return { type, tag, plain, zipped: await compressed(plain) };
}

let made: Promise<Readonly<Record<string, Document>>> | undefined;

/** Returns both documents as bytes, by path. They are generated when first requested and then kept. */
function documents(): Promise<Readonly<Record<string, Document>>> {
  const make = async () => {
    const { json, yaml } = await openApiTexts();
    return {
      [`${ROOT}/json`]: await documentOf(json, 'application/json; charset=utf-8'),
      [`${ROOT}/yaml`]: await documentOf(yaml, 'application/yaml; charset=utf-8'),
    };
  };
  made ??= make();
  made.catch(() => (made = undefined));
  return made;
}

function send(request: FastifyRequest, reply: FastifyReply, { type, tag, plain, zipped }: Document): FastifyReply {
  // Browsers must revalidate cached copies, because another build may have different calls.
  reply.header('cache-control', 'private, no-cache').header('etag', tag).header('vary', 'accept-encoding').type(type);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  const isZipped = String(request.headers['accept-encoding'] ?? '').includes('gzip');
  // If the encoding is set explicitly, the reply is not compressed again for each request.
  return reply.header('content-encoding', isZipped ? 'gzip' : 'identity').send(isZipped ? zipped : plain);
}

/**
 * Serves the pages of the API description. Except in the demo, they require a sign-in, because they list every call and
 * permission of an installation.
 */
export async function serveDocs(app: FastifyInstance, context: ServerContext): Promise<void> {
  await app.register(async docs => {
    docs.addHook('onRoute', route => {
      route.config = { ...route.config, limit: 'docs' };
    });
    docs.addHook('onRequest', async (request, reply) => {
      if (context.config.demo !== true) await requirePerson(context, request, 'session', true);
      const path = request.routeOptions.url ?? '';
      if (path === `${ROOT}/json` || path === `${ROOT}/yaml`) {
        const all = await documents();
        return send(request, reply, all[path] as Document);
      }
      return undefined;
    });
    await docs.register(swagger, { mode: 'static', specification: { document: {} as never } });
    await docs.register(swaggerUi, {
      routePrefix: ROOT,
      staticCSP: true,
      theme: { title: 'Ops Portal API' },
      // If the page is served over plain http, it must not request its own scripts over https.
      transformStaticCSP: header => header.replace(/upgrade-insecure-requests;?/, ''),
    });
  });
}
