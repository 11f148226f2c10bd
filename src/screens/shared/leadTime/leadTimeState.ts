import type { LocationRow } from '../../../contract/locations.ts';
import { partsBefore } from '../../../domain/cdt/channelCdt.ts';
import { hasCepRanges } from '../../../domain/cdt/levels.ts';
import type { CdtValues } from '../../../domain/cdt/rowRules.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { formatCount } from '../../../domain/format.ts';
import { readPostcode } from '../../../domain/import/postcodes.ts';
import { isCalendarDay } from '../../../domain/nonWorkingDays.ts';
import { CdtRows, leadTime, type End, type LeadTime, type NonWorking, type Pickup } from '../../../domain/leadTime.ts';
import { wholeNumber } from '../../../domain/wholeNumber.ts';
import type { LeadTimeRows } from '../../../sync/hooks/useLeadTimeRows.ts';

/** One end of the requested route. */
export interface AskedPlace {
  /** The Location ID as text; empty for the whole country. */
  id: string;
  /** The places from the root to this one; null for an unknown or empty id, undefined while it is being looked up. */
  path: readonly (Pick<LocationRow, 'locationId'> & Partial<Pick<LocationRow, 'name'>>)[] | null | undefined;
  /** The error for a typed name; null if it is valid. */
  stray: string | null;
  cep: string;
}

export const NOWHERE: AskedPlace = { id: '', path: null, stray: null, cep: '' };

export type Side = 'Origin' | 'Destination';

/** The requested end of the route; null if the input is invalid or still being looked up. */
export function endOf({ id, path, stray, cep }: AskedPlace, country: Country): End | null {
  const digits = hasCepRanges(country) && cep.trim() !== '' ? readPostcode(cep, country) : '';
  if (stray !== null || digits === null) return null;
  // The path still belongs to the previously typed id.
  if (id !== '' && (!path || path.at(-1)?.locationId !== wholeNumber(id))) return null;
  return {
    country,
    locations: id === '' ? [] : (path ?? []).map(({ locationId }) => locationId),
    ...(digits === '' ? {} : { cep: digits }),
  };
}

/** The error for a typed CEP; null if it is valid. */
export const cepProblem = (side: Side, cep: string, country: Country): string | null =>
  cep.trim() === '' || readPostcode(cep, country) !== null ? null : `${side} CEP must be 8 digits, such as 01310-000`;

/** Why the input for one end is invalid; null if it is valid or still being looked up. */
function endProblem(side: Side, place: AskedPlace, country: Country): string | null {
  const { id, path, stray, cep } = place;
  if (stray !== null) return `${side}: ${stray}`;
  if (id !== '' && wholeNumber(id) === null) return `${side} must be the ID of a location, a whole number`;
  if (id !== '' && path === null) return `${side}: there is no location ${id} in ${COUNTRIES[country].inText}`;
  return hasCepRanges(country) ? cepProblem(side, cep, country) : null;
}

/** The error for a typed date; null if it is valid. */
export const dayProblem = (day: string): string | null =>
  day === '' || isCalendarDay(day) ? null : 'Handed over on must be a day from 1970 to 2099, such as 2026-11-23';

/** Parses a time of day such as 15:30 as hours; null if it is invalid. */
export function readHour(text: string): number | null {
  const found = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
  return found ? Number(found[1]) + Number(found[2]) / 60 : null;
}

