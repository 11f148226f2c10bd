import { CDT_LEVEL } from '../../domain/cdt/levels.ts';
import { COUNTRIES, isCountry } from '../../domain/country.ts';
import { useLocationPath } from '../../sync/hooks/usePlaces.ts';

/**
 * The names of one end of a route, from the country down; empty for a CEP range, or for a location unknown to this
 * device.
 */
export function useEndNames(level: number, end: string): readonly string[] {
  const isPlace = level !== CDT_LEVEL.region && level !== CDT_LEVEL.cepRange;
  const path = useLocationPath(isPlace ? Number(end) : null);
  if (level === CDT_LEVEL.region) return isCountry(end) ? [COUNTRIES[end].name] : [];
  return path?.map(({ name }) => name) ?? [];
}
