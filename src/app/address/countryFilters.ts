import type { Country } from '../../domain/country.ts';

type Search = Readonly<Record<string, unknown>>;

/**
 * The filters and choices in the URLs of pages, by country. Those of one country refer to its channels and places, so
 * another country begins without them; back in the first one, a page has them again.
 */
export class CountryFilters {
  private readonly left = new Map<string, Search>();

  /**
   * Returns the parameters with which a page continues in another country, and remembers the current ones.
   * @param search the parameters of the page's URL, which may name the country that is left
   */
  switched(path: string, from: Country, to: Country, search: Search): Search {
    const { country: _country, ...own } = search;
    this.left.set(`${from} ${path}`, own);
    return this.left.get(`${to} ${path}`) ?? {};
  }
}
