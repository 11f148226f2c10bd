import * as z from 'zod/mini';
import { mayBeEmpty } from '../../../contract/fields/base.ts';
import { canDelete, fieldOf, updatesOf, type Resource } from '../../../contract/resource.ts';
import { requireRight, type Call } from '../../http/call.ts';
import { badRequest } from '../../base/envelope.ts';
import { readInput } from '../../http/readInput.ts';
import type { BulkChange } from '../../imports/records.ts';
import { readKey } from '../../resources/records.ts';
import { servedOf } from '../../resources/all.ts';
import { problemOf } from '../../../contract/rule.ts';
import { checked, requireNone } from '../../resources/checked.ts';

interface Asked {
  set?: Readonly<Record<string, number | string | boolean | null>> | undefined;
  action?: string | undefined;
  from?: string | undefined;
  delete?: boolean | undefined;
}

/** The permissions, one of which a bulk change requires, depending on its input. */
export const bulkRightsOf = (resource: Resource): string[] => [
  `${resource.feature}.write`,
  ...updatesOf(resource).map(({ permission }) => permission),
];

/**
 * Parses the input of a bulk change by the rules of the call that makes the same change to a single record: checks the
 * permission, the fields and their values.
 * @throws ApiError 400, 403
 */
export async function bulkChangeOf(call: Call, resource: Resource, asked: Asked): Promise<BulkChange> {
  const served = servedOf(resource);
  const { calls } = served;
  if (asked.delete) {
    if (asked.set !== undefined) throw badRequest('set: records are either changed or deleted');
    if (asked.from !== undefined) throw badRequest('from: nothing is copied by a deletion');
    if (!calls.remove || !canDelete(resource)) throw badRequest('delete: records of this kind cannot be deleted');
    requireRight(call.person, call.entity, calls.remove.permission);
    return { callId: calls.remove.id, set: null };
  }
  const update = updatesOf(resource).find(({ action }) => action === (asked.action ?? null));
  const own = update && (update.action === null ? calls.update : calls.actions[update.action]);
  if (!update || !own) throw badRequest('action: records of this kind have no such change');
  requireRight(call.person, call.entity, update.permission);
  const { from } = asked;
  if (from !== undefined && !readKey(resource, from)) throw badRequest('from: is not a key of such a record');
  const names = Object.keys(asked.set ?? {});
  if (names.length === 0) throw badRequest('set: must name a field');
  const other = names.find(name => !update.fields.includes(name));
  if (other !== undefined) throw badRequest(`set: ${other} cannot be changed by this`);
  const open = names.filter(name => asked.set?.[name] === null);
  const closed = open.find(name => !mayBeEmpty(fieldOf(resource, name)));
  if (closed !== undefined) throw badRequest(`set: ${closed} cannot be left empty`);
  // The input schemas of that call are used, so that both calls accept the same values.
  const { shape } = own.input as unknown as z.ZodMiniObject;
  const filled = names.filter(name => !open.includes(name));
  const wanted = z.object(Object.fromEntries(filled.map(name => [name, shape[name] as z.ZodMiniType])));
  const values = readInput(wanted, {
    params: {},
    query: {},
    body: Object.fromEntries(filled.map(name => [name, asked.set?.[name]])),
    fromBody: true,
    stores: true,
  });
  const set = await checked(call.context.database.pool, resource, call.entity, values);
  // Rules that involve other fields of the record are checked for each record later.
  requireNone(problemOf(resource, set, call.entity, names));
  return {
    callId: own.id,
    set: { ...set, ...Object.fromEntries(open.map(name => [name, null])) } as never,
    ...(from === undefined ? {} : { from }),
  };
}
