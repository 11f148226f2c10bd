import { describe, expect, it } from 'vitest';
import type { SyncStatus } from '../../sync/types.ts';
import { listsText, mirrorText } from './homeTexts.ts';

const status = (over: Partial<SyncStatus>): SyncStatus => ({
  network: 'online',
  signedOut: false,
  counted: true,
  waiting: 0,
  paused: 0,
  needsYou: 0,
  mirror: 'ready',
  mirrorProgress: 1,
  ...over,
});

describe('offline readiness on the home page', () => {
  it('the country is shown as ready for offline work only once channel lists are cached', () => {
    const none = { ready: 0, loading: 0 };
    expect(mirrorText(status({}), { ready: 1, loading: 0 })).toMatchObject({
      tone: 'fine',
      title: 'Ready to work offline',
      detail: expect.stringContaining(
        'The lists of 1 channel and the places of this country are on this device',
      ) as string,
    });
    expect(mirrorText(status({}), { ready: 2, loading: 0 }).detail).toContain(
      'lists of 2 channels and the places of this country are on this device',
    );
    expect(mirrorText(status({}), none)).toMatchObject({
      tone: 'attention',
      title: 'No list is ready for offline work',
    });
    expect(mirrorText(status({ network: 'offline' }), none).detail).toMatch(/No list of this country was opened/);
    expect(mirrorText(status({}), { ready: 1, loading: 2 }).title).toBe(
      'Getting ready for offline work, 1 of 3 channels',
    );
    expect(mirrorText(status({ network: 'offline' }), { ready: 0, loading: 2 }).detail).toMatch(
      /^The lists of 2 channels were not loaded completely before this device went offline\./,
    );
    // Offline, lists that are not cached cannot be loaded, but cached ones are available.
    expect(mirrorText(status({ network: 'offline' }), { ready: 1, loading: 2 }).title).toBe('Ready to work offline');
    expect(mirrorText(status({}), undefined).title).toBe('Getting ready for offline work');
    expect(mirrorText(status({}), null).title).toBe('Not ready for offline work');
    expect(mirrorText(status({ mirror: 'loading', mirrorProgress: 0.999 }), none).title).toContain('99 %');
    expect(mirrorText(status({ mirror: 'empty', network: 'offline' }), none).title).toBe('Not ready for offline work');
    expect(mirrorText(status({ mirror: 'empty' }), none).tone).toBe('waiting');
  });
});

it('the state of a channel’s lists includes the number of rows and whether they are kept offline', () => {
  const lists = { state: 'ready', rows: 1204, pinned: true } as const;
  expect(listsText(lists)).toBe('1,204 rows, kept offline');
  expect(listsText({ ...lists, rows: 1, pinned: false })).toBe('1 row');
  expect(listsText({ ...lists, state: 'loading' })).toBe('loading');
  expect(listsText({ ...lists, state: 'noRoom' })).toBe('no room on this device');
});
