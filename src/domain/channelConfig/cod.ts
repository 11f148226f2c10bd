import type { Country } from '../country.ts';
import { NO, YES, type YesNo } from '../serviceableChoices.ts';

/** Rules of the COD dialog (channels spec 3, 4; CHC-20 to CHC-25). */

/**
 * The only country with SOD and KYC control. The documents do not name it: "two countries are special-cased", one of
 * them being PH for its verify levels (decision G52).
 */
export const SPECIAL_COUNTRY: Country = 'TW';

export interface CodSettings {
  cod: YesNo;
  cod_toggle: YesNo;
  shop_cod_whitelist: YesNo;
  shop_cod_blacklist: YesNo;
  sod: YesNo;
}
export type CodField = keyof CodSettings;

export const hasSod = (country: Country): boolean => country === SPECIAL_COUNTRY;
export const hasKycControl = (country: Country): boolean => country === SPECIAL_COUNTRY;

/**
 * The settings after one of them was changed. Turning COD on or off resets SOD (CHC-23); turning on the shop COD
 * whitelist or blacklist turns off the other (CHC-25).
 */
export function withCod<S extends CodSettings>(settings: S, field: CodField, value: YesNo): S {
  const next = { ...settings, [field]: value };
  if (field === 'cod') return { ...next, sod: NO };
  if (value === NO) return next;
  if (field === 'shop_cod_whitelist') return { ...next, shop_cod_blacklist: NO };
  return field === 'shop_cod_blacklist' ? { ...next, shop_cod_whitelist: NO } : next;
}

/** Whether a control of the dialog is enabled: every control except COD itself requires COD to be on (CHC-24). */
export const canSetCod = (settings: CodSettings, field: CodField): boolean => field === 'cod' || settings.cod === YES;

/**
 * COD settings after a partial update. Settings in the update are used unchanged and validated by `codProblem`;
 * dependent settings follow: changing COD resets SOD (CHC-23), and turning on one list turns off the other (CHC-25).
 */
export function followingCod<S extends CodSettings>(
  before: Pick<CodSettings, 'cod'>,
  after: S,
  isNamed: (field: CodField) => boolean,
): S {
  const next = { ...after };
  if (next.cod !== before.cod && !isNamed('sod')) next.sod = NO;
  if (next.shop_cod_whitelist !== YES || next.shop_cod_blacklist !== YES) return next;
  if (!isNamed('shop_cod_blacklist')) next.shop_cod_blacklist = NO;
  else if (!isNamed('shop_cod_whitelist')) next.shop_cod_whitelist = NO;
  return next;
}

/** Why these settings are invalid; null if they are valid. */
export function codProblem(settings: CodSettings, country: Country): { field: CodField; problem: string } | null {
  if (settings.shop_cod_whitelist === YES && settings.shop_cod_blacklist === YES)
    return {
      field: 'shop_cod_blacklist',
      problem: 'A channel can have the shop COD whitelist or the shop COD blacklist, but not both',
    };
  if (settings.sod !== YES) return null;
  if (!hasSod(country)) return { field: 'sod', problem: `SOD is available only in ${SPECIAL_COUNTRY}` };
  return settings.cod === YES ? null : { field: 'sod', problem: 'SOD requires COD to be on' };
}
