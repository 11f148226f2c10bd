import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from './country.ts';
import {
  allows,
  CATEGORY,
  FEATURE,
  isActionCode,
  isOfCategory,
  PRIVILEGE,
  productCategory,
  type Principal,
} from './permission.ts';

const AREA = FEATURE.serviceableArea;
const person = (...codes: string[]): Principal => ({ privilege: PRIVILEGE.normal, codes: { ID: codes } });

describe('checking a permission', () => {
  it('without a session, nothing is allowed (PERM-6)', () => expect(allows(null, 'ID', AREA)).toBe(false));

  it('a System Admin is allowed everything without any codes, but an Entity Admin is not (PERM-3, PERM-4)', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...COUNTRY_CODES), (code, entity) => {
        expect(allows({ privilege: PRIVILEGE.systemAdmin, codes: {} }, entity, code)).toBe(true);
        expect(allows({ privilege: PRIVILEGE.entityAdmin, codes: {} }, entity, code)).toBe(false);
      }),
    );
  });

  it.each([
    [[AREA], AREA, true],
    [[`${AREA}.read`], AREA, true],
    [[`${AREA}.write`], AREA, true],
    [[`${AREA}.maintenance`], AREA, true],
    [[`${AREA}.maintenance`], `${AREA}.read`, false],
    [[`${AREA}.read`], `${AREA}.read`, true],
    [[`${AREA}.read`], `${AREA}.write`, false],
    [[`${AREA}.write`], `${AREA}.read`, false],
    [[AREA], `${AREA}.read`, false],
    [[AREA], `${AREA}.write`, false],
    [[`${FEATURE.cdtOfLocation}.write`], AREA, false],
    [[`${AREA}_v2.read`], AREA, false],
    [[], AREA, false],
  ])('whether a person with the codes %j has the permission %s: %s (PERM-4, PERM-13)', (codes, code, allowed) =>
    expect(allows(person(...codes), 'ID', code)).toBe(allowed),
  );

  it.each(['read', 'write'])(
    'a role with %s for shipping fee rules has it for shops, but not the other way around',
    action => {
      const [rules, shops] = [`${FEATURE.shippingFeeRule}.${action}`, `${FEATURE.shop}.${action}`];
      const other = `${FEATURE.shop}.${action === 'read' ? 'write' : 'read'}`;
      const of = (code: string) => ({ privilege: PRIVILEGE.normal, codes: { ID: [code] } });
      expect([shops, FEATURE.shop, other].map(code => allows(of(rules), 'ID', code))).toEqual([true, true, false]);
      expect([rules, FEATURE.shippingFeeRule].map(code => allows(of(shops), 'ID', code))).toEqual([false, false]);
      expect(allows(of(rules), 'MY', shops)).toBe(false);
    },
  );

  it('permission codes apply only in the entity in which they were granted', () => {
    expect(allows(person(`${AREA}.read`), 'MY', `${AREA}.read`)).toBe(false);
  });
});

it('isActionCode distinguishes actions from features, including features with dots and hyphens', () => {
  for (const feature of Object.values(FEATURE)) {
    expect(isActionCode(feature)).toBe(false);
    for (const action of ['read', 'write', 'maintenance']) expect(isActionCode(`${feature}.${action}`)).toBe(true);
  }
  expect(isActionCode('channel_management.reader')).toBe(false);
});

describe('the categories of people and products', () => {
  it('a product’s category is derived from its entity: 1 is Local, any other is CrossBorder (CONST-2)', () => {
    expect([1, 2].map(productCategory)).toEqual([CATEGORY.local, CATEGORY.crossBorder]);
  });

  it('a person can only work with records of their category; All includes every one (PERM-17, ENT-10)', () => {
    const both = [CATEGORY.crossBorder, CATEGORY.local];
    expect([CATEGORY.all, ...both].map(person => both.map(own => isOfCategory(person, own)))).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ]);
  });
});
