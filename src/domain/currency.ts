import { COUNTRIES, COUNTRY_CODES, type Country } from './country.ts';

/** ISO 4217 codes of the eight countries, in the order of the countries. */
export const CURRENCY_CODES = ['IDR', 'MYR', 'PHP', 'SGD', 'TWD', 'THB', 'VND', 'BRL'] as const;
export type Currency = (typeof CURRENCY_CODES)[number];

/**
 * The number of decimal places used for payments in a currency (issue 29, 1). Differs from `Intl` and ISO for IDR and
 * TWD, whose hundredths nobody uses.
 */
export const CURRENCY_DIGITS: Readonly<Record<Currency, number>> = {
  IDR: 0,
  MYR: 2,
  PHP: 2,
  SGD: 2,
  TWD: 0,
  THB: 2,
  VND: 0,
  BRL: 2,
};

export const isCurrency = (text: unknown): text is Currency =>
  typeof text === 'string' && (CURRENCY_CODES as readonly string[]).includes(text);

/** Whether a currency has no decimal places; false if it is not known. */
export const isWholeCurrency = (currency: string): boolean => isCurrency(currency) && CURRENCY_DIGITS[currency] === 0;

const BY_COUNTRY = Object.fromEntries(
  COUNTRY_CODES.map(code => [code, COUNTRIES[code].currency as Currency]),
) as Readonly<Record<Country, Currency>>;

/** The country of a currency: each country has its own. */
export const countryOfCurrency = (currency: Currency): Country =>
  COUNTRY_CODES.find(code => BY_COUNTRY[code] === currency) as Country;

/** The currency of a country. */
export const currencyOf = (country: Country): Currency => BY_COUNTRY[country];
