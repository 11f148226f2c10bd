import { STATUS } from '../permission.ts';
import type { ServiceKey, Verdict } from '../serviceability.ts';
import { YES } from '../serviceableChoices.ts';

/** How a change to a channel's settings affects the addresses that it serves. */

type Values = Readonly<Record<string, unknown>>;
export type Services = Readonly<Record<ServiceKey, Verdict>>;

/** Settings that determine which services a channel offers at an address. */
export const DECIDES: readonly string[] = ['status', 'maintenance', 'cod', 'pickup', 'dropoff'];

/**
 * Limits the services of a channel's serviceable area at an address to what the channel's own settings allow. A channel
 * that is disabled or in maintenance serves nothing, a channel without COD accepts no cash, and if sellers drop off
 * their parcels (service mode '01', CHC-30), there is no pickup.
 */
export function withinSettings(services: Services, settings: Values): Services {
  const isOff = settings['status'] === STATUS.disabled || settings['maintenance'] === YES;
  const byCash = settings['cod'] === YES;
  const bringsOnly = settings['dropoff'] === YES && settings['pickup'] !== YES;
  const unless = (off: boolean, verdict: Verdict): Verdict => (off ? 'no' : verdict);
  return {
    deliver: unless(isOff, services.deliver),
    cod: unless(isOff || !byCash, services.cod),
    pickup: unless(isOff || bringsOnly, services.pickup),
    codPickup: unless(isOff || bringsOnly || !byCash, services.codPickup),
  };
}

export interface ServiceChange {
  key: ServiceKey;
  before: number;
  after: number;
  /** Position of an address whose services change; null if there is none. */
  example: number | null;
}

/**
 * How many of the given addresses have each service before and after a change, in the order of `keys`. A service that
 * depends on the other address of the route (open) counts as available.
 */
export function countServices(
  keys: readonly ServiceKey[],
  addresses: readonly Services[],
  before: Values,
  after: Values,
): ServiceChange[] {
  const was = addresses.map(services => withinSettings(services, before));
  const is = addresses.map(services => withinSettings(services, after));
  return keys.map(key => {
    const count = (all: readonly Services[]) => all.filter(services => services[key] !== 'no').length;
    const example = was.findIndex((services, at) => services[key] !== is[at]?.[key]);
    return { key, before: count(was), after: count(is), example: example < 0 ? null : example };
  });
}

/** Positions of an evenly spaced sample of records; all positions if there are only a few records. */
export function samplePositions(total: number, most: number): number[] {
  const size = Math.min(total, most);
  return Array.from({ length: size }, (_, at) => Math.floor((at * total) / size));
}
