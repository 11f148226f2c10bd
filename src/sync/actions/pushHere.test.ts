import { describe, expect, it } from 'vitest';
import { pushState, subscribeHere, unsubscribeHere, type PushPlatform } from './pushHere.ts';

/** A fake browser with only the push APIs used here. */
function browser(permission: string, { answer = 'granted', push = true, reachable = true, allowed = true } = {}) {
  const done: string[] = [];
  let subscription: { key: string; unsubscribe(): Promise<boolean>; toJSON(): object } | null = null;
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey: key, userVisibleOnly }: Record<string, unknown>) => {
      if (!reachable) throw new DOMException('push service error.', 'AbortError');
      if (!allowed) throw new DOMException('Registration failed - permission denied', 'NotAllowedError');
      if (subscription) throw new DOMException('another key', 'InvalidStateError');
      done.push(`subscribe ${String(key)} ${String(userVisibleOnly)}`);
      subscription = {
        key: String(key),
        unsubscribe: async () => {
          done.push(`unsubscribe ${String(key)}`);
          subscription = null;
          return true;
        },
        toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'P', auth: 'A' } }),
      };
      return subscription;
    },
  };
  const registration = push ? { pushManager } : {};
  const platform: PushPlatform = {
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
    notification: { permission, requestPermission: async () => answer },
    installed: undefined,
    startMost: 10,
  };
  return { platform, done };
}

describe('push notifications in this browser', () => {
  it('push is off at first, on after subscribing, and off again after unsubscribing', async () => {
    const { platform, done } = browser('granted');
    expect(await pushState(platform)).toBe('off');
    expect(await subscribeHere('KEY', platform)).toEqual({
      endpoint: 'https://push.example/1',
      p256dh: 'P',
      auth: 'A',
    });
    expect(await pushState(platform)).toBe('on');
    await subscribeHere('OTHER', platform);
    await unsubscribeHere(platform);
    expect(await pushState(platform)).toBe('off');
    expect(done).toEqual(['subscribe KEY true', 'unsubscribe KEY', 'subscribe OTHER true', 'unsubscribe OTHER']);
  });

  it('if push cannot be enabled, the state or the error says why', async () => {
    const { platform } = browser('granted');
    expect(await pushState({ ...platform, installed: false })).toBe('needsInstall');
    expect(await pushState({ ...platform, notification: undefined })).toBe('unsupported');
    expect(await pushState({ ...platform, serviceWorker: undefined })).toBe('unsupported');
    expect(await pushState(browser('granted', { push: false }).platform)).toBe('unsupported');
    expect(await pushState(browser('denied').platform)).toBe('denied');
    const refused = (how: Parameters<typeof browser>[1]) => subscribeHere('KEY', browser('default', how).platform);
    await expect(refused({ answer: 'denied' })).rejects.toThrow('blocked for this site');
    await expect(refused({ answer: 'default' })).rejects.toThrow('choose Allow');
    await expect(refused({ push: false })).rejects.toThrow('cannot show push messages');
    await expect(refused({ reachable: false })).rejects.toThrow('push service error. Check the network');
    // In a private window, for example.
    await expect(refused({ allowed: false })).rejects.toThrow(
      'does not allow push messages here: Registration failed - permission denied. Use a window that is not private',
    );
  });

  it('subscribing times out if no service worker starts', async () => {
    const never = { ready: new Promise(() => undefined), getRegistration: async () => undefined };
    const platform = { ...browser('granted').platform, serviceWorker: never };
    expect(await pushState(platform)).toBe('off');
    await expect(subscribeHere('KEY', platform)).rejects.toThrow('Reload the page');
    await unsubscribeHere(platform);
  });
});
