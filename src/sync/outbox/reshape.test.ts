import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import { ALL_CALLS } from '../../contract/registry.ts';
import { reshape } from './reshape.ts';

const update = (id: string, fields: Record<string, boolean>) =>
  ({ id, write: { collection: 'channelZones', kind: 'update', key: () => '', fields } }) as unknown as CallDefinition;

const calls = [update('channelZone.update', { zone: true }), update('channelZone.lock', { locked: true })];
const entry = (callId: string) => ({ collection: 'channelZones' as const, callId });
const values = { zone: 'Z1', locked: true };

it('a write that is already of the required kind keeps its call, even if several calls can change the record', () => {
  expect(reshape(entry('channelZone.lock'), 'update', values, { locked: true }, calls)).toEqual({
    callId: 'channelZone.lock',
    input: { locked: true },
  });
  // This holds even if another call would accept more of the changes.
  expect(reshape(entry('channelZone.lock'), 'update', values, { zone: 'Z1' }, calls)).toBeNull();
});

it('a write of another kind gets the call that accepts all of its changes', () => {
  const callFor = (changes: object) =>
    reshape(entry('channelZone.add'), 'update', values, { ...changes }, calls)?.callId;
  expect(callFor({ zone: 'Z1' })).toBe('channelZone.update');
  expect(callFor({ locked: true })).toBe('channelZone.lock');
  expect(callFor({ zone: 'Z1', locked: true })).toBeUndefined();
});

it('a call that requires other fields is skipped, and fields that a call does not accept are omitted', () => {
  const parted = [update('one', { zone: true, level: true }), update('other', { zone: true, level: false })];
  expect(reshape(entry(''), 'update', { zone: 'Z1', version: 3 }, { zone: 'Z1' }, parted)).toEqual({
    callId: 'other',
    input: { zone: 'Z1' },
  });
});

const writes = ALL_CALLS.filter(({ write }) => write !== undefined && write.kind !== 'delete');

/**
 * Calls that also accept the same settings in the formats of the documents: the channel model and deltas (CHC-39,
 * CHC-40).
 */
const takesOtherForms = (id: string): boolean => id.startsWith('channelConfig.');

it.each(writes.map(call => [call.id, call] as const))(
  '%s: the fields of the write are those of its input schema',
  (_, call) => {
    const { shape } = call.input as z.ZodMiniObject<Record<string, z.ZodMiniType>>;
    const taken = Object.entries(shape).map(([name, field]) => [name, !field.safeParse(undefined).success] as const);
    const own = taken.filter(
      ([name]) => name !== 'version' && (!takesOtherForms(call.id) || name in (call.write?.fields ?? {})),
    );
    const fields = Object.entries(call.write?.fields ?? {});
    // Fields that can also be given in another format are required only from the console.
    const expected = own.map(([name, required]) => [
      name,
      takesOtherForms(call.id) ? call.write?.fields?.[name] : required,
    ]);
    expect(Object.fromEntries(fields)).toEqual(Object.fromEntries(expected));
    expect(
      taken.filter(([name, required]) => required && name !== 'version' && call.write?.fields?.[name] !== true),
    ).toEqual([]);
  },
);
