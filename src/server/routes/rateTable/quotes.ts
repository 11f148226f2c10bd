import type { FastifyInstance } from 'fastify';
import { EXPLAINED_MOST, RATE_TABLE_CALLS } from '../../../contract/rateTable/calls.ts';
import type { Family } from '../../../contract/rateTable/versions.ts';
import type { Country } from '../../../domain/country.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { badRequest } from '../../base/envelope.ts';
import { registerRead } from '../../http/registrar.ts';
import { Turns } from '../../base/turns.ts';
import { cheapestHere } from '../../rates/cheapest.ts';
import { findEnds } from '../../rates/ends.ts';
import { quotedBy, quoteOf, tableOf } from '../../rates/quotes.ts';
import type { SealedTables } from '../../rates/sealedFiles.ts';
import { versionFor } from '../../rates/versions.ts';
import { whatIf } from '../../rates/whatIf.ts';

/**
 * Registers the calls that calculate prices (RATE-16): for one parcel with an explanation, for many parcels, for one
 * parcel with all channels, and for a month of orders with a draft.
 */
export function rateQuoteRoutes(
  app: FastifyInstance,
  context: ServerContext,
  family: Family,
  tables: SealedTables,
): void {
  const { pool } = context.database;
  const calls = RATE_TABLE_CALLS[family];
  const scopeOf = (entity: Country) => ({ family, entity, at: nowSeconds(context) });

  const asked = async (entity: Country, input: Parameters<typeof versionFor>[2]) => {
    if (input.id === undefined && input.channelId === undefined)
      throw badRequest('id or channelId: name a version by its id, or a channel');
    const version = await versionFor(pool, scopeOf(entity), input);
    return { by: quotedBy(version), table: await tableOf(pool, tables, version) };
  };

  registerRead(app, context, calls.testFee, async ({ entity }, input) => {
    const { by, table } = await asked(entity, input);
    const ends = await findEnds(pool, entity, [input.parcel.origin, input.parcel.destination]);
    const parcel = ends.parcel(input.parcel);
    const explain = { placeLabel: ends.placeLabel };
    const [esf, asf] = [quoteOf(table, 'esf', parcel, explain), quoteOf(table, 'asf', parcel, explain)];
    return { by, esf: esf as never, asf: asf as never };
  });

  registerRead(app, context, calls.quotes, async ({ entity }, input) => {
    const { kind, parcels, explain } = input;
    if (explain && parcels.length > EXPLAINED_MOST)
      throw badRequest(`explain: is for at most ${EXPLAINED_MOST} parcels; leave it out, or ask about fewer`);
    const { by, table } = await asked(entity, input);
    const ends = await findEnds(
      pool,
      entity,
      parcels.flatMap(({ origin, destination }) => [origin, destination]),
    );
    const words = { placeLabel: ends.placeLabel, lines: explain };
    const list: never[] = [];
    const turns = new Turns();
    for (const parcel of parcels) {
      list.push(quoteOf(table, kind, ends.parcel(parcel), words) as never);
      if (turns.isOver) await turns.next();
    }
    return { by, list };
  });

  registerRead(app, context, calls.cheapest, async ({ entity }, input) => ({
    list: await cheapestHere(pool, tables, scopeOf(entity), input),
  }));

  registerRead(app, context, calls.whatIf, ({ entity }, input) => whatIf(pool, tables, scopeOf(entity), input));
}
