import { loadModule } from './source.ts';
import { Cleaning, growTree, type CountryPlaces } from './tree.ts';

const PACKAGE = '@brazilian-utils/brazilian-utils';
type States = typeof import('@brazilian-utils/brazilian-utils/get-states');
type Cities = typeof import('@brazilian-utils/brazilian-utils/get-cities');

/** Brazil: state = state, city = municipality. */
export function brazil(): CountryPlaces {
  const cleaning = new Cleaning();
  const { getStates } = loadModule<States>(`${PACKAGE}/get-states`);
  const { getCities } = loadModule<Cities>(`${PACKAGE}/get-cities`);
  const states = getStates();
  const cities = states.flatMap(state =>
    getCities(state.code).map(name => ({ code: `${state.code}/${name}`, parent: state.code, name })),
  );
  return {
    country: 'BR',
    roots: growTree([states.map(state => ({ code: state.code, parent: '', name: state.name })), cities], cleaning),
    cleaned: cleaning.counts,
  };
}
