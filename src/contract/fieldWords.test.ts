import { describe, expect, it } from 'vitest';
import { cellParser } from '../domain/import/parseCell.ts';
import { TextPool } from '../domain/sheet/textPool.ts';
import { kindOf, type Field } from './fields/all.ts';
import { fieldLabel, refusalText } from './fieldWords.ts';
import { updateLocation } from './locations.ts';
import { RATE_FILES } from './rateImports/resources.ts';
import { labelOf } from './resource.ts';
import { channelCdt } from './resources/channelCdt.ts';
import { RESOURCES } from './resources/all.ts';
import { RESOURCE_CALLS } from './resources/calls.ts';
import { callList } from './resourceCalls.ts';

describe('error messages shown to people', () => {
  const { add, list } = RESOURCE_CALLS.channelCdts;
  const order = RESOURCE_CALLS.channelConfigs.update;
  it.each([
    [add, 'firstMileMax: must be at most 365', 'FL Max Days must be at most 365'],
    [add, 'firstMileMax: FL Max Days is below FL Min Days', 'FL Max Days is below FL Min Days'],
    [add, 'channelId: there is no channel 999', 'Channel ID: there is no channel 999'],
    [list, 'category: must be one of 1, 2', 'Category must be one of CrossBorder, Local'],
    [list, 'category: must be one of 0, 1, 7', 'Category must be one of 0, 1, 7'],
    [RESOURCE_CALLS.channelLocations.add, 'canCOD: must be true or false', 'Support COD Deliver must be Yes or No'],
    [order, 'max_distance: must be at least 0', 'Max Distance must be at least 0'],
    [order, 'max_distance: must be at most 41500', 'Max Distance must be at most 41.5'],
    [order, 'cod_max_order_total: must be less than 12345000', 'COD Max Order Total must be less than 123.45'],
    [order, 'max_distance: must be at most 9007199254740991', 'Max Distance has too many digits for this field'],
    [order, 'max_distance: must be a whole number', 'Max Distance must be one number with at most 3 decimal places'],
    [add, 'firstMileMax: must be a whole number', 'FL Max Days must be a whole number'],
    [list, 'page: must be greater than 0', 'Page must be greater than 0'],
    [updateLocation, 'parentId: a location cannot be moved', 'Parent ID: a location cannot be moved'],
    [
      updateLocation,
      'name: contains a character that cannot be stored',
      'Name contains a character that cannot be stored',
    ],
    [
      RESOURCE_CALLS.channelLocations.remove,
      'locationId: 5 is not a location of Indonesia',
      'Location ID: 5 is not a location of Indonesia',
    ],
    [undefined, 'webhookUrl: must be at most 500 characters', 'Webhook address must be at most 500 characters'],
    [undefined, 'webhookUrl: Webhook address is not an address', 'Webhook address is not an address'],
    [undefined, 'roleIds: there is no role 7', 'Roles: there is no role 7'],
    [undefined, 'fileUrlList: must name a file', 'File Url List must name a file'],
    [undefined, 'events.0.channel_id: is required', 'Channel ID is required'],
    [add, 'The body must be a JSON object.', 'The body must be a JSON object.'],
    [
      add,
      'Idempotency-Key: must be 1 to 200 printable characters',
      'Idempotency-Key: must be 1 to 200 printable characters',
    ],
    [add, 'This import has already been undone.', 'This import has already been undone.'],
    [add, '', ''],
  ] as const)('error message %# is shown as: %s', (call, message, shown) => {
    expect(refusalText(call ?? undefined, message)).toBe(shown);
  });

  it('every field of every declared call has a label', () => {
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
  ['channelCdts', 'updatedAt', 'Last changed on'],
  [undefined, 'threePlId', '3PL ID'],
  [undefined, 'deltaExtraData', 'Delta Extra Data'],
] as const)('in %s, the label of %s is %s', (collection, name, label) => {
  expect(fieldLabel(collection, name)).toBe(label);
});

it('an undeclared field is labeled in plain words', () => {
  expect(['category', 'country', 'updatedBy', 'shop_ids'].map(name => labelOf(channelCdt, name))).toEqual([
    'Category',
    'Country',
    'Last changed by',
    'Shop IDs',
  ]);
});

it('files accept the labels that lists show instead of numbers, in any case', () => {
  const resources = [...RESOURCES, ...RATE_FILES.map(({ resource }) => resource)];
  const fields = resources.flatMap(({ fields: all }) => Object.values(all as Readonly<Record<string, Field>>));
  const labeled = fields.flatMap(field => (field.kind === 'number' && field.words ? [field] : []));
  expect(new Set(labeled.map(({ label }) => label))).toEqual(new Set(['Shop Group', 'Type']));
  for (const field of labeled) {
    const { min = -Infinity } = field;
    const cells = cellParser(kindOf(field).sheet(field), { country: 'ID', texts: new TextPool() });
    for (const { value, label } of field.words ?? [])
      for (const text of [label, ` ${label.toUpperCase()} `, String(value)])
        expect([field.label, text, cells.text(text).value]).toEqual([
          field.label,
          text,
          value < min ? Number.NEGATIVE_INFINITY : value,
        ]);
    expect(cells.text('another').rule).toBeGreaterThan(0);
  }
});
