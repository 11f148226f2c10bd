import type { FastifyInstance } from 'fastify';
import { FAMILIES } from '../../../contract/rateTable/versions.ts';
import type { ServerContext } from '../../context.ts';
import { SealedTables } from '../../rates/sealedFiles.ts';
import { rateChannelRoutes } from './channels.ts';
import { rateQuoteRoutes } from './quotes.ts';
import { rateRowRoutes } from './rows.ts';
import { rateVersionRoutes } from './versions.ts';

/** Registers all rate table calls, once for each family (FEE-1, G95). */
export function rateTableRoutes(app: FastifyInstance, context: ServerContext): void {
  // Sealed files are named after their hash, so both families can share them.
  const tables = new SealedTables();
  for (const family of FAMILIES) {
    rateChannelRoutes(app, context, family);
    rateVersionRoutes(app, context, family, tables);
    rateRowRoutes(app, context, family, tables);
    rateQuoteRoutes(app, context, family, tables);
  }
}
