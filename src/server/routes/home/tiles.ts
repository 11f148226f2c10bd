import {
  HOME_AHEAD,
  HOME_CHANNELS,
  HOME_DAYS,
  HOME_IMPORTS,
  HOME_ITEMS,
  type HomeNow,
} from '../../../contract/home.ts';
import { FAMILY_FEATURE, FAMILIES } from '../../../contract/rateTable/versions.ts';
import { addDays, daysBetween } from '../../../domain/calendarDay.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { dayStart } from '../../../domain/day.ts';
import type { NonWorkingRow } from '../../../domain/daysOff.ts';
import { hasHoliday, holidaysAhead } from '../../../domain/homeTiles.ts';
import { ADMINISTRATION, FEATURE, STATUS, SYSTEM } from '../../../domain/permission.ts';
import { DUE_DAYS, UNDECIDED } from '../../../domain/recon/dispute.ts';
import { RECON_STATUS } from '../../../domain/recon/status.ts';
import { AREA_TYPE, SCENARIOS, YES } from '../../../domain/serviceableChoices.ts';
import { columnSql } from '../../db/names.ts';
import type { Queryable } from '../../db/transaction.ts';
import { IS_UNDISPUTED, isDueOn } from '../../recon/disputable.ts';
import { supplierNames } from '../recon/support.ts';

/** The queries for the tiles of Home. A tile lists its first items; its count includes all items. */

/** The country, the time, and what the person may read there. */
export interface Place {
  db: Queryable;
  entity: Country;
  /** The current time, in epoch seconds. */
  now: number;
  /** The current day in the entity's time zone. */
  today: string;
  can: (feature: string) => boolean;
  /** The channels with products that the person's category excludes from the lists of rates (PERM-17). */
  hiddenChannels: () => Promise<readonly number[]>;
}

const DAY = 24 * 3600;
/** An import that failed more than this many days ago no longer needs attention. */
const IMPORT_DAYS = 7;
const RUNNING = ['queued', 'checking', 'applying'];
const FAILED = ['refused', 'review', 'failed'];

/**
 * Returns the person's own imports: those in progress, followed by failed imports that have been neither undone nor
 * repeated. An undo that found changes of others asks at once what to do, and waits for nothing if the person cancels.
 */
export async function importsOf({ db, entity, now }: Place, userId: number): Promise<HomeNow['imports']> {
  const { rows } = await db.query<HomeNow['imports']['list'][number] & { running: number; failed: number }>(
    `SELECT id, declaration, state, done, total, created_at AS at, 
            -- Nobody chose the file in which a bulk change was sent; its name is what the change does.
            CASE WHEN request ?| ARRAY['bulk', 'origin'] THEN regexp_replace(files #>> '{0,name}', '\\.csv$', '')
                 ELSE files #>> '{0,name}' END AS file,
            (count(*) FILTER (WHERE state = ANY ($4)) OVER ())::int4 AS running,
            (count(*) FILTER (WHERE state = ANY ($5)) OVER ())::int4 AS failed
       FROM imports i
      WHERE entity = $1 AND user_id = $2 AND deleted_at IS NULL AND jsonb_array_length(files) > 0
        AND NOT (reverts IS NOT NULL AND state = 'review')
        AND (state = ANY ($4) OR (state = ANY ($5) AND created_at >= $3
             AND NOT EXISTS (SELECT 1 FROM imports later WHERE later.entity = $1 AND later.declaration = i.declaration AND later.no > i.no
                                AND later.user_id = $2 AND later.hash = i.hash AND later.state = 'applied')))
      ORDER BY state = ANY ($4) DESC, no DESC LIMIT ${HOME_IMPORTS}`,
    [entity, userId, now - IMPORT_DAYS * DAY, RUNNING, FAILED],
  );
  const { running = 0, failed = 0 } = rows[0] ?? {};
  const list = rows.map(({ running: _running, failed: _failed, file, ...row }) => ({ ...row, file: file ?? '' }));
  return { running, failed, list };
}

/** Returns how many compared parcels await approval, and the bills with the most of them. */
export async function reconOf({ db, entity, can }: Place): Promise<HomeNow['recon']> {
  if (!can(FEATURE.recon)) return null;
  const { rows } = await db.query<{
    id: number;
    bill_no: string;
    supplier: number;
    matched: number;
    discrepant: number;
  }>(
    `SELECT b.id, b.bill_no, b.supplier_id AS supplier,
            coalesce(sum(c.parcels) FILTER (WHERE c.status = ${RECON_STATUS.matched}), 0)::int4 AS matched,
            coalesce(sum(c.parcels) FILTER (WHERE c.status = ${RECON_STATUS.discrepant}), 0)::int4 AS discrepant
       FROM recon_bills b JOIN recon_counters c ON c.bill_id = b.id
      WHERE b.entity = $1 AND NOT b.deleted AND b.state = 'ready'
        AND c.status IN (${RECON_STATUS.matched}, ${RECON_STATUS.discrepant}) AND c.parcels > 0
      GROUP BY b.id ORDER BY b.deadline, b.id LIMIT 10000`,
    [entity],
  );
  const name = await supplierNames(db, entity);
  const sum = (of: 'matched' | 'discrepant'): number => rows.reduce((total, row) => total + row[of], 0);
  return {
    matched: sum('matched'),
    discrepant: sum('discrepant'),
    bills: rows.length,
    list: rows.slice(0, HOME_ITEMS).map(({ supplier, ...row }) => ({ ...row, supplier_name: name(supplier) })),
  };
}

