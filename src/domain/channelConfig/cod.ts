import { COUNTRIES, type Country } from '../country.ts';
import { withFollowing, type Follow } from '../follows.ts';
import { NO, YES, type YesNo } from '../serviceableChoices.ts';

/** Rules of the COD dialog (channels spec 3, 4; CHC-20 to CHC-25). */

/**
 * The only country with SOD and KYC control. The documents do not name it: "two countries are special-cased", one of
 * them being PH for its verify levels (decision G52).
 */
export const SPECIAL_COUNTRY: Country = 'TW';
export const SPECIAL_COUNTRY_NAME = COUNTRIES[SPECIAL_COUNTRY].inText;

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
 * Turning COD on or off resets SOD (CHC-23); turning on the shop COD whitelist or blacklist turns off the other
 * (CHC-25).
 */
export const COD_FOLLOWS: readonly Follow[] = [
  { field: 'cod', set: { sod: NO } },
  { field: 'shop_cod_whitelist', to: [YES], set: { shop_cod_blacklist: NO } },
  { field: 'shop_cod_blacklist', to: [YES], set: { shop_cod_whitelist: NO } },
];

/** The settings after one of them was changed. */
export const withCod = <S extends CodSettings>(settings: S, field: CodField, value: YesNo): S => ({
  ...settings,
  ...withFollowing(COD_FOLLOWS, settings as unknown as Record<string, unknown>, { [field]: value }),
});

/** Whether a control of the dialog is enabled: every control except COD itself requires COD to be on (CHC-24). */
export const canSetCod = (settings: CodSettings, field: CodField): boolean => field === 'cod' || settings.cod === YES;

/** Why these settings are invalid; null if they are valid. */
export function codProblem(settings: CodSettings, country: Country): { field: CodField; problem: string } | null {
  if (settings.shop_cod_whitelist === YES && settings.shop_cod_blacklist === YES)
    return {
      field: 'shop_cod_blacklist',
      problem: 'A channel can have the shop COD whitelist or the shop COD blacklist, but not both',
    };
  if (settings.sod !== YES) return null;
  if (!hasSod(country)) return { field: 'sod', problem: `SOD is available only in ${SPECIAL_COUNTRY_NAME}` };
  return settings.cod === YES ? null : { field: 'sod', problem: 'SOD requires COD to be on' };
}
