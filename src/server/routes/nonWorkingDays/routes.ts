import type { FastifyInstance } from 'fastify';
import { resolvePage } from '../../../contract/common.ts';
import { getHolidayPage, listNonWorkingDays, type ScheduleRow } from '../../../contract/nonWorkingDays.ts';
import { nonWorkingDays, type NonWorkingDaysRow } from '../../../contract/resources/nonWorkingDays.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { holidaySeconds, readHolidays, readWeekends, type ServiceType, WORK } from '../../../domain/nonWorkingDays.ts';
import { HOLIDAY_PAGE } from '../../config.ts';
import type { ServerContext } from '../../context.ts';
import { registerRead } from '../../http/registrar.ts';
import { createPlaceResolver } from '../../resources/placeResolver.ts';
import { listRecords } from '../../resources/list.ts';

/** Converts a record to the format of the list in the specification. */
function scheduleOf(row: NonWorkingDaysRow): ScheduleRow {
  const { [WORK]: workingDays = [], ...holidays } = holidaySeconds(
    readHolidays(row.HolidaysSetting) ?? {},
    COUNTRIES[row.country].timeZone,
  );
  return {
    channelId: row.channelId,
    channelName: row.channelName,
    channelType1: row.channelType1,
    channelType2: row.channelType2,
    serviceType: row.serviceType as ServiceType,
    weekends: Object.fromEntries(
      Object.entries(readWeekends(row.WeekendsSetting) ?? {}).map(([region, days]) => [region, [...days]]),
    ),
    holidays,
    workingDays,
    lastUpdated: row.updatedAt,
    isMaskChannel: row.isMaskChannel,
    status: row.status,
    version: row.version,
  };
}

/** Registers the list of non-working days in the format of the specification (NWD-5, NWD-13). */
export function nonWorkingDayRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const places = createPlaceResolver(pool);
  registerRead(app, context, listNonWorkingDays, async ({ entity }, input) => {
    const { page, count, offset } = resolvePage(input);
    const { rows, total } = await listRecords(pool, places, nonWorkingDays, entity, input, {
      offset,
      count,
      sort: null,
    });
    return { list: (rows as unknown as NonWorkingDaysRow[]).map(scheduleOf), page, count, total };
  });
  registerRead(app, context, getHolidayPage, async () => ({ pattern: context.config.holidayPage ?? HOLIDAY_PAGE }));
}
