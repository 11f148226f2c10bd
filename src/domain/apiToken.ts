import type { Country } from './country.ts';
import { allows, type Principal } from './permission.ts';

/** The most that an API token may do: these codes in these countries. */
export interface TokenRights {
  readonly codes: readonly string[];
  readonly entities: readonly Country[];
}

/** The maximum validity of a token in days. */
export const TOKEN_DAYS_MOST = 365;

/**
 * What a token may do now: its codes in each of its countries, limited to the person's current rights there. A right
 * that the person loses is also lost by the token; a right that the person gains is not.
 * @param who the person, with the countries that they work in
 */
export function tokenCodes(
  who: Principal & { readonly entities: readonly { readonly country: Country }[] },
  { codes, entities }: TokenRights,
): Partial<Record<Country, string[]>> {
  const own = who.entities.map(({ country }) => country).filter(country => entities.includes(country));
  return Object.fromEntries(own.map(country => [country, codes.filter(code => allows(who, country, code))]));
}

/** The first of a token's rights that its person does not have; null if they have all of them. */
export function missingRight(
  who: Principal & { readonly entities: readonly { readonly country: Country }[] },
  { codes, entities }: TokenRights,
): { code: string; entity: Country } | null {
  for (const entity of entities) {
    const works = who.entities.some(({ country }) => country === entity);
    const code = codes.find(own => !works || !allows(who, entity, own));
    if (code !== undefined) return { code, entity };
  }
  return null;
}
