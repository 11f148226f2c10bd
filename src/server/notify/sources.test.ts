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
