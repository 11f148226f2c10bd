import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { LIVE_COLLECTIONS, type Collection } from '../../../contract/call.ts';
import { getChanges, getSegment, getSets, segmentsCall } from '../../../contract/feed.ts';
import type { Declarations } from '../../../contract/declarations.ts';
import { belongsToEntity, isCachedWhole, NO_OWNER, OWNERS } from '../../../contract/owner.ts';
import { ownerField, type Resource } from '../../../contract/resource.ts';
import type { Country } from '../../../domain/country.ts';
import { allows, type Principal } from '../../../domain/permission.ts';
import type { ServerContext } from '../../context.ts';
import { sharedReads, type Encoding } from './sharedRead.ts';
import { requireRight, worksIn } from '../../http/call.ts';
import { badRequest, notFound, okOfJson } from '../../base/envelope.ts';
import { registerRaw, registerRead } from '../../http/registrar.ts';
import { cachedSource, locationSource, type SegmentSource } from '../../segments/source.ts';
import { nameOfOwner } from '../../resources/owners.ts';
import { createSegmentStore } from '../../segments/store.ts';
import { jsonOfSets, wholeSetReads } from '../../segments/wholeSets.ts';

const decompress = promisify(brotliDecompress);

/**
 * The collections in the feed of an entity that a person may read: those whose list calls would return the same rows to
 * them.
 */
const readable = ({ resources }: Declarations, person: Principal, entity: Country): Collection[] => [
  'channels',
  'threePls',
  'locations',
  ...LIVE_COLLECTIONS.filter(({ feature }) => allows(person, entity, feature)).map(({ collection }) => collection),
  ...resources
    .filter(({ feature }) => allows(person, entity, feature))
    .map(({ collection }) => collection as Collection),
];

const accepts = (header: string | undefined, encoding: string): boolean =>
  (header ?? '').split(',').some(part => {
    const [name, quality] = part.trim().split(';');
    return name === encoding && quality?.replaceAll(' ', '') !== 'q=0';
  });

/** Number of characters below which a reply is not worth compressing, as everywhere else (server/app). */
const COMPRESSED_CHARS = 4_096;
/** The supported encodings, in order of preference. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** Registers the change feed and the segments (design 4; MR2, MR3). */
export function feedRoutes(app: FastifyInstance, context: ServerContext): void {
  const {
    declared,
    database: { pool },
  } = context;
  const read = sharedReads(pool, declared);
  const segments = createSegmentStore(context.database);
  const readSets = wholeSetReads(pool);
  const entityOf = (input: { entity: Country }) => input.entity;

  registerRaw(
    app,
    context,
    getChanges,
    async ({ person, entity, request, reply }, { since, size }) => {
      const answer = await read({ entity, since, size, collections: readable(declared, person, entity) });
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      if (answer.text.length < COMPRESSED_CHARS) return reply.send(answer.text);
      reply.header('vary', 'accept-encoding');
      const encoding = ENCODINGS.find(one => accepts(request.headers['accept-encoding'], one));
      if (!encoding) return reply.send(answer.text);
      return reply.header('content-encoding', encoding).send(await answer.encoded(encoding));
    },
    { entityOf },
  );

  const sourceOf = async (
    entity: Country,
    resource: Resource,
    input: Readonly<Record<string, unknown>>,
  ): Promise<SegmentSource> => {
    const { scope } = resource;
    const owner = ownerField(resource);
    if (belongsToEntity(scope)) return cachedSource(entity, resource, NO_OWNER);
    if (input[owner] === undefined) throw badRequest(`${owner}: is required for ${resource.collection}`);
    const id = Number(input[owner]);
    if ((await nameOfOwner(pool, entity, { kind: scope, id })) === null)
      throw notFound(`There is no ${OWNERS[scope].word} ${id} in this country. Check the ID.`);
    return cachedSource(entity, resource, id);
  };

  registerRead(
    app,
    context,
    segmentsCall(declared.resources),
    async ({ person, entity }, { collection, ...owner }) => {
      if (collection === 'locations') return segments.of(locationSource(entity));
      const resource = declared.resourceOf(collection) as Resource;
      requireRight(person, entity, resource.feature);
      return segments.of(await sourceOf(entity, resource, owner));
    },
    { entityOf },
  );

  registerRaw(
    app,
    context,
    getSets,
    async ({ person, entity, reply }, { collections, known }) => {
      const wanted = new Set(collections.split(','));
      const allowed = declared.resources.filter(
        ({ collection, scope, feature }) =>
          wanted.has(collection) && isCachedWhole(scope) && belongsToEntity(scope) && allows(person, entity, feature),
      );
      const sets = await readSets(entity, allowed);
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(okOfJson(jsonOfSets(sets, new Set(known.split(',')))));
    },
    { entityOf },
  );

  registerRaw(app, context, getSegment, async ({ person, request, reply }, input) => {
    const { rows } = await pool.query<{ collection: string; entity: Country; body: Buffer }>(
      'SELECT collection, entity, body FROM segments WHERE id = $1',
      [input.id],
    );
    const segment = rows[0];
    if (!segment || !worksIn(person, segment.entity))
      throw notFound('This segment was replaced. Request the list of segments again.');
    // A collection's name; if the segment belongs to a channel or 3PL, the name is followed by a slash and the owner's
    // id.
    const resource = declared.resourceOf(segment.collection.split('/', 1)[0] ?? '');
    if (!resource && segment.collection !== 'locations')
      throw notFound('This kind of data is no longer cached. Reload the page.');
    requireRight(person, segment.entity, resource?.feature ?? 'signedIn');
    reply
      .header('vary', 'accept-encoding')
      // The console stores segments itself; in the browser's cache, they would still be there after signing out (SW1).
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8');
    if (accepts(request.headers['accept-encoding'], 'br')) {
      return reply.header('content-encoding', 'br').send(segment.body);
    }
    return reply.send(await decompress(segment.body));
  });
}
