import { describe, expect, it } from 'vitest';
import { channelZone } from '../../contract/resources/channelZone.ts';
import { claim } from '../../../tests/support/claims.ts';
import { exportedText } from '../shared/export/saveWritten.ts';
import { failedText, notCachedText } from './exportTexts.ts';

const made = { name: 'a.xlsx', blob: new Blob([]), rows: 1200, asOf: 0, pending: 0, stuck: 0 };

describe('descriptions of exports', () => {
  it('a file created on this device says what it contains', () => {
    expect(exportedText(made, 'noon')).toBe('Exported 1,200 rows from this device, as of noon.');
    expect(exportedText({ ...made, rows: 1, pending: 1, stuck: 2 }, 'noon')).toBe(
      'Exported 1 row from this device, as of noon, with 1 change of yours that has not been sent yet. 2 records have changes that need attention and are not in the file.',
    );
  });

  it('a failed export shows the reason and the next step', () => {
    expect(failedText(channelZone, { kind: 'noNetwork', reason: 'unreachable' })).toMatch(
      /^Nothing was exported\. The server cannot be reached\. Not all zone limits of this channel .* Export again once/,
    );
    expect(failedText(channelZone, { kind: 'noNetwork', reason: 'timeout' }, 'notWritten')).toBe(
      'Nothing was exported. The server did not respond in time. The file could not be written on this device either. Export again once the server can be reached.',
    );
    expect(failedText(channelZone, { kind: 'retryLater', status: 503, message: 'Busy.', afterMillis: null })).toBe(
      'Nothing was exported. Busy. Export again in a moment.',
    );
    expect(failedText(channelZone, { kind: 'signedOut', message: 'You are not logged in.' })).toMatch(
      /Sign in again, then export/,
    );
    expect(failedText(channelZone, { kind: 'refused', status: 403, retcode: 403, message: 'No right.' })).toBe(
      'Nothing was exported. No right.',
    );
  });

  it('a failed export of an incompletely cached list says what this device has without promising more', () => {
    expect(notCachedText(claim)).toBe(
      'You are offline, and only the pages of claims that were opened are on this device. Export again once the server can be reached.',
    );
    expect(failedText(claim, { kind: 'noNetwork', reason: 'unreachable' })).toBe(
      'Nothing was exported. The server cannot be reached. Not all claims are on this device. Export again once the server can be reached.',
    );
    expect(notCachedText(channelZone)).toMatch(
      /^You are offline, and the zone limits of this channel are not on this device/,
    );
  });
});
