import { withPeriod } from '../../domain/errorText.ts';
import { inTime } from '../base/withTimeout.ts';

/** Web Push in this browser: checks support, subscribes and unsubscribes. The caller notifies the server. */

/**
 * - unsupported: the browser does not support Web Push, or not on this page
 * - needsInstall: only for installed apps (iPhone, iPad)
 * - denied: the person or an administrator of the device has blocked notifications
 */
export type PushState = 'unsupported' | 'needsInstall' | 'denied' | 'off' | 'on';

/** A push subscription: the browser's endpoint at the push service, and its keys (base64url). */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The platform APIs used here; tests replace them. */
export interface PushPlatform {
  serviceWorker: { ready: Promise<unknown>; getRegistration(): Promise<unknown> } | undefined;
  notification: { readonly permission: string; requestPermission(): Promise<string> } | undefined;
  /** Whether the page runs as an installed app; undefined if that is irrelevant. */
  installed: boolean | undefined;
  /** Time in milliseconds to wait for a service worker to start. */
  startMost: number;
}

interface Manager {
  getSubscription(): Promise<PushSubscription | null>;
  subscribe(options: { userVisibleOnly: true; applicationServerKey: string }): Promise<PushSubscription>;
}

const START_MOST = 15_000;

function thisBrowser(): PushPlatform {
  const iPhone = /\b(?:iPhone|iPad|iPod)\b/.test(navigator.userAgent);
  return {
    serviceWorker: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    notification: 'Notification' in globalThis ? Notification : undefined,
    installed: iPhone ? matchMedia('(display-mode: standalone)').matches : undefined,
    startMost: START_MOST,
  };
}

const managerOf = (registration: unknown): Manager | undefined =>
  (registration as { pushManager?: Manager } | undefined)?.pushManager;

/** Returns whether push is supported and enabled in this browser. */
export async function pushState(platform: PushPlatform = thisBrowser()): Promise<PushState> {
  const { serviceWorker, notification, installed } = platform;
  if (installed === false) return 'needsInstall';
  if (!serviceWorker || !notification) return 'unsupported';
  const registration = await serviceWorker.getRegistration();
  // On a first visit there is no service worker yet; push can be enabled once there is one.
  if (registration !== undefined && managerOf(registration) === undefined) return 'unsupported';
  if (notification.permission === 'denied') return 'denied';
  return (await managerOf(registration)?.getSubscription()) ? 'on' : 'off';
}

/**
 * Asks the person for permission, then subscribes with the push service.
 * @param publicKey the server's key
 * @throws Error with a message
 */
export async function subscribeHere(publicKey: string, platform: PushPlatform = thisBrowser()): Promise<PushAddress> {
  const { serviceWorker, notification, startMost } = platform;
  if (!serviceWorker || !notification) throw new Error('This browser cannot show push messages. Use another one.');
  const leave = await notification.requestPermission();
  if (leave === 'denied')
    throw new Error('Notifications are blocked for this site. Allow them in the browser settings.');
  if (leave !== 'granted') throw new Error('Notifications were not allowed. Turn them on again and choose Allow.');
  const registration = await inTime(
    serviceWorker.ready,
    startMost,
    'Ops Portal is not set up for offline work in this browser yet. Reload the page and try again.',
  );
  const manager = managerOf(registration);
  if (!manager) throw new Error('This browser cannot show push messages. Use another one.');
  try {
    // An existing subscription may belong to another key or person, so it is canceled.
    await (await manager.getSubscription())?.unsubscribe();
    const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint, keys } = subscription.toJSON();
    return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
  } catch (error) {
    const { name, message } = error as Error;
    // The browser may refuse although it says that notifications are allowed. In a private window, Chromium reports this
    // like a push service that cannot be reached (AbortError).
    throw new Error(
      name === 'NotAllowedError'
        ? `This browser does not allow push messages here: ${withPeriod(message)} Use a window that is not private, or allow notifications for this site in the browser settings.`
        : `The push service of this browser could not be reached: ${withPeriod(message)} Check the network and, if this window is private, use one that is not; then try again.`,
      { cause: error },
    );
  }
}

/** Cancels this browser's subscription, so that no further notifications are shown here. */
export async function unsubscribeHere(platform: PushPlatform = thisBrowser()): Promise<void> {
  const manager = managerOf(await platform.serviceWorker?.getRegistration());
  await (await manager?.getSubscription())?.unsubscribe();
}
