import type { FastifyInstance } from 'fastify';
import { OWNERS } from '../../../contract/owner.ts';
import {
  ANSWERS_MOST,
  checkServed,
  serviceableBefore,
  STEPPED_MOST,
  STEPS_MOST,
  type OwnerResult,
} from '../../../contract/serviceability.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { dayEnd } from '../../../domain/day.ts';
import { formatCount } from '../../../domain/format.ts';
import {
  answerKey,
  checkServiceability,
  servicesOfAnswer,
  type CheckQuestion,
  type ServiceRecords,
} from '../../../domain/serviceability.ts';
import type { ServerContext } from '../../context.ts';
import { badRequest } from '../../base/envelope.ts';
import { registerRead } from '../../http/registrar.ts';
import { Turns } from '../../base/turns.ts';
import { yieldToEventLoop } from '../../base/yieldToEventLoop.ts';
import { findAddresses } from '../../serviceability/addresses.ts';
import { recordsBefore } from './before.ts';
import { ownersOf, recordsOf } from '../../serviceability/records.ts';

/**
 * Registers the call that checks whether addresses are served, and why. It applies the same function as the console to
 * the current records.
 */
export function serviceabilityRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  registerRead(app, context, checkServed, async ({ entity }, input) => {
    const { addresses, other, scenario, shopType, channelIds, threePlIds } = input;
    const wanted = await ownersOf(pool, entity, { channel: channelIds, '3pl': threePlIds });
    // Owners without a configuration check nothing, so they are left out when many addresses are checked.
    const all = channelIds === undefined && threePlIds === undefined && addresses.length > STEPS_MOST;
    const owners = all ? wanted.filter(({ config }) => config !== null) : wanted;
    const answers = owners.length * addresses.length;
    const withSteps = input.steps ?? (addresses.length <= STEPS_MOST && answers <= STEPPED_MOST);
    const most = withSteps ? STEPPED_MOST : ANSWERS_MOST;
    if (answers > most) {
      throw badRequest(
        `${formatCount(addresses.length)} addresses for ${formatCount(owners.length)} channels and 3PLs would give more than ` +
          `${formatCount(most)} answers${withSteps ? ' with steps' : ''}. Check fewer addresses at a time${withSteps ? ', or omit the steps' : ''}.`,
      );
    }
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
    const turns = new Turns();
    for (const owner of owners) {
      const records = await recordsOf(pool, owner, [...found, ...others]);
      const resultOf = withSteps ? stepped : remembering;
      const result = resultOf({ [OWNERS[owner.kind].field]: owner.id }, records);
      for (const [at, question] of questions.entries()) {
        results[at]?.push(result(question));
        if (turns.isOver) await turns.next();
      }
      await yieldToEventLoop();
    }
    return {
      list: found.map(({ locationId, chain, postcode, unmatched, others: alternatives }, at) => ({
        locationId,
        chain,
        postcode,
        unmatched,
        alternatives,
        results: results[at] ?? [],
      })),
    };
  });

  registerRead(app, context, serviceableBefore, async ({ entity }, { day, channelId, threePlId }) => {
    const { timeZone, name } = COUNTRIES[entity];
    const until = dayEnd(day, timeZone);
    if (until === null) throw badRequest(`day: ${day} is not a valid day.`);
    const [owner, ...others] = await ownersOf(pool, entity, {
      channel: channelId === undefined ? [] : [channelId],
      '3pl': threePlId === undefined ? [] : [threePlId],
    });
    if (!owner || others.length > 0) throw badRequest(`Specify one channel or one 3PL of ${name}.`);
    return recordsBefore(pool, entity, owner.kind, owner.id, until);
  });
}

type Named = Pick<OwnerResult, 'channelId' | 'threePlId'>;

/** Checks each address separately, and returns the result with its steps. */
const stepped =
  (named: Named, records: ServiceRecords) =>
  (question: CheckQuestion): OwnerResult => {
    const answer = checkServiceability(question, records);
    const steps = { buyer: answer.buyer.steps, seller: answer.seller.steps };
    return { ...named, ...servicesOfAnswer(answer), steps };
  };

/** Checks addresses without returning steps; queries with the same answer share one result. */
function remembering(named: Named, records: ServiceRecords): (question: CheckQuestion) => OwnerResult {
  const known = new Map<string, OwnerResult>();
  return question => {
    const key = answerKey(question, records.config);
    let result = known.get(key);
    if (!result) known.set(key, (result = { ...named, ...servicesOfAnswer(checkServiceability(question, records)) }));
    return result;
  };
}
