import { describe, expect, it } from 'vitest';
import { checkServed } from '../../contract/serviceability.ts';
import { newConfig } from '../../domain/serviceableConfig.ts';
import type { Row } from '../types.ts';
import { sampleFromServer } from './useChannelUse.ts';

const POSTCODES = [{ zipcode: '40132' }, { zipcode: '40133' }];
const LOCATIONS = [{ locationId: 1111, state: 'Jawa Barat', city: 'Bandung', district: '', street: '' }];

/** A server with a channel that has both postcodes and locations, and what it is asked to check. */
function serverOf(config: Row | null, locations: readonly Row[] = LOCATIONS) {
  const asked: unknown[] = [];
  const list = (rows: readonly Row[]) => ({ kind: 'ok', data: { list: rows, page: 1, count: 40, total: rows.length } });
  const call = async (of: { id: string }, input: { addresses: readonly unknown[] }) => {
    if (of.id === checkServed.id) {
      asked.push(...input.addresses);
      const service = { deliver: 'yes', cod: 'no', pickup: 'no', codPickup: 'no' };
      return { kind: 'ok', data: { list: input.addresses.map(() => ({ results: [service] })) } };
    }
    if (of.id.startsWith('channelServiceConf')) return list(config ? [config] : []);
    return list(of.id.startsWith('channelPostcode') ? POSTCODES : locations);
  };
  const ops = { children: async () => ({ value: [{ locationId: 1, name: 'Jawa Barat' }] }) };
  return { asked, client: { transport: { call }, ops } as unknown as Parameters<typeof sampleFromServer>[0] };
}

describe('the sample of a channel that is not cached', () => {
  it.each([
    [
      'a channel by postcode',
      { ...newConfig(), serviceableType: 2 },
      LOCATIONS,
      POSTCODES.map(({ zipcode }) => zipcode),
    ],
    ['a channel by location', newConfig(), LOCATIONS, ['Bandung, Jawa Barat']],
    [
      'a channel without a check',
      { ...newConfig(), serviceableType: 2, isCheckServiceable: 0 },
      LOCATIONS,
      ['Bandung, Jawa Barat'],
    ],
    ['a channel without a configuration', null, LOCATIONS, ['Bandung, Jawa Barat']],
    ['a channel by location without locations', newConfig(), [], ['Jawa Barat']],
  ])('%s is checked at the addresses that a device would choose', async (_, config, locations, texts) => {
    const { client, asked } = serverOf(config, locations);
    const sample = await sampleFromServer(client, 'ID', 10_021);
    expect(sample?.addresses).toEqual(texts);
    expect(asked).toEqual(
      texts.map(text => (/^\d/.test(text) ? { postcode: text } : { locationId: text === 'Jawa Barat' ? 1 : 1111 })),
    );
  });
});