/** Returns undecided disputes whose deadline is near, and bills that can still be disputed. */
export async function disputesOf({ db, entity, today, can }: Place): Promise<HomeNow['disputes']> {
  if (!can(FEATURE.recon)) return null;
  const until = addDays(today, DUE_DAYS);
  const { rows } = await db.query<{ id: number; bill_no: string; supplier: number; deadline: string; total: number }>(
    `SELECT d.id, b.bill_no, d.supplier_id AS supplier, d.deadline, count(*) OVER ()::int4 AS total
       FROM recon_disputes d JOIN recon_bills b ON b.id = d.bill_id
      WHERE d.entity = $1 AND d.state = ANY ($4) AND d.deadline >= $2 AND d.deadline <= $3
      ORDER BY d.deadline, d.id LIMIT ${HOME_ITEMS}`,
    [entity, today, until, UNDECIDED],
  );
  const due = await db.query<{ n: number }>(
    `SELECT count(*)::int4 AS n FROM recon_bills b
      WHERE b.entity = $1 AND ${isDueOn('$2')} AND ${IS_UNDISPUTED}`,
    [entity, today],
  );
  const name = await supplierNames(db, entity);
  return {
    total: rows[0]?.total ?? 0,
    list: rows.map(({ total: _total, supplier, ...row }) => ({
      ...row,
      supplier_name: name(supplier),
      days_left: daysBetween(today, row.deadline),
    })),
    undisputed: due.rows[0]?.n ?? 0,
  };
}

/** Returns rate table versions in effect that the next version will soon replace. */
export async function ratesOf({ db, entity, now, can, hiddenChannels }: Place): Promise<HomeNow['rates']> {
  const families = FAMILIES.flatMap((family, at) => (can(FAMILY_FEATURE[family]) ? [at] : []));
  if (families.length === 0) return null;
  interface Ending {
    family: number;
    channelId: number;
    channelName: string;
    versionId: number;
    versionNo: number;
    nextNo: number;
    at: number;
    total: number;
    thirdParty: number;
  }
  const { rows } = await db.query<Ending>(
    `SELECT n.family, n.channel_id AS "channelId", coalesce(c.name, '') AS "channelName", v.id AS "versionId",
            v.version_no AS "versionNo", n.version_no AS "nextNo", n.active_from AS at, count(*) OVER ()::int4 AS total,
            (count(*) FILTER (WHERE n.family = ${FAMILIES.indexOf('thirdParty')}) OVER ())::int4 AS "thirdParty"
       FROM rate_versions n
       JOIN LATERAL (SELECT id, version_no FROM rate_versions v
                      WHERE v.family = n.family AND v.channel_id = n.channel_id AND v.state <> 0 AND v.active_from <= $2
                      ORDER BY v.active_from DESC LIMIT 1) v ON true
       LEFT JOIN channels c ON c.channel_id = n.channel_id
      WHERE n.country = $1 AND n.family = ANY ($4) AND n.state <> 0 AND n.active_from > $2 AND n.active_from <= $3
        AND NOT n.channel_id = ANY ($5::int8[])
        AND NOT EXISTS (SELECT 1 FROM rate_versions e WHERE e.family = n.family AND e.channel_id = n.channel_id AND e.state <> 0
                           AND e.active_from > $2 AND e.active_from < n.active_from)
      ORDER BY n.active_from, n.channel_id LIMIT ${HOME_ITEMS}`,
    [entity, now, now + HOME_AHEAD * DAY, families, await hiddenChannels()],
  );
  return {
    total: rows[0]?.total ?? 0,
    thirdParty: rows[0]?.thirdParty ?? 0,
    list: rows.map(({ total: _total, thirdParty: _third, family, ...row }) => ({
      ...row,
      family: FAMILIES[family] ?? 'rate',
    })),
  };
}

const channelsWhere = (condition: string, from = 'channels c', most = HOME_ITEMS): string =>
  `SELECT c.channel_id AS "channelId", c.name, count(*) OVER ()::int4 AS total FROM ${from}
    WHERE c.country = $1 AND c.status = ${STATUS.normal} AND ${condition} ORDER BY c.channel_id LIMIT ${most}`;

async function channelsOf(db: Queryable, entity: Country, text: string): Promise<NonNullable<HomeNow['coverage']>> {
  const { rows } = await db.query<{ channelId: number; name: string; total: number }>(text, [entity]);
  return { total: rows[0]?.total ?? 0, list: rows.map(({ channelId, name }) => ({ channelId, name })) };
}

