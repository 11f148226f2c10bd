import type { CallInput, CallOutput } from '../../../contract/call.ts';
import type { askLeadTime } from '../../../contract/cdtCalls.ts';
import { channelCdt } from '../../../contract/resources/channelCdt.ts';
import { channelConfig } from '../../../contract/resources/channelConfig.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import { partsBefore, type ChannelCdtValues } from '../../../domain/cdt/channelCdt.ts';
import type { CdtValues } from '../../../domain/cdt/rowRules.ts';
import type { Country } from '../../../domain/country.ts';
import { daysOffOf, type NonWorkingRow } from '../../../domain/daysOff.ts';
import { slotsOf } from '../../../domain/lcs/slots.ts';
import { CdtRows, leadTime, NEVER_OFF, type End } from '../../../domain/leadTime.ts';
import { ALL, isCalendarDay, type ServiceType } from '../../../domain/nonWorkingDays.ts';
import { STATUS } from '../../../domain/permission.ts';
import type { Queryable } from '../../db/transaction.ts';
import { badRequest, notFound } from '../../base/envelope.ts';
import { findEnds } from '../../rates/ends.ts';
import { findRecord } from '../../resources/records.ts';

type Answer = CallOutput<typeof askLeadTime>;

const CUTOFF = 'pickup_sameday_cutoff_hour';

const namesOf = ({ country, locations, cep }: End): string[] => [
  country,
  ...locations.map(String),
  ...(cep === undefined ? [] : [cep]),
];

/** The rows of a channel that may match a route: those for one of its ends, and all rows with a CEP range. */
async function rowsOf(db: Queryable, entity: Country, channelId: number, from: End, to: End): Promise<CdtValues[]> {
  const { rows } = await db.query<CdtValues>({
    name: 'lead-time-rows',
    text: `SELECT origin_level AS "originLevel", origin, destination_level AS "destinationLevel", destination,
                  min_days AS "minDays", max_days AS "maxDays"
             FROM location_cdts
            WHERE country = $1 AND channel_id = $2
              AND (origin = ANY ($3::text[]) OR origin LIKE '%-%') AND (destination = ANY ($4::text[]) OR destination LIKE '%-%')`,
    values: [entity, channelId, namesOf(from), namesOf(to)],
  });
  return rows;
}

/** The active timeslots of a channel. */
async function timeslotsOf(db: Queryable, entity: Country, channelId: number) {
  const { rows } = await db.query<Record<string, unknown>>({
    name: 'lead-time-slots',
    text: `SELECT slot, days, start_time AS "startTime", end_time AS "endTime", cutoff, capacity, status
             FROM timeslots WHERE country = $1 AND channel_id = $2`,
    values: [entity, channelId],
  });
  return slotsOf(rows);
}

/**
 * Calculates the lead time of a parcel from the server's records, with the same result as on a device that has cached
 * them (sync/hooks/useLeadTimeRows).
 * @throws ApiError 400 for an invalid date, or if no working day follows; 404 for an unknown place, or if no row
 * matches
 */
export async function leadTimeOf(
  db: Queryable,
  entity: Country,
  { channelId, origin, destination, day, time }: CallInput<typeof askLeadTime>,
): Promise<Answer> {
  if (!isCalendarDay(day)) throw badRequest(`day must be a day from 1970 to 2099, such as 2026-11-23; it is ${day}`);
  const ends = await findEnds(db, entity, [origin, destination]);
  const [from, to] = [ends.end(origin), ends.end(destination)];
  const rows = await rowsOf(db, entity, channelId, from, to);
  const scheduleOf = (serviceType: ServiceType) =>
    findRecord(db, nonWorkingDays, { country: entity, channelId, serviceType }) as Promise<NonWorkingRow | null>;
  const [lastMile, firstMile] = [await scheduleOf('LM'), await scheduleOf('FL')];
  const times = (await findRecord(db, channelCdt, {
    country: entity,
    channelId,
  })) as unknown as ChannelCdtValues | null;
  const settings = await findRecord(db, channelConfig, { country: entity, channelId });
  const cutoff = settings?.[CUTOFF];
  const before = partsBefore(times);
  const offAt = ({ locations: [state] }: End) =>
    lastMile ? daysOffOf(lastMile, state === undefined ? ALL : ends.placeLabel(String(state))) : NEVER_OFF;
  try {
    const found = leadTime(new CdtRows(rows), from, to, day, offAt(to), before.border, {
      hour: time === null ? null : Number(time.slice(0, 2)) + Number(time.slice(3)) / 60,
      cutoff: typeof cutoff === 'number' ? cutoff / 10 ** (channelConfig.fields[CUTOFF].decimals ?? 0) : null,
      off: firstMile?.status === STATUS.normal ? daysOffOf(firstMile) : null,
      originOff: offAt(from),
      firstMile: before.firstMile,
      slots: await timeslotsOf(db, entity, channelId),
    });
    if (found) return answerOf(found);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw badRequest(
      `Channel ${channelId} has no working day: check its non-working days and the days of its timeslots.`,
    );
  }
  throw notFound(`No row of Location CDT of channel ${channelId} matches this origin and destination.`);
}

function answerOf(found: NonNullable<ReturnType<typeof leadTime>>): Answer {
  const { earliest, latest, start, late, slot, withoutSlot, waited, skipped, row } = found;
  return {
    earliest,
    latest,
    start,
    late,
    slot: slot && { slot: slot.slot, from: slot.from, to: slot.to, cutoff: slot.cutoff },
    withoutSlot: [...withoutSlot],
    waited: [...waited],
    skipped: [...skipped],
    row: { origin: row.origin, destination: row.destination, minDays: row.minDays, maxDays: row.maxDays },
  };
}
