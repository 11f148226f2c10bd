import type { Country } from '../domain/country.ts';

/**
 * The country to which the open page itself offers the switch, e.g. where its list would be. Nothing else offers one next to
 * it.
 */
let offered: Country | null = null;
const listeners = new Set<() => void>();

const set = (country: Country | null): void => {
  offered = country;
  for (const listener of listeners) listener();
};

export const offeredSwitch = {
  get: (): Country | null => offered,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Says that the page offers the switch to a country, until the returned function is called. */
export function offersSwitch(country: Country): () => void {
  set(country);
  return () => set(null);
}