/** Returns channels whose maintenance switch is turned on. */
export const maintenanceOf = async ({ db, entity, can }: Place): Promise<HomeNow['maintenance']> =>
  can(FEATURE.channelConfigIntegrated) ? channelsOf(db, entity, channelsWhere('c.maintenance = 1')) : null;

/**
 * Returns channels that look up addresses by places or postcodes in some scenario but have no such records, so that
 * every address gets the default.
 */
export const coverageOf = async ({ db, entity, can }: Place): Promise<HomeNow['coverage']> =>
  can(FEATURE.serviceableArea)
    ? channelsOf(
        db,
        entity,
        channelsWhere(
          `s.is_check_serviceable = ${YES} AND (${SCENARIOS.map(({ verify }) => `s.${columnSql(verify)}`).join(' | ')}) <> 0 AND NOT CASE s.serviceable_type
             WHEN ${AREA_TYPE.location} THEN EXISTS (SELECT 1 FROM channel_locations l WHERE l.channel_id = c.channel_id)
             WHEN ${AREA_TYPE.postcode} THEN EXISTS (SELECT 1 FROM channel_postcodes p WHERE p.channel_id = c.channel_id)
             ELSE true END`,
          'channels c JOIN channel_service_confs s ON s.channel_id = c.channel_id',
          HOME_CHANNELS,
        ),
      )
    : null;

/**
 * Returns the holidays in the next two weeks, each with the number of schedules and channels that have it, and the number
 * of schedules that have any of them.
 */
export async function holidaysOf({
  db,
  entity,
  today,
  can,
}: Place): Promise<Pick<HomeNow, 'holidays' | 'holidaySchedules'>> {
  if (!can(FEATURE.nonWorkingDay)) return { holidays: null, holidaySchedules: null };
  const { rows } = await db.query<NonWorkingRow & { channelId: number }>(
    `SELECT channel_id AS "channelId", country, service_type AS "serviceType", _weekends_setting AS "WeekendsSetting",
            _holidays_setting AS "HolidaysSetting", status
       FROM non_working_days WHERE country = $1 AND status = ${STATUS.normal}`,
    [entity],
  );
  // Today and the days ahead, like rate versions and disputes.
  const days = HOME_AHEAD + 1;
  const holidaySchedules = rows.filter(row => hasHoliday(row, today, days)).length;
  return { holidays: holidaysAhead(rows, today, days), holidaySchedules };
}

/** Returns daily counts for the last days: log entries, imports, and differences on bills. */
export async function activityOf({ db, entity, today, can }: Place): Promise<HomeNow['activity']> {
  const { timeZone, currency } = COUNTRIES[entity];
  const days = Array.from({ length: HOME_DAYS }, (_, at) => addDays(today, at - HOME_DAYS + 1));
  const starts = days.map(day => dayStart(day, timeZone) ?? 0);
  // Everything that has a log of its own.
  const features = [...Object.values(FEATURE), ADMINISTRATION, SYSTEM].filter(can);
  const counted = async (text: string, more: readonly unknown[]): Promise<Map<number, string>> => {
    const { rows } = await db.query<{ at: number; n: string }>(text, [entity, starts, starts[0], ...more]);
    return new Map(rows.map(({ at, n }) => [at, n]));
  };
  const changes = await counted(
    `SELECT width_bucket(at, $2::int8[]) AS at, count(*)::text AS n FROM audit_logs
      WHERE entity = $1 AND at >= $3 AND feature = ANY ($4) GROUP BY 1`,
    [features],
  );
  const imports = await counted(
    `SELECT width_bucket(created_at, $2::int8[]) AS at, count(*)::text AS n FROM imports i
      WHERE entity = $1 AND created_at >= $3 AND state = 'applied' AND reverts IS NULL AND jsonb_array_length(files) > 0
        AND EXISTS (SELECT 1 FROM audit_logs a WHERE a.import_id = i.id AND a.feature = ANY ($4)) GROUP BY 1`,
    [features],
  );
  const mayMoney = can(FEATURE.recon);
  const differences = mayMoney
    ? await counted(
        `SELECT width_bucket(b.submitted_at, $2::int8[]) AS at, sum(c.difference)::text AS n
           FROM recon_bills b JOIN recon_counters c ON c.bill_id = b.id
          WHERE b.entity = $1 AND b.submitted_at >= $3 AND NOT b.deleted AND c.currency = $4
            AND c.status = ${RECON_STATUS.discrepant} GROUP BY 1`,
        [currency],
      )
    : new Map<number, string>();
  return days.map((day, at) => ({
    day,
    changes: Number(changes.get(at + 1) ?? 0),
    imports: Number(imports.get(at + 1) ?? 0),
    difference: mayMoney ? (differences.get(at + 1) ?? '0') : null,
  }));
}
