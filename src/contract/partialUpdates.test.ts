import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { EVERY_CALL } from './everyCall.ts';
import { RESOURCES } from './resources/all.ts';
import { updatesOf } from './resource.ts';

/**
 * An update that sends only some of a record's fields never clears the others: no update has a default for an omitted
 * field. Each handler decides what an omitted optional field means, and its own test proves that the field stays
 * unchanged.
 */

/** Inputs that control how a call is executed or are only recorded in the log. They are not fields of a record. */
const NO_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'roles.update': ['preview'],
  'notifyRules.update': ['rotateSecret'],
  'rateTable.setTime': ['remark'],
  'thirdPartyFee.setTime': ['remark'],
  // The changed cells; an empty list changes nothing.
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

describe('updates with only some of a record’s fields', () => {
  it('the check covers updates of both declared and other resources', () => {
    const ids = new Set(updates.map(({ id }) => id));
    expect(RESOURCES.flatMap(updatesOf).filter(({ callId }) => !ids.has(callId))).toEqual([]);
    expect(ids.size).toBeGreaterThan(60);
    for (const id of ['users.update', 'notifyRules.update', 'rateTable.setTime', 'timeslot.createOrUpdate'])
      expect(ids).toContain(id);
  });

  it.each(updates.map(call => [call.id, call] as const))(
    '%s has no default for a field that the input omits',
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
