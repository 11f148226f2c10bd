import type pg from 'pg';
import { STATUS } from '../../domain/permission.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { formatCount } from '../../domain/format.ts';
import { DEMO_AUTHOR, DEMO_SINCE } from './areas.ts';
import { insertColumns } from './bulk.ts';
import type { DemoChannel } from './channels.ts';

/** Services that the demo's channels are ordered by. */
const SERVICES = [
  { code: 'REG', name: 'Regular' },
  { code: 'COD', name: 'Cash on Delivery' },
  { code: 'EXP', name: 'Express' },
  { code: 'ECO', name: 'Economy' },
  { code: 'RET', name: 'Returns' },
] as const;

/** Writes the service codes of one country: three to five of each channel, those of a disabled channel disabled too. */
export async function insertServiceCodes(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  onProgress: (text: string) => void,
): Promise<void> {
  const rows = channels.flatMap(({ id, name, status }) =>
    SERVICES.slice(0, 3 + (id % 3)).map((service, at) => ({
      code: `${country}-${id}-${service.code}`,
      channel: id,
      name: `${name} ${service.name}`,
      status: status === STATUS.disabled || (id % 7 === 0 && at === 2) ? STATUS.disabled : STATUS.normal,
    })),
  );
  const count = await insertColumns(client, 'service_codes', [
    { name: 'country', type: 'text', values: rows.map(() => country) },
    { name: 'code', type: 'text', values: rows.map(({ code }) => code) },
    { name: 'shipping_channel_id', type: 'int8', values: rows.map(({ channel }) => channel) },
    { name: 'name', type: 'text', values: rows.map(({ name }) => name) },
    { name: 'name_folded', type: 'text', values: rows.map(({ name }) => fold(name)) },
    { name: 'status', type: 'int2', values: rows.map(({ status }) => status) },
    { name: 'updated_by', type: 'text', values: rows.map(() => DEMO_AUTHOR) },
    { name: 'updated_at', type: 'int8', values: rows.map(() => DEMO_SINCE) },
  ]);
  onProgress(`${COUNTRIES[country].name}: ${formatCount(count)} service codes`);
}
