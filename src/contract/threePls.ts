import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { country, recordId, version } from './common.ts';

/** A 3PL (third-party logistics partner) in choices, names and the mirror (channels spec 2.5). */
export const threePlRow = z.object({
  threePlId: recordId,
  name: z.string(),
  country,
  version,
});
export type ThreePlRow = z.output<typeof threePlRow>;

export const listThreePls = defineCall({
  id: 'threePls.list',
  method: 'GET',
  path: '/common/get_3pl_list',
  input: z.object({}),
  output: z.object({ list: z.array(threePlRow) }),
  permission: 'signedIn',
  offline: 'mirror',
  summary: "Lists 3PLs of the person's entity (shell spec 7)",
});
