import { describe, expect, it } from 'vitest';
import type { CallDefinition } from '../../contract/call.ts';
import type { ChannelConfigRow } from '../../contract/resources/channelConfig.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { ADMINISTRATION, FEATURE } from '../../domain/permission.ts';
import { valuesOf } from './plan.ts';
import { eventOfWrite, refusedWrite } from './sources.ts';

const before = { email: 'a@ops.example', name: 'A', privilege: 2, roles: 'editor (ID)' };
const eventOf = (url: string, after: Record<string, unknown>) =>
  eventOfWrite({ feature: ADMINISTRATION, url, body: '{}', before, after });

it.each(['/api/opa/users/a@ops.example', '/api/scim/v2/Users/{id}'])(
  'a change of a user’s roles emits an event, and a new name alone does not (%s)',
  url => {
    expect(eventOf(url, { ...before, roles: '' })).toMatchObject({
      kind: 'right.changed',
      fields: { whose: before.email },
    });
    expect(eventOf(url, { ...before, name: 'B' })).toBeNull();
  },
);

it.each([
  ['/api/v2/ops/users/password-link', { passwordLink: 'renewed' }],
  ['/api/v2/ops/users/end-sessions', { sessions: 'ended' }],
  ['/api/v2/ops/users/remove-passkeys', { passkeys: 'removed' }],
])('a decision about how somebody signs in emits no event, because their rights stay (%s)', (url, logged) => {
  const body = JSON.stringify({ email: before.email, ...logged });
  expect(eventOfWrite({ feature: ADMINISTRATION, url, body, before: null, after: null })).toBeNull();
});

it('the event of a write without a record names the user of the call', () => {
  const write = { feature: ADMINISTRATION, url: '/api/opa/users/7', before: null, after: null };
  const whose = (body: object) => eventOfWrite({ ...write, body: JSON.stringify(body) })?.fields['whose'];
  expect(whose({ email: before.email })).toBe(before.email);
  expect(whose({ emails: [before.email, 'b@ops.example'] })).toBe('a@ops.example, b@ops.example');
  expect(whose({})).toBe('several users');
});

it('the event of a channel that is put into maintenance contains its id and name', () => {
  const after = { channelId: 10021, channelName: 'J&T Express' } satisfies Partial<ChannelConfigRow>;
  const maintenance = (was: number, is: number) =>
    eventOfWrite({
      feature: FEATURE.channelConfigIntegrated,
      url: '/api/sls/channelConfig/maintenance/update',
      body: '{}',
      before: { ...after, maintenance: was },
      after: { ...after, maintenance: is },
    });
  const fields = { channelId: 10021, channel: 'J&T Express' };
  expect(maintenance(0, 1)).toEqual({ kind: 'channel.maintenance', fields });
  expect([maintenance(1, 1), maintenance(1, 0)]).toEqual([null, null]);
});

describe('the record of a refused write', () => {
  const call = (collection: string) =>
    ({ path: '/x', write: { collection, kind: 'update', key: () => '' } }) as unknown as CallDefinition;
  const recordOf = (collection: string, input: unknown) => refusedWrite(RESOURCES, call(collection), input).fields;

  it.each([
    ['serviceCodes', { code: 'REG-1', name: 7 }, 'service code REG-1'],
    ['channelConfigs', { channelId: 10021 }, 'channel 10021'],
    ['serviceCodes', { code: null }, 'service code'],
    ['serviceCodes', {}, 'service code'],
    ['serviceCodes', null, 'service code'],
    ['serviceCodes', 'REG-1', 'service code'],
    ['none', { code: 'REG-1' }, ''],
  ])('in %s, the input %j names "%s"', (collection, input, record) => {
    expect(recordOf(collection, input)).toMatchObject({ record });
  });

  it('an event that was stored before it had a record has an empty one', () => {
    const event = { kind: 'write.refused', country: 'ID' as const, person: 'a@x', at: 0, fields: { reason: 'r' } };
    expect(valuesOf(event)).toMatchObject({ operation: '', record: '', reason: 'r' });
  });
});
