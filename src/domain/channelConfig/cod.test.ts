import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from '../country.ts';
import { NO, YES } from '../serviceableChoices.ts';
import { canSetCod, codProblem, hasKycControl, hasSod, withCod, type CodField, type CodSettings } from './cod.ts';

const OFF: CodSettings = { cod: NO, cod_toggle: NO, shop_cod_whitelist: NO, shop_cod_blacklist: NO, sod: NO };
const ON: CodSettings = { ...OFF, cod: YES };
const FIELDS = Object.keys(OFF) as CodField[];

describe('COD dialog (channels spec 4)', () => {
  it.each<{ title: string; from: CodSettings; field: CodField; value: 0 | 1; changed: Partial<CodSettings> }>([
    {
      title: 'turning COD off resets SOD',
      from: { ...ON, sod: YES },
      field: 'cod',
      value: NO,
      changed: { cod: NO, sod: NO },
    },
    {
      title: 'turning COD on resets SOD',
      from: { ...OFF, sod: YES },
      field: 'cod',
      value: YES,
      changed: { cod: YES, sod: NO },
    },
    {
      title: 'turning COD off keeps the lists and the toggle',
      from: { ...ON, cod_toggle: YES, shop_cod_whitelist: YES },
      field: 'cod',
      value: NO,
      changed: { cod: NO },
    },
    {
      title: 'turning on the whitelist clears the blacklist',
      from: { ...ON, shop_cod_blacklist: YES },
      field: 'shop_cod_whitelist',
      value: YES,
      changed: { shop_cod_whitelist: YES, shop_cod_blacklist: NO },
    },
    {
      title: 'turning on the blacklist clears the whitelist',
      from: { ...ON, shop_cod_whitelist: YES },
      field: 'shop_cod_blacklist',
      value: YES,
      changed: { shop_cod_blacklist: YES, shop_cod_whitelist: NO },
    },
    {
      title: 'turning the whitelist off leaves the blacklist unchanged',
      from: { ...ON, shop_cod_blacklist: YES },
      field: 'shop_cod_whitelist',
      value: NO,
      changed: {},
    },
    { title: 'turning on SOD changes nothing else', from: ON, field: 'sod', value: YES, changed: { sod: YES } },
  ])('$title', ({ from, field, value, changed }) => {
    expect(withCod(from, field, value)).toEqual({ ...from, ...changed });
  });

  it('every control except COD is disabled while COD is off (CHC-24)', () => {
    expect(FIELDS.filter(field => canSetCod(OFF, field))).toEqual(['cod']);
    expect(FIELDS.filter(field => canSetCod(ON, field))).toEqual(FIELDS);
  });

  it('no sequence of enabled controls turns on both lists, or turns on SOD without COD', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...FIELDS), fc.constantFrom(NO, YES)));
    fc.assert(
      fc.property(steps, taken => {
        const end = taken.reduce(
          (settings, [field, value]) => (canSetCod(settings, field) ? withCod(settings, field, value) : settings),
          OFF,
        );
        expect(codProblem(end, 'TW')).toBeNull();
      }),
    );
  });

  it.each<[CodSettings, (typeof COUNTRY_CODES)[number], CodField | null]>([
    [{ ...ON, shop_cod_whitelist: YES, shop_cod_blacklist: YES }, 'ID', 'shop_cod_blacklist'],
    [{ ...ON, sod: YES }, 'ID', 'sod'],
    [{ ...OFF, sod: YES }, 'TW', 'sod'],
    [{ ...ON, sod: YES }, 'TW', null],
    [ON, 'PH', null],
  ])('the COD settings %o are validated in %s', (settings, country, field) => {
    expect(codProblem(settings, country)?.field ?? null).toBe(field);
  });

  it('SOD and KYC control exist in exactly one country, which is not PH (PERM-18, G52)', () => {
    expect(COUNTRY_CODES.filter(hasSod)).toHaveLength(1);
    expect(COUNTRY_CODES.filter(hasKycControl)).toEqual(COUNTRY_CODES.filter(hasSod));
    expect(hasSod('PH')).toBe(false);
  });
});
