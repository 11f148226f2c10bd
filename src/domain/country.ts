/** The eight countries in which the platform operates (shell spec 1; decisions G25, G72). */

export const COUNTRY_CODES = ['ID', 'MY', 'PH', 'SG', 'TW', 'TH', 'VN', 'BR'] as const;

/** ISO 3166 alpha-2 code of a country in which the platform operates; also the name of the entity that runs it. */
export type Country = (typeof COUNTRY_CODES)[number];

export interface CountryInfo {
  readonly code: Country;
  readonly name: string;
  /** The name within a sentence: "in the Philippines". */
  readonly inText: string;
  /** The name at the start of a sentence: "The Philippines has no CEPs". */
  readonly atStart: string;
  /** The ISO 4217 code of the country's currency. */
  readonly currency: string;
  readonly symbol: string;
  /** IANA time zone of the country's capital, used for "tz" columns. */
  readonly timeZone: string;
  /** Host suffix of the external holiday page (shell spec 2). */
  readonly hostSuffix: string;
}

const info = (
  code: Country,
  name: string,
  currency: string,
  symbol: string,
  timeZone: string,
  hostSuffix: string,
): CountryInfo => ({
  code,
  name,
  inText: code === 'PH' ? `the ${name}` : name,
  atStart: code === 'PH' ? `The ${name}` : name,
  currency,
  symbol,
  timeZone,
  hostSuffix,
});

export const COUNTRIES: Readonly<Record<Country, CountryInfo>> = {
  ID: info('ID', 'Indonesia', 'IDR', 'Rp', 'Asia/Jakarta', 'co.id'),
  MY: info('MY', 'Malaysia', 'MYR', 'RM', 'Asia/Kuala_Lumpur', 'com.my'),
  PH: info('PH', 'Philippines', 'PHP', '₱', 'Asia/Manila', 'ph'),
  SG: info('SG', 'Singapore', 'SGD', 'S$', 'Asia/Singapore', 'sg'),
  TW: info('TW', 'Taiwan', 'TWD', 'NT$', 'Asia/Taipei', 'tw'),
  TH: info('TH', 'Thailand', 'THB', '฿', 'Asia/Bangkok', 'co.th'),
  VN: info('VN', 'Vietnam', 'VND', '₫', 'Asia/Ho_Chi_Minh', 'vn'),
  BR: info('BR', 'Brazil', 'BRL', 'R$', 'America/Sao_Paulo', 'com.br'),
};

/** Whether a value is one of the eight codes. */
export const isCountry = (text: unknown): text is Country =>
  typeof text === 'string' && (COUNTRY_CODES as readonly string[]).includes(text);
