import * as z from 'zod/mini';
import { defineCall, type CallDefinition } from './call.ts';

/** Tells the server's operators whether it is working. The response contains no data about people or records. */

export const getHealth = defineCall({
  id: 'operation.health',
  method: 'GET',
  path: '/health',
  input: z.object({}),
  output: z.object({ status: z.literal('alive') }),
  permission: 'public',
  offline: 'network',
  summary: 'Returns whether the process is alive; it does not use the database',
});

export const check = z.object({ name: z.string(), ok: z.boolean(), detail: z.string() });

export const getReady = defineCall({
  id: 'operation.ready',
  method: 'GET',
  path: '/ready',
  input: z.object({}),
  output: z.object({ ready: z.boolean(), checks: z.array(check) }),
  permission: 'public',
  offline: 'network',
  summary: 'Returns whether the server can take calls: database, migrations and disk; 503 with the checks if it cannot',
});
export type Check = z.output<typeof check>;

export const OPERATION_CALLS = [getHealth, getReady] as unknown as readonly CallDefinition[];
