import { expect, it } from 'vitest';
import { tabBegin } from './tabBegin.ts';
import { CHANNEL_AREA, THREE_PL_AREA } from './tabs.ts';

it('switching tabs passes on the channel and the applicable type under the new tab’s filter names', () => {
  for (const area of [CHANNEL_AREA, THREE_PL_AREA]) {
    const owner = area.scope === 'channel' ? 'channelId' : 'threePlId';
    for (const from of ['type', 'applicableType'])
      for (const { page } of area.tabs) {
        const begun = tabBegin(area, page, { [owner]: 10021, [from]: 1, state: 'Bali' });
        const key = page.endsWith('-limit') ? 'applicableType' : page.endsWith('configuration') ? null : 'type';
        expect([page, begun]).toEqual([page, { [owner]: 10021, ...(key === null ? {} : { [key]: 1 }) }]);
      }
    expect(tabBegin(area, 'zone-limit', { type: 1 })).toEqual({});
  }
});
