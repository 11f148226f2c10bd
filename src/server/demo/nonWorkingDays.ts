import type pg from 'pg';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { formatCount } from '../../domain/format.ts';
import {
  ALL,
  holidaysText,
  isByState,
  MALAYSIA_STATES,
  SERVICE_TYPES,
  weekendsText,
  type ServiceType,
  type Weekends,
} from '../../domain/nonWorkingDays.ts';
import { DEMO_AUTHOR, DEMO_SINCE } from './areas.ts';
import { insertColumns } from './bulk.ts';
import type { DemoChannel } from './channels.ts';
import { PUBLIC_HOLIDAYS } from './holidays.ts';

/** Malaysian states whose weekend is Friday and Saturday. Johor returned to Saturday and Sunday on 1 January 2025. */
const FRIDAY_STATES: readonly string[] = ['Kedah', 'Kelantan', 'Terengganu'];

function weekendsOf(country: Country, type: ServiceType, id: number): Weekends {
  if (isByState(country, type))
    return Object.fromEntries(MALAYSIA_STATES.map(state => [state, FRIDAY_STATES.includes(state) ? [5, 6] : [6, 7]]));
  // Some carriers also deliver on Saturdays.
  return { [ALL]: id % 3 === 0 ? [7] : [6, 7] };
}

/**
 * Writes the schedules of one country: the first mile and the last mile of each channel. Every fifth channel is masked.
 */
export async function insertNonWorkingDays(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  onProgress: (text: string) => void,
): Promise<void> {
  const { [ALL]: national = [] } = PUBLIC_HOLIDAYS[country];
  const rows = channels.flatMap((channel, at) =>
    SERVICE_TYPES.map(type => ({
      ...channel,
      service: type,
      weekends: weekendsText(weekendsOf(country, type, channel.id)),
      holidays: holidaysText(isByState(country, type) ? PUBLIC_HOLIDAYS[country] : { [ALL]: national }),
      masked: at % 5 === 4 ? 1 : 0,
    })),
  );
  const of = (value: (row: (typeof rows)[number]) => unknown) => rows.map(value) as never;
  const count = await insertColumns(client, 'non_working_days', [
    { name: 'country', type: 'text', values: of(() => country) },
    { name: 'channel_id', type: 'int8', values: of(({ id }) => id) },
    { name: 'channel_name', type: 'text', values: of(({ name }) => name) },
    { name: 'channel_name_folded', type: 'text', values: of(({ name }) => fold(name)) },
    { name: 'channel_type1', type: 'int2', values: of(row => (row.type === 0 ? 0 : 1)) },
    { name: 'channel_type2', type: 'int2', values: of(row => (row.from === row.country ? 2 : 1)) },
    { name: 'service_type', type: 'text', values: of(({ service }) => service) },
    { name: '_weekends_setting', type: 'text', values: of(({ weekends }) => weekends) },
    { name: '_holidays_setting', type: 'text', values: of(({ holidays }) => holidays) },
    { name: 'is_mask_channel', type: 'int2', values: of(({ masked }) => masked) },
    { name: 'status', type: 'int2', values: of(({ status }) => status) },
    { name: 'updated_by', type: 'text', values: of(() => DEMO_AUTHOR) },
    { name: 'updated_at', type: 'int8', values: of(() => DEMO_SINCE) },
  ]);
  onProgress(`${COUNTRIES[country].name}: ${formatCount(count)} non-working schedules`);
}
