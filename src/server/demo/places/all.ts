import { COUNTRY_CODES, type Country } from '../../../domain/country.ts';
import { brazil } from './BR.ts';
import { indonesia } from './ID.ts';
import { malaysia } from './MY.ts';
import { philippines } from './PH.ts';
import { singapore } from './SG.ts';
import { taiwan } from './TW.ts';
import { thailand } from './TH.ts';
import type { CountryPlaces } from './tree.ts';
import { vietnam } from './VN.ts';

const READERS: Readonly<Record<Country, () => CountryPlaces>> = {
  ID: indonesia,
  MY: malaysia,
  PH: philippines,
  SG: singapore,
  TW: taiwan,
  TH: thailand,
  VN: vietnam,
  BR: brazil,
};

/**
 * Reads a country's places from its source, one country at a time so that only one is in memory.
 *
 * @throws {MissingPlaces} if the package with them is not installed
 */
export const readPlaces = (country: Country): CountryPlaces => READERS[country]();

/** The countries in id order. */
export const PLACE_COUNTRIES: readonly Country[] = COUNTRY_CODES;
