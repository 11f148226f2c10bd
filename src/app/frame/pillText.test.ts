import { describe, expect, it } from 'vitest';
import { pillText } from './pillText.ts';

const status = (
  network: 'unknown' | 'online' | 'offline',
  waiting: number,
  needsYou = 0,
  signedOut = false,
  paused = 0,
): Parameters<typeof pillText>[0] => ({ network, waiting, needsYou, signedOut, paused });

describe('the sync pill', () => {
  it.each([
    [status('online', 0), 'Online, all saved', 'ok'],
    [status('online', 1), 'Online, saving 1 change', 'busy'],
    [status('online', 2), 'Online, saving 2 changes', 'busy'],
    [status('offline', 0), 'Offline, all saved here', 'offline'],
    [status('offline', 1), 'Offline, 1 change waiting', 'offline'],
    [status('offline', 2), 'Offline, 2 changes waiting', 'offline'],
    [status('unknown', 0), 'Connecting', 'connecting'],
    [status('unknown', 3), 'Connecting, 3 changes waiting', 'connecting'],
    [status('online', 0, 1), 'Online, 1 needs attention', 'attention'],
    [status('offline', 0, 2), 'Offline, 2 need attention', 'attention'],
    [status('offline', 3, 1), 'Offline, 1 needs attention, 3 waiting', 'attention'],
    [status('online', 2, 0, true), 'Sign in to send 2 changes', 'attention'],
    [status('offline', 1, 0, true), 'Sign in to send 1 change', 'attention'],
    [status('online', 1, 1, true), 'Sign in to send 1 change, 1 needs attention', 'attention'],
    [status('online', 41, 0, false, 41), 'Online, 41 paused', 'attention'],
    [status('online', 43, 0, false, 41), 'Online, 41 paused, 2 being sent', 'attention'],
    [status('offline', 43, 1, false, 41), 'Offline, 1 needs attention, 41 paused, 2 waiting', 'attention'],
    [status('online', 3, 0, true, 3), 'Sign in to send 3 changes', 'attention'],
    [status('online', 0, 0, true), 'Signed out, all saved', 'attention'],
    [status('online', 0, 1, true), 'Signed out, 1 needs attention', 'attention'],
  ])('the pill for %j reads "%s"', (given, text, tone) => {
    expect(pillText(given)).toMatchObject({ text, tone });
  });

  it.each([
    [{ ...status('offline', 0), imports: 1 }, 'Offline, 1 import waiting'],
    [{ ...status('online', 2), imports: 2 }, 'Online, saving 2 changes and 2 imports'],
    [{ ...status('offline', 0), imports: 3, bulks: 2 }, 'Offline, 1 import and 2 bulk changes waiting'],
    [{ ...status('offline', 0), imports: 1, bulks: 1 }, 'Offline, 1 bulk change waiting'],
    [{ ...status('online', 2), imports: 2, bulks: 1 }, 'Online, saving 2 changes, 1 import and 1 bulk change'],
    [{ ...status('online', 0), importsNeedYou: 1 }, 'Online, 1 needs attention'],
    [{ ...status('online', 0, 0, true), imports: 1 }, 'Sign in to send 1 import'],
  ])('the pill counts imports and bulk changes separately from changes: %j', (input, text) =>
    expect(pillText(input).text).toBe(text),
  );

  it.each([
    [{ ...status('online', 1), trouble: 'server' as const }, 'Server error, 1 change waiting', 'attention'],
    [
      { ...status('online', 2), trouble: 'between' as const },
      'Blocked before reaching the server, 2 changes waiting',
      'attention',
    ],
    [{ ...status('offline', 1), trouble: 'server' as const }, 'Offline, 1 change waiting', 'offline'],
    [{ ...status('online', 0), ready: false }, 'Server not ready, all saved here', 'attention'],
    [{ ...status('online', 2), ready: false }, 'Server not ready, 2 changes waiting', 'attention'],
    [
      { ...status('online', 1), ready: false, trouble: 'server' as const },
      'Server not ready, 1 change waiting',
      'attention',
    ],
    [{ ...status('online', 3, 1), ready: false }, 'Server not ready, 1 needs attention, 3 waiting', 'attention'],
    [{ ...status('online', 43, 0, false, 41), ready: false }, 'Server not ready, 41 paused, 2 waiting', 'attention'],
    [{ ...status('offline', 1), ready: false }, 'Offline, 1 change waiting', 'offline'],
    [{ ...status('online', 0), trouble: null }, 'Online, all saved', 'ok'],
    [{ ...status('offline', 0), asked: 1 }, 'Offline, 1 urgent change not sent', 'offline'],
    [{ ...status('offline', 0), asked: 2 }, 'Offline, 2 urgent changes not sent', 'offline'],
    [{ ...status('offline', 1), asked: 1 }, 'Offline, 1 change waiting', 'offline'],
  ])('the pill explains why a change is not accepted even though the network is available: %j', (input, text, tone) =>
    expect(pillText(input)).toMatchObject({ text, tone }),
  );

  it('the pill says nothing about the queue until it has been read', () => {
    for (const network of ['unknown', 'online', 'offline'] as const) {
      expect(pillText({ ...status(network, 0), counted: false }).text).not.toMatch(/saved|waiting/);
    }
  });

  it('the pill never claims that everything is saved while a change is pending or needs attention', () => {
    for (const network of ['unknown', 'online', 'offline'] as const) {
      for (const signedOut of [false, true]) {
        for (const [waiting, needsYou] of [
          [1, 0],
          [0, 1],
          [2, 2],
        ] as const) {
          expect(pillText({ network, signedOut, waiting, needsYou }).text).not.toMatch(/all saved/);
        }
      }
    }
  });
});
