import { describe, expect, it } from 'vitest';
import { countsText } from '../../../domain/import/countsText.ts';
import { resourceOf } from '../../../contract/resources/all.ts';
import { changedBy, keyedLine } from '../recordLine.ts';
import { revertTexts } from './revertTexts.ts';
import { backgroundText, uncopiedText, waitsText } from './waitTexts.ts';

describe('descriptions of imports', () => {
  it('an import’s counts are listed in words, or a sentence says that no changes were needed', () => {
    expect(countsText({ added: 1200, changed: 0, removed: 3, left: 1 })).toBe(
      '1,200 added, 3 removed, 1 left unchanged',
    );
    expect(countsText({ added: 0, changed: 0, removed: 0, left: 0 })).toBe('Nothing needed to change');
    expect(countsText(null)).toBe('');
  });

  it('a record in an import is described by its places, if known, and the person who changed it', () => {
    const row = { state: 'Jawa Barat', city: 'Bandung', district: '', street: '', updatedBy: 'a@b' };
    const location = resourceOf('channelLocations');
    expect(keyedLine(location, '10021/7/0', row)).toBe('Jawa Barat > Bandung (7), Standard, channel 10021');
    expect(keyedLine(location, '10021/7/1', null)).toBe('Location 7, SBS, channel 10021');
    const ends = { applicableType: 0, fromLocationId: 3, fromState: 'Banten', toLocationId: 4, toState: 'Bali' };
    expect(keyedLine(resourceOf('channelRoutes'), '10021/77', ends)).toBe(
      'Banten to Bali (3, 4), Standard, channel 10021',
    );
    expect(keyedLine(resourceOf('channelRoutes'), '10021/77', null)).toBe('Route Limit 77, channel 10021');
    expect(keyedLine(resourceOf('channelPostcodes'), '10021/00123/1', null)).toBe('Postcode 00123, SBS, channel 10021');
    expect([changedBy(row), changedBy(null)]).toEqual(['changed by a@b', 'it is gone']);
  });

  it('a waiting import’s text gives the reason, without blaming the server if only its second copy is missing', () => {
    const waiting = { state: 'waiting', problem: '' } as const;
    expect(waitsText(waiting, true)).toBeNull();
    expect(waitsText({ ...waiting, uncopied: 'failed' }, true)).toBeNull();
    expect(waitsText({ state: 'uploading', problem: '' }, false)).toBeNull();
    expect(waitsText(waiting, false)).toMatch(
      /^Saved on this device and will be sent when the network is back, .* tab\.$/,
    );
    expect(waitsText({ ...waiting, uncopied: 'full' }, false)).toMatch(
      / tab\. Keep the files .* no room for a second copy/,
    );
    const busy = waitsText({ ...waiting, problem: 'Sign in again to send it.' }, true);
    expect(busy).toMatch(/^Sign in again to send it\. The import is saved on this device and continues automatically/);
    expect(backgroundText({ uncopied: 'failed' })).toMatch(
      /^The import continues in the background\. .* could not be written/,
    );
    expect([backgroundText(undefined), uncopiedText({})]).toEqual([expect.stringMatching(/device\.$/), '']);
  });

  it('a revert says how many records can still be reverted, or that none are left', () => {
    expect(revertTexts({ total: 2, left: 1200 })).toEqual({
      title: '2 records have been changed since',
      text: 'Nothing has been undone yet. These records are left unchanged; the other 1,200 records will be restored.',
      confirm: 'Revert the others',
    });
    expect(revertTexts({ total: 1, left: 1 })).toMatchObject({
      title: '1 record has been changed since',
      text: 'Nothing has been undone yet. This record is left unchanged; the other record will be restored.',
    });
    expect(revertTexts({ total: 3, left: 0 })).toEqual({
      title: 'There is nothing left to undo',
      text: 'All 3 records of this import have been changed since. They were left unchanged; correct them in the list if necessary.',
      confirm: null,
    });
    expect(revertTexts({ total: 1, left: 0 }).text).toMatch(
      /^The only record of this import has been changed since\. It was left unchanged/,
    );
  });
});
