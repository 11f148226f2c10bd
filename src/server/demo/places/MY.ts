import { loadModule } from './source.ts';
import { Cleaning, growTree, type CountryPlaces } from './tree.ts';

type Source = typeof import('malaysia-postcodes');

/** Malaysia: state, city, and the city's postcodes as districts (a few postcodes belong to two cities). */
export function malaysia(): CountryPlaces {
  const cleaning = new Cleaning();
  const { allPostcodes } = loadModule<Source>('malaysia-postcodes');
  const proper = (name: string) => {
    // The federal territories, Wilayah Persekutuan.
    const mended = name.replace(/^Wp /, 'WP ');
    if (mended !== name) cleaning.note('abbreviations without capitals');
    return mended;
  };
  const cities = allPostcodes.flatMap(state =>
    state.city.map(city => ({ code: `${state.name}/${city.name}`, parent: state.name, name: city.name, city })),
  );
  const postcodes = cities.flatMap(({ code, city }) =>
    city.postcode.map(postcode => ({ code: `${code}/${postcode}`, parent: code, name: postcode, postcode })),
  );
  return {
    country: 'MY',
    roots: growTree(
      [allPostcodes.map(state => ({ code: state.name, parent: '', name: proper(state.name) })), cities, postcodes],
      cleaning,
    ),
    cleaned: cleaning.counts,
  };
}
