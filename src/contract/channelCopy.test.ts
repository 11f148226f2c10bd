import { describe, expect, it } from 'vitest';
import { channelCopy, channelCopyText, groupOfUrl } from './channelCopy.ts';

const URL = '/api/sls/channelConfig/order';
const TO = [10022, 10023, 10024, 10025, 10026, 10027].map(id => `ID/${id}`);

describe('descriptions of copied settings in the log', () => {
  it('a copy is logged with its group, source channel and target channels', () => {
    const copy = channelCopy(URL, {
      from: 'ID/10021',
      to: TO.slice(0, 2),
      set: { max_distance: 75_500, max_size: null },
    });
    expect(copy).toEqual({
      group: 'Order Limit',
      from: '10021',
      to: ['10022', '10023'],
      settings: ['Max Distance: 75.5', 'Max Size: /'],
    });
    expect(copy && channelCopyText(copy, 2)).toBe('Order Limit copied from channel 10021 to 10022, 10023');
  });

  it('target channels that do not fit on the line are counted, even if the entry lists only some of them', () => {
    const copy = channelCopy(URL, { from: 'ID/10021', to: TO });
    expect(copy?.settings).toEqual([]);
    expect(copy && channelCopyText(copy, 31)).toBe(
      'Order Limit copied from channel 10021 to 10022, 10023, 10024, 10025, 10026 and 26 more',
    );
  });

  it('only a copy of channel settings is recognized as such', () => {
    expect(channelCopy('/api/channelLocationService/update', { from: '10021/1/0', to: [] })).toBeNull();
    expect(channelCopy(URL, { set: { max_size: 1 } })).toBeNull();
    expect(channelCopy(URL, null)).toBeNull();
  });

  it('the settings group of an update or import is derived from its path', () => {
    expect(groupOfUrl('/api/sls/channelConfig/update')).toBe('Channel');
    expect(groupOfUrl('/api/sls/channelConfig/cod')).toBe('COD');
    expect(groupOfUrl('/api/sls/channelConfig/cod/import')).toBe('COD');
    expect(groupOfUrl('/api/sls/channelConfig/create')).toBeNull();
  });
});
