import type { Problem } from '../problem.ts';

/** Rules between the fields of a pickup configuration, a timeslot or a branch (LCS-1 to LCS-4, G96). */

type Values = Readonly<Record<string, unknown>>;

/** How parcels get from the seller to the channel. */
export const PICKUP_TYPE = { pickup: 0, dropOff: 1, both: 2 } as const;

export const PICKUP_TYPES = [
  { value: PICKUP_TYPE.pickup, label: 'Pickup' },
  { value: PICKUP_TYPE.dropOff, label: 'Drop-off' },
  { value: PICKUP_TYPE.both, label: 'Pickup and Drop-off' },
] as const;

/** Timeslots apply only to pickups, so a channel with drop-off only cannot require one. */
export function pickupProblem({ pickupType, timeslotRequired }: Values): Problem | null {
  return pickupType === PICKUP_TYPE.dropOff && timeslotRequired === true
    ? {
        field: 'timeslotRequired',
        problem: 'Timeslot Required must be No for Drop-off, because sellers who drop off do not choose a timeslot',
      }
    : null;
}

/** Suggests how to enter a pickup that ends after midnight. */
function midnightHint(from: string, to: string): string {
  if (from === to) return '';
  const next = to === '00:00' ? '' : ` and a slot on the following days from 00:00 to ${to}`;
  return `. For a pickup past midnight, add a slot from ${from} to 23:59${next}`;
}

/** A slot must end later on the same day than it begins, and its booking cutoff must not be after its beginning. */
export function timeslotProblem({ startTime, endTime, cutoff }: Values): Problem | null {
  if (typeof startTime !== 'string') return null;
  if (typeof endTime === 'string' && endTime <= startTime)
    return {
      field: 'endTime',
      problem: `To must be after From, which is ${startTime}${midnightHint(startTime, endTime)}`,
    };
  return typeof cutoff === 'string' && cutoff > startTime
    ? { field: 'cutoff', problem: `Cutoff must not be after From, which is ${startTime}` }
    : null;
}

/** No branch is at 0, 0, which is in the ocean: many programs use these coordinates for an unknown location. */
export function branchProblem({ latitude, longitude }: Values): Problem | null {
  return latitude === 0 && longitude === 0
    ? { field: 'latitude', problem: 'Latitude and Longitude must be those of the branch; 0, 0 is in the sea' }
    : null;
}
