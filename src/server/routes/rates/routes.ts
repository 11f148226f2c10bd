import type { FastifyInstance } from 'fastify';
import { resolvePage } from '../../../contract/common.ts';
import { getRate, getRateHistory } from '../../../contract/rateCalls.ts';
import { keyOf } from '../../../contract/resource.ts';
import { rate } from '../../../contract/resources/rate.ts';
import type { ServerContext } from '../../context.ts';
import { notFound } from '../../base/envelope.ts';
import { registerRead } from '../../http/registrar.ts';
import { findRecord } from '../../resources/records.ts';
import { changesOf } from '../audit/history.ts';

const noRate = (id: number) => notFound(`There is no rate ${id} in this country. GET /rates lists its rates.`);

/** Registers the calls that return a rate and its history, given the id of the rate (RATE-1). */
export function rateRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerRead(app, context, getRate, async ({ entity }, { id }) => {
    const found = await findRecord(pool, rate, { country: entity, id });
    if (!found) throw noRate(id);
    return found as never;
  });

  registerRead(app, context, getRateHistory, async ({ entity }, input) => {
    const { page, count, offset } = resolvePage(input);
    const record = { country: entity, id: input.id };
    const changes = await changesOf(pool, entity, rate.collection, keyOf(rate, record));
    // A rate that was loaded in bulk has no writes yet.
    if (changes.length === 0 && !(await findRecord(pool, rate, record))) throw noRate(input.id);
    return { list: changes.slice(offset, offset + count), page, count, total: changes.length };
  });
}