/** Formats 15.5 as "15:30". */
export function hourText(hour: number): string {
  const minutes = Math.round(hour * 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The error for a typed time of day; null if it is valid. */
export const hourProblem = (hour: string): string | null =>
  readHour(hour) === null ? 'Handed over at must be a time of day, such as 15:30' : null;

/** A lead time, or the progress of loading it, or the reason why there is none with the next step. */
export type LeadTimeState =
  | { kind: 'answer'; answer: LeadTime }
  | { kind: 'loading'; title: string; progress: number | null }
  | { kind: 'none'; title: string; hint?: string };

export interface AskedLeadTime {
  country: Country;
  online: boolean;
  /** Null if no channel is selected; `unknown` for a string or id that is not a channel. */
  channelId: number | 'unknown' | null;
  origin: AskedPlace;
  destination: AskedPlace;
  day: string;
  /** Null if the browser has no storage, undefined until it has been read. */
  found: LeadTimeRows | null | undefined;
  off: NonWorking;
  /** Days off of the last mile in the origin's state; by default `off`. */
  originOff?: NonWorking;
  /** The first mile's days off; null if the channel has no separate ones for it. */
  firstMileOff: NonWorking | null;
  /** The time at which the parcel is handed over, e.g. 15:30. */
  hour: string;
}

const CORRECT = 'Correct it to see the result.';

/** Determines a lead time, or why it is unknown and what to do next. */
export function leadTimeState(asked: AskedLeadTime): LeadTimeState {
  const {
    country,
    online,
    channelId,
    origin,
    destination,
    day,
    hour,
    found,
    off,
    originOff = off,
    firstMileOff,
  } = asked;
  const none = (title: string, hint?: string): LeadTimeState => ({ kind: 'none', title, ...(hint ? { hint } : {}) });
  if (channelId === null)
    return none('Choose a channel', 'Then choose an origin, a destination and the day of handover.');
  if (channelId === 'unknown')
    return none(
      `This is not a channel of ${COUNTRIES[country].inText}`,
      'Type part of its ID or name, and choose it from the list.',
    );
  const wrong = endProblem('Origin', origin, country) ?? endProblem('Destination', destination, country);
  if (wrong !== null) return none(wrong, CORRECT);
  if (day === '') return none('Choose the day on which the parcel is handed over');
  if (dayProblem(day) !== null) return none(dayProblem(day) ?? '', CORRECT);
  if (hourProblem(hour) !== null) return none(hourProblem(hour) ?? '', CORRECT);
  if (found === null)
    return none(
      'Lead times are calculated on this device, but this browser does not store data',
      'Open the console in a window that is not private, or export this channel’s file.',
    );
  if (found?.state === 'noRoom')
    return none(
      'There is no room on this device for the lead times of this channel',
      'Remove other channels on the page Offline data, and try again.',
    );
  if (found?.state !== 'ready') {
    if (!online && found !== undefined)
      return none(
        'You are offline, and the lead times of this channel are not on this device',
        'They will be loaded once the server can be reached.',
      );
    if (found?.problem)
      return none(
        'The lead times of this channel could not be loaded',
        `${found.problem} They will be requested again.`,
      );
    return {
      kind: 'loading',
      title: 'Loading the lead times of this channel',
      progress: found?.state === 'loading' ? found.progress : null,
    };
  }
  const [from, to] = [endOf(origin, country), endOf(destination, country)];
  if (!from || !to) return { kind: 'loading', title: 'Looking up the places', progress: null };
  if (found.total === 0)
    return none('This channel has no delivery lead times', 'Import them from a file on the page Import and Export.');
  const { firstMile, border } = partsBefore(found.channel);
  const slots = found.slots ?? [];
  const pickup = { hour: readHour(hour), cutoff: found.cutoff ?? null, off: firstMileOff, originOff, firstMile, slots };
  const answer = answerOf(found.rows, from, to, day, off, border, pickup);
  if (answer === 'never')
    return none(
      'There is no working day',
      slots.length === 0
        ? 'The channel does not work on any day of the week, or its holidays never end. Check its non-working days.'
        : 'Every day on which this channel has a timeslot is a weekend or a holiday. Check its timeslots and its non-working days.',
    );
  return answer
    ? { kind: 'answer', answer }
    : none(
        'No row matches this origin and destination',
        `The channel has ${formatCount(found.total)} ${found.total === 1 ? 'row, but it is not' : 'rows, but none of them is'} for this origin and destination or for all of ${COUNTRIES[country].inText}.`,
      );
}

function answerOf(
  rows: readonly CdtValues[],
  from: End,
  to: End,
  day: string,
  off: NonWorking,
  border: { min: number; max: number },
  pickup: Pickup,
): LeadTime | 'never' | null {
  try {
    return leadTime(new CdtRows(rows), from, to, day, off, border, pickup);
  } catch (error) {
    // Impossible dates have already been rejected, so a RangeError means that the lead time never ends.
    if (error instanceof RangeError) return 'never';
    throw error;
  }
}
