import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import { reshape } from './reshape.ts';

const update = (id: string, input: z.ZodMiniType) =>
  ({ id, input, write: { collection: 'channelZones', kind: 'update', key: () => '' } }) as unknown as CallDefinition;

const calls = [
  update('channelZone.update', z.object({ zone: z.string() })),
  update('channelZone.lock', z.object({ locked: z.boolean() })),
];
const entry = (callId: string) => ({ collection: 'channelZones' as const, callId });
const values = { zone: 'Z1', locked: true };

it('keeps the call of a write of the same kind where a record is changed by several calls', () => {
  expect(reshape(entry('channelZone.lock'), 'update', values, { locked: true }, calls)).toEqual({
    callId: 'channelZone.lock',
    input: { locked: true },
  });
  // Not even where another call would take more of it.
  expect(reshape(entry('channelZone.lock'), 'update', values, { zone: 'Z1' }, calls)).toBeNull();
});

it('gives a write of another kind the call that takes all of its changes', () => {
  const callFor = (changes: object) =>
    reshape(entry('channelZone.add'), 'update', values, { ...changes }, calls)?.callId;
  expect(callFor({ zone: 'Z1' })).toBe('channelZone.update');
  expect(callFor({ locked: true })).toBe('channelZone.lock');
  expect(callFor({ zone: 'Z1', locked: true })).toBeUndefined();
});
