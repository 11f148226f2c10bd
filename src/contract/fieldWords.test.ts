import { describe, expect, it } from 'vitest';
import { fieldLabel, refusalText } from './fieldWords.ts';
import { updateLocation } from './locations.ts';
import { RESOURCES } from './resources/all.ts';
import { RESOURCE_CALLS } from './resources/calls.ts';
import { callList } from './resourceCalls.ts';

describe('a refusal', () => {
  const { add, list } = RESOURCE_CALLS.channelCdts;
  it.each([
    [add, 'firstMileMax: must be at most 365', 'FL Max Days must be at most 365'],
    [add, 'firstMileMax: FL Max Days is below FL Min Days', 'FL Max Days is below FL Min Days'],
    [add, 'channelId: there is no channel 999', 'Channel ID: there is no channel 999'],
    [list, 'category: must be one of 0, 1, 2', 'Category must be one of 0, 1, 2'],
    [list, 'page: must be greater than 0', 'Page must be greater than 0'],
    [updateLocation, 'parentId: a location cannot be moved', 'Parent ID: a location cannot be moved'],
    [
      RESOURCE_CALLS.channelLocations.remove,
      'locationId: 5 is not a location of Indonesia',
      'Location ID: 5 is not a location of Indonesia',
    ],
    [undefined, 'fileUrlList: must name a file', 'File Url List must name a file'],
    [undefined, 'events.0.channel_id: is required', 'Channel ID is required'],
    [add, 'The body must be a JSON object.', 'The body must be a JSON object.'],
    [
      add,
      'Idempotency-Key: must be 1 to 200 printable characters',
      'Idempotency-Key: must be 1 to 200 printable characters',
    ],
    [add, 'This import was taken back already.', 'This import was taken back already.'],
    [add, '', ''],
  ] as const)('%#: %s', (call, message, shown) => {
    expect(refusalText(call ?? undefined, message)).toBe(shown);
  });

  it('names every field of every declared call by words', () => {
    for (const resource of RESOURCES) {
      for (const call of callList(RESOURCE_CALLS[resource.collection] as never)) {
        for (const name of Object.keys(call.write?.fields ?? resource.fields)) {
          const [label] = refusalText(call, `${name}: is required`).split(' is required');
          expect(label, `${call.id} ${name}`).toBe(fieldLabel(resource.collection, name));
          expect(label, `${call.id} ${name}`).toMatch(/^[^a-z_][^_]*$/);
        }
      }
    }
  });
});

it.each([
  ['channelCdts', 'crossBorderMin', 'Cross-border Min Days'],
  ['locations', 'parentId', 'Parent ID'],
  ['views', 'standard', 'Default'],
  ['channelCdts', 'shop_ids', 'Shop IDs'],
  [undefined, 'threePlId', '3PL ID'],
  [undefined, 'deltaExtraData', 'Delta Extra Data'],
] as const)('the label of %s %s is %s', (collection, name, label) => {
  expect(fieldLabel(collection, name)).toBe(label);
});
