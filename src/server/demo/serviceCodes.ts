import type pg from 'pg';
import { serviceCode } from '../../contract/resources/serviceCode.ts';
import { STATUS } from '../../domain/permission.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { formatCount } from '../../domain/format.ts';
import type { DemoChannel } from './channels.ts';
import { insertRecords } from './records.ts';

/** Services that can be ordered from the demo's channels. */
const SERVICES = [
  { code: 'REG', name: 'Regular' },
  { code: 'COD', name: 'Cash on Delivery' },
  { code: 'EXP', name: 'Express' },
  { code: 'ECO', name: 'Economy' },
  { code: 'RET', name: 'Returns' },
] as const;

/**
 * Writes the service codes of one country: three to five per channel. The codes of a disabled channel are disabled as
 * well.
 */
export async function insertServiceCodes(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  onProgress: (text: string) => void,
): Promise<void> {
  const rows = channels.flatMap(({ id, name, status }) =>
    SERVICES.slice(0, 3 + (id % 3)).map((service, at) => ({
      code: `${country}-${id}-${service.code}`,
      shipping_channel_id: id,
      name: `${name} ${service.name}`,
      status: status === STATUS.disabled || (id % 7 === 0 && at === 2) ? STATUS.disabled : STATUS.normal,
    })),
  );
  const count = await insertRecords(client, serviceCode, country, rows);
  onProgress(`${COUNTRIES[country].name}: ${formatCount(count)} service codes`);
}
