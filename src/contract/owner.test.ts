import { describe, expect, it } from 'vitest';
import {
  cachedOwner,
  cachedOwnerIn,
  compareOwners,
  keyOfOwner,
  OF_ENTITY,
  ownerInput,
  ownerOfKey,
  readOwnerKey,
  scopeOfOwner,
} from './owner.ts';

describe('the keys of owners', () => {
  it.each([
    [{ kind: 'channel', id: 10021 }, 'channel:10021'],
    [{ kind: '3pl', id: 501 }, '3pl:501'],
    [{ kind: 'channel', id: -7 }, 'channel:-7'],
  ] as const)('the key of owner %o is %s', (owner, key) => {
    expect(keyOfOwner(owner)).toBe(key);
    expect(ownerOfKey(key)).toEqual(owner);
  });

  it('a provisional channel has a different key than any 3PL', () => {
    expect(scopeOfOwner(cachedOwner('channel', -501))).toBe('channel');
    expect(cachedOwner('channel', -501)).not.toBe(cachedOwner('3pl', 501));
  });

  it('owners are sorted: the entity, then channels, then 3PLs', () => {
    const owners = ['3pl:7', 'channel:501', OF_ENTITY, '3pl:12', 'channel:34'] as const;
    expect(owners.toSorted(compareOwners)).toEqual([OF_ENTITY, 'channel:34', 'channel:501', '3pl:7', '3pl:12']);
  });
});

it.each([
  ['channel:10021', 'channel:10021'],
  ['3pl:501', '3pl:501'],
  [10021, 'channel:10021'],
  ['10021', 'channel:10021'],
  [-501, '3pl:501'],
  ['-501', '3pl:501'],
  [0, null],
  ['', null],
  [undefined, null],
  ['entity', null],
  ['3pl:', null],
  ['channel:1.5', null],
  ['channel:99999999999999999999', null],
])('the stored value %o, which may be a number from an older build, is parsed as the owner %o', (value, key) => {
  expect(readOwnerKey(value)).toBe(key);
});

it('cachedOwnerIn returns the owner with which the requested records are cached', () => {
  expect(cachedOwnerIn('channel', { channelId: 10021, threePlId: 501 })).toBe('channel:10021');
  expect(cachedOwnerIn('3pl', { channelId: 10021, threePlId: 501 })).toBe('3pl:501');
  expect(cachedOwnerIn('channel', {})).toBeNull();
  expect(cachedOwnerIn('entity', {})).toBe(OF_ENTITY);
  expect(cachedOwnerIn('none', { channelId: 10021 })).toBeNull();
});

it('ownerInput returns the owner’s id under the field name that calls expect', () => {
  expect(ownerInput('channel:10021')).toEqual({ channelId: 10021 });
  expect(ownerInput('3pl:501')).toEqual({ threePlId: 501 });
  expect(ownerInput(OF_ENTITY)).toEqual({});
});
