import { describe, expect, it } from 'vitest';
import { channelCopy, channelCopyText, groupOfUrl } from './channelCopy.ts';

const URL = '/api/sls/channelConfig/order';
const TO = [10022, 10023, 10024, 10025, 10026, 10027].map(id => `ID/${id}`);

describe('how the log describes copied settings', () => {
  it('the log shows the group, the source channel and the target channels', () => {
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

  it('the log counts the target channels that do not fit in a line, even if the entry lists only some of them', () => {
    const copy = channelCopy(URL, { from: 'ID/10021', to: TO });
    expect(copy?.settings).toEqual([]);
    expect(copy && channelCopyText(copy, 31)).toBe(
      'Order Limit copied from channel 10021 to 10022, 10023, 10024, 10025, 10026 and 26 more',
    );
  });

  it('only copies of channel settings are recognized as such', () => {
    expect(channelCopy('/api/channelLocationService/update', { from: '10021/1/0', to: [] })).toBeNull();
    expect(channelCopy(URL, { set: { max_size: 1 } })).toBeNull();
    expect(channelCopy(URL, null)).toBeNull();
  });

  it('the group of an update or import is derived from its path', () => {
    expect(groupOfUrl('/api/sls/channelConfig/update')).toBe('Channel');
    expect(groupOfUrl('/api/sls/channelConfig/cod')).toBe('COD');
    expect(groupOfUrl('/api/sls/channelConfig/cod/import')).toBe('COD');
    expect(groupOfUrl('/api/sls/channelConfig/create')).toBeNull();
  });
});
