import { expect, it } from 'vitest';
import type { ChannelConfigRow } from '../../contract/resources/channelConfig.ts';
import { ADMINISTRATION, FEATURE } from '../../domain/permission.ts';
import { eventOfWrite } from './sources.ts';

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
