import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { EVERY_CALL } from './everyCall.ts';
import { RESOURCES } from './resources/all.ts';
import { updatesOf } from './resource.ts';

/**
 * A body that names some fields of a record never empties the others: no update gives a field that is left out a value. What a
 * field is without (an optional one) is up to the handler, whose own test says that it stays.
 */

/** What says how a call is carried out, or what is noted of it: no field of a record. */
const NO_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'roles.update': ['preview'],
  'notifyRules.update': ['rotateSecret'],
  'rateTable.setTime': ['remark'],
  'thirdPartyFee.setTime': ['remark'],
  // The cells that change: none of them changes nothing.
  'rateTable.apply': ['cells'],
  'thirdPartyFee.apply': ['cells'],
  'rateTable.updateRemoteFees': ['replace'],
  'thirdPartyFee.updateRemoteFees': ['replace'],
  // The reason of a change of many orders, which each of them gets.
  'recon.changeMatching': ['remark'],
};

const CHANGES = /\.(update|set|change|edit|save|move)|createOrUpdate|preferences$/i;
const updates = EVERY_CALL.filter(
  ({ id, method, write }) =>
    method !== 'GET' &&
    (write ? write.kind === 'update' : method === 'PUT' || CHANGES.test(id)) &&
    id !== 'users.import',
);

describe('updates', () => {
  it('updates of declared resources and of others are known', () => {
    const ids = new Set(updates.map(({ id }) => id));
    expect(RESOURCES.flatMap(updatesOf).filter(({ callId }) => !ids.has(callId))).toEqual([]);
    expect(ids.size).toBeGreaterThan(60);
    for (const id of ['users.update', 'notifyRules.update', 'rateTable.setTime', 'timeslot.createOrUpdate'])
      expect(ids).toContain(id);
  });

  it.each(updates.map(call => [call.id, call] as const))(
    '%s gives no value to a field that the input does not name',
    (id, { input }) => {
      const { shape = {} } = input as { shape?: Record<string, z.ZodMiniType> };
      const invented = Object.entries(shape).filter(([, field]) => {
        const read = field.safeParse(undefined);
        return read.success && read.data !== undefined;
      });
      expect(invented.map(([name]) => name)).toEqual(NO_FIELDS[id] ?? []);
    },
  );
});
