import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import type { OutboxEntry } from '../types.ts';
import { reshape } from './reshape.ts';

const update = (id: string, input: z.ZodMiniType) =>
  ({ id, input, write: { collection: 'channelZones', kind: 'update', key: () => '' } }) as unknown as CallDefinition;

it('keeps the call of a write of the same kind where a record is changed by several calls', () => {
  const calls = [
    update('channelZone.update', z.object({ zone: z.string() })),
    update('channelZone.lock', z.object({ locked: z.boolean() })),
  ];
  const entry = (callId: string) => ({ collection: 'channelZones', callId }) as OutboxEntry;
  const values = { zone: 'Z1', locked: true };
  expect(reshape(entry('channelZone.lock'), 'update', values, calls)).toEqual({
    callId: 'channelZone.lock',
    input: { locked: true },
  });
  expect(reshape(entry('channelZone.add'), 'update', values, calls)?.callId).toBe('channelZone.update');
});
