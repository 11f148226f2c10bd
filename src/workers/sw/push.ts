/** Handles push messages in the service worker, and clicks on their notifications. */

/** The platform APIs used here; a test passes its own. */
export interface PushScope {
  registration: Pick<ServiceWorkerRegistration, 'scope' | 'showNotification'>;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly PushWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  navigator: object;
}
interface PushWindow {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface Message {
  title: string;
  text: string;
  link: string;
  unread: number | null;
  /** A later message with the same tag replaces the earlier one. */
  tag: string | undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * The message sent by the server (server/notify/push.ts). A notification is always shown, because browsers require one
 * for each message.
 */
function messageOf(data: { json(): unknown } | null): Message {
  let said: Record<string, unknown> = {};
  try {
    said = (data?.json() ?? {}) as Record<string, unknown>;
  } catch {
    // The content is not from our server, so it is treated as an empty message.
  }
  const { unread } = said;
  return {
    title: textOf(said['title']) || 'Ops Portal',
    text: textOf(said['text']) ?? 'You have a new notification.',
    link: textOf(said['link']) ?? '/',
    unread: typeof unread === 'number' && Number.isSafeInteger(unread) && unread >= 0 ? unread : null,
    tag: textOf(said['tag']),
  };
}

/** Converts a link to a URL of the console; Home if it leads elsewhere. */
function addressIn(scope: string, link: unknown): string {
  const home = new URL(scope);
  if (typeof link !== 'string' || !URL.canParse(link, scope)) return home.href;
  const to = new URL(link, scope);
  return to.origin === home.origin && to.pathname.startsWith(home.pathname) ? to.href : home.href;
}

export function createPushHandlers({ registration, clients, navigator }: PushScope) {
  /** The badge count on the installed app's icon, if the platform supports it. */
  const badge = async (count: number): Promise<void> => {
    const { setAppBadge, clearAppBadge } = navigator as {
      setAppBadge?: (count: number) => Promise<void>;
      clearAppBadge?: () => Promise<void>;
    };
    // A failure to set the badge must not prevent the notification from being shown.
    await (count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator))?.catch(() => undefined);
  };
  return {
    async onPush(data: { json(): unknown } | null): Promise<void> {
      const { title, text, link, unread, tag } = messageOf(data);
      await Promise.all([
        registration.showNotification(title, {
          body: text,
          icon: '/static/icons/icon-192.png',
          data: { link },
          ...(tag === undefined ? {} : { tag }),
        }),
        unread === null ? undefined : badge(unread),
      ]);
    },
    /**
     * Shows the page in the window that already has it open, otherwise in a new one, because other windows may contain
     * an unsaved form.
     */
    async onClick(notification: { data: unknown; close(): void }): Promise<void> {
      notification.close();
      const address = addressIn(registration.scope, (notification.data as { link?: unknown } | null)?.link);
      const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
      const open = windows.find(({ url }) => url === address);
      await (open ? open.focus() : clients.openWindow(address));
    },
  };
}
