import { describe, expect, it } from 'vitest';
import { crumbsOf } from './pageMeta.ts';
import type { MenuPlace } from './menu.ts';

const place = (name: string) =>
  ({ group: { name: 'Logistics Product' }, entry: { name, path: '/opsfe/servicearea/channelEntry' } }) as MenuPlace;
const labels = (crumb: string, name: string) =>
  crumbsOf({ crumb }, place(name), '/opsfe/servicearea/channelEntry').map(({ label }) => label);

describe('the breadcrumb', () => {
  it('the breadcrumb ends with the page below its menu entry', () => {
    expect(labels('Location', 'Channel Serviceable Area')).toEqual([
      'Home',
      'Logistics Product',
      'Channel Serviceable Area',
      'Location',
    ]);
  });

  it('the breadcrumb names a page only once if it has the same name as its menu entry', () => {
    expect(labels('Channel Entry', 'Channel Entry')).toEqual(['Home', 'Logistics Product', 'Channel Entry']);
  });
});
