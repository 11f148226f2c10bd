import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { EVERY_CALL } from './everyCall.ts';
import { RESOURCES } from './resources/all.ts';
import { updatesOf } from './resource.ts';

/**
 * A body with some of a record's fields never clears the others: no update has a default for an omitted field. Each
 * handler decides what happens to an omitted optional field, and its own test proves that the field stays unchanged.
 */

/**
 * Inputs that control how a call is executed, or that are only recorded in the log; they are not fields of a record.
 */
const NO_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'roles.update': ['preview'],
  'notifyRules.update': ['rotateSecret'],
  'rateTable.setTime': ['remark'],
  'thirdPartyFee.setTime': ['remark'],
  // The changed cells: without any, nothing changes.
  'rateTable.apply': ['cells'],
  'thirdPartyFee.apply': ['cells'],
  'rateTable.updateRemoteFees': ['replace'],
  'thirdPartyFee.updateRemoteFees': ['replace'],
  // The reason for a change of many orders, which is stored with each of them.
  'recon.changeMatching': ['remark'],
};

const CHANGES = /\.(update|set|change|edit|save|move)|createOrUpdate|preferences$/i;
const updates = EVERY_CALL.filter(
  ({ id, method, write }) =>
    method !== 'GET' &&
    (write ? write.kind === 'update' : method === 'PUT' || CHANGES.test(id)) &&
    id !== 'users.import',
);

describe('partial updates', () => {
  it('the check covers the updates of declared and other resources', () => {
    const ids = new Set(updates.map(({ id }) => id));
    expect(RESOURCES.flatMap(updatesOf).filter(({ callId }) => !ids.has(callId))).toEqual([]);
    expect(ids.size).toBeGreaterThan(60);
    for (const id of ['users.update', 'notifyRules.update', 'rateTable.setTime', 'timeslot.createOrUpdate'])
      expect(ids).toContain(id);
  });

  it.each(updates.map(call => [call.id, call] as const))('%s sets no field that the input omits', (id, { input }) => {
    const { shape = {} } = input as { shape?: Record<string, z.ZodMiniType> };
    const invented = Object.entries(shape).filter(([, field]) => {
      const read = field.safeParse(undefined);
      return read.success && read.data !== undefined;
    });
    expect(invented.map(([name]) => name)).toEqual(NO_FIELDS[id] ?? []);
  });
});
