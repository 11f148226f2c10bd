import type { FastifyInstance } from 'fastify';
import { OWNERS } from '../../../contract/owner.ts';
import { checkServed, STEPS_MOST, type OwnerResult } from '../../../contract/serviceability.ts';
import { checkServiceability, servicesOfAnswer, type CheckQuestion } from '../../../domain/serviceability.ts';
import type { ServerContext } from '../../context.ts';
import { registerRead } from '../../http/registrar.ts';
import { findAddresses } from './addresses.ts';
import { ownersOf, recordsOf } from './records.ts';

/** Whether addresses are served, and why: the console's own function over the records of now. */
export function serviceabilityRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  registerRead(app, context, checkServed, async ({ entity }, input) => {
    const { addresses, other, scenario, shopType, channelIds, threePlIds } = input;
    const withSteps = input.steps ?? addresses.length <= STEPS_MOST;
    const owners = await ownersOf(pool, entity, { channel: channelIds, '3pl': threePlIds });
    const found = await findAddresses(pool, entity, addresses);
    const others = await findAddresses(
      pool,
      entity,
      [other, ...addresses.map(address => address.other)].map(address => address ?? {}),
    );
    const [shared = null, ...own] = others;
    const questions = found.map((address, at): CheckQuestion => {
      const end = addresses[at]?.other ? own[at] : other && shared;
      return { address, other: end ?? null, scenario, shop: shopType === 1 ? 1 : 0 };
    });
    const results: OwnerResult[][] = questions.map(() => []);
    for (const owner of owners) {
      const records = await recordsOf(pool, owner, [...found, ...others]);
      for (const [at, question] of questions.entries()) {
        const answer = checkServiceability(question, records);
        results[at]?.push({
          [OWNERS[owner.scope].field]: owner.id,
          ...servicesOfAnswer(answer),
          ...(withSteps ? { steps: { buyer: answer.buyer.steps, seller: answer.seller.steps } } : {}),
        });
      }
    }
    return {
      list: found.map(({ locationId, chain, postcode, unmatched }, at) => ({
        locationId,
        chain,
        postcode,
        unmatched,
        results: results[at] ?? [],
      })),
    };
  });
}
