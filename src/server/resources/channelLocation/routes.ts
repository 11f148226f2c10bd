import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../../context.ts';
import { resourceExport } from '../export.ts';
import { createListing } from './list.ts';
import { channelLocationReads } from './reads.ts';
import { channelLocationWrites } from './writes.ts';

/** Serviceable locations (channels spec 7.2). */
export function channelLocationRoutes(app: FastifyInstance, context: ServerContext): void {
  const listing = createListing(context.database.pool);
  channelLocationReads(app, context, listing);
  channelLocationWrites(app, context);
  resourceExport(app, context, 'channelLocations', (entity, filters, size) => listing.batches(entity, filters, size));
}
