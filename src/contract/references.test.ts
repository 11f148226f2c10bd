import { expect, it } from 'vitest';
import { shop } from './resources/shop.ts';
import { RESOURCES } from './resources/all.ts';
import { PLACES } from './fields/base.ts';
import { missingRecordText, referenceOf, referencesOf, refers, usedText } from './references.ts';
import type { Resource } from './resource.ts';

const resources = RESOURCES as readonly Resource[];
const all = resources.flatMap(resource => referencesOf(resource).map(found => ({ resource, ...found })));
const inLists = all.filter(({ names }) => names.collection !== PLACES);

/** Numbers that look like references, and why they are none. */
const OWN_NUMBERS = [
  // A shop that nobody has listed has no group.
  'shipment.shopId',
  // The number of the group is part of the record; groups have no list of their own.
  'channelGroup.group_id',
];

it('each number that is named like an id refers to a list, except the key of its own record', () => {
  const keys = new Set(resources.flatMap(({ key }) => key));
  const undeclared = resources.flatMap(resource =>
    Object.entries(resource.fields).flatMap(([name, field]) => {
      const isId = /(_id|Id)$/.test(name) || (keys.has(name) && !resource.key.includes(name));
      const isOwnKey =
        resource.key.length === 1 &&
        resource.key[0] === name &&
        !inLists.some(r => r.names.field === name && r.resource === resource);
      return field.kind === 'number' && isId && referenceOf(field) === undefined && !isOwnKey
        ? [`${resource.id}.${name}`]
        : [];
    }),
  );
  expect(undeclared.toSorted()).toEqual(OWN_NUMBERS.toSorted());
});

it('a reference names the only key field of a list of the country that has no deletion', () => {
  expect(inLists.length).toBeGreaterThan(4);
  for (const { resource, name, field, names } of inLists) {
    const list = resources.find(({ collection }) => collection === names.collection);
    const known = [list?.key, list?.scope, list?.calls.delete, list?.fields[names.field]?.kind];
    expect([resource.id, name, ...known]).toEqual([resource.id, name, [names.field], 'entity', false, field.kind]);
  }
});

it('an empty value and a value with a meaning of its own refer to no record', () => {
  const names = { ...shop.fields.shopGroup.names, except: [0, -1] };
  expect([null, undefined, '', 0, -1, 1, 'A'].filter(value => refers(names, value))).toEqual([1, 'A']);
});

it('the messages name the values, the list and what to do', () => {
  const { shopGroup, shopType } = shop.fields;
  expect(missingRecordText(shopGroup.names, [7, 8], 'ID')).toBe(
    'there is no shop group 7, 8 in Indonesia; create it first, or use 0',
  );
  expect(missingRecordText(shopType.names ?? shopGroup.names, ['MALL'], 'MY')).toBe(
    'there is no shop type "MALL" in Malaysia; create it first',
  );
  expect(missingRecordText({ collection: PLACES, field: 'locationId' }, [1, 2, 3, 4, 5, 6], 'ID')).toBe(
    'there is no location 1, 2, 3, 4, 5 and others in Indonesia; use the ID of a place in the location tree',
  );
  expect(usedText(shopGroup.names, 7, ['shop 1', 'shop 2'])).toBe(
    'the shop group 7 cannot be removed, because the shop 1, shop 2 refer to it; change or delete that first',
  );
});
