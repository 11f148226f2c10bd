import { expect, it } from 'vitest';
import { blockedChannels } from './useBlocked.ts';

it('only channels with a refused or conflicting change are blocked', () => {
  const entry = (recordKey: string, state: 'queued' | 'refused' | 'conflict', collection = 'channelConfigs') => ({
    id: recordKey,
    collection: collection as 'channelConfigs',
    recordKey,
    state,
    effect: 'update' as const,
  });
  const blocked = blockedChannels([
    entry('ID/1', 'queued'),
    entry('ID/2', 'refused'),
    entry('ID/2', 'queued'),
    entry('ID/3', 'conflict'),
    entry('ID/4', 'refused', 'serviceCodes'),
  ]);
  expect([...blocked.keys()]).toEqual(['ID/2', 'ID/3']);
  expect(blocked.get('ID/2')).toMatch(/refused change/);
  expect(blocked.get('ID/3')).toMatch(/conflict/);
});
