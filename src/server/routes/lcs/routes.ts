import type { FastifyInstance } from 'fastify';
import { createOrUpdateTimeslot, getPickupConfig } from '../../../contract/lcsCalls.ts';
import { pickup } from '../../../contract/resources/pickup.ts';
import { timeslot } from '../../../contract/resources/timeslot.ts';
import type { ServerContext } from '../../context.ts';
import { badRequest, notFound } from '../../base/envelope.ts';
import { registerRead, registerWrite } from '../../http/registrar.ts';
import { servedOf } from '../../resources/all.ts';
import { findRecord } from '../../resources/records.ts';
import { addChecked, changeChecked } from '../../resources/routes.ts';

/**
 * Registers the calls about pickup configurations and timeslots that are not derived from a declaration (LCS-1, LCS-2).
 */
export function lcsRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const served = servedOf(timeslot);

  registerRead(app, context, getPickupConfig, async ({ entity }, { id }) => {
    const found = await findRecord(pool, pickup, { country: entity, channelId: id });
    if (!found)
      throw notFound(
        `Channel ${id} has no pickup configuration in this country. GET /lcs/pickup/list lists the existing ones.`,
      );
    return found as never;
  });

  registerWrite(app, context, createOrUpdateTimeslot, {
    apply: (db, { version, ...input }, scope) => {
      if (input.id !== undefined) {
        // If the capacity is omitted, it is left unchanged; all other fields are required.
        const changes = Object.fromEntries(
          timeslot.edit.flatMap(field => (input[field] === undefined ? [] : [[field, input[field]]])),
        );
        return changeChecked(db, served, input, changes, { ...scope, version, callId: createOrUpdateTimeslot.id });
      }
      for (const name of ['channelId', 'slot'] as const)
        if (input[name] === undefined)
          throw badRequest(`${name}: is required to add a timeslot; to change a timeslot, send its id`);
      const { id: _none, ...values } = input;
      return addChecked(db, served, { ...values, capacity: values.capacity ?? null }, scope);
    },
  });
}
