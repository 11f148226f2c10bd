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
 * Reads the places of one country from their source. Only one country is in memory at a time.
 * @throws {MissingPlaces} if the package with the places is not installed
 */
export const readPlaces = (country: Country): CountryPlaces => READERS[country]();

/** The countries in the order of their ids. */
export const PLACE_COUNTRIES: readonly Country[] = COUNTRY_CODES;
