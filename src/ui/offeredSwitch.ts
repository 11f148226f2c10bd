import type { Country } from '../domain/country.ts';

/**
 * The country to which the current page itself offers to switch, e.g. in place of its list. No other offer is shown
 * then.
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

/** Registers the page's offer to switch to a country; the returned function removes it. */
export function offersSwitch(country: Country): () => void {
  set(country);
  return () => set(null);
}
