import type { TrackerEvent } from '../../contract/activity.ts';
import { elementName, namedElement } from './elementName.ts';

export type EventType = TrackerEvent['type'];

export interface TrackerDeps {
  window: Window;
  /** Whether the tracker's configuration has `turnOn` true (TRK-2). */
  turnedOn: () => boolean;
  record: (type: EventType, name: string) => void;
  /** Subscribes to page views; returns an unsubscribe function. */
  onPage: (shown: () => void) => () => void;
}

/**
 * TRK-2: interval in milliseconds at which the cached configuration is read; only `ops` fetches it from the network,
 * and rarely.
 */
const CHECK_EVERY = 1000;
/** TRK-3: delay in milliseconds after the last key press. */
const TYPING_PAUSE = 200;

/**
 * A tab's activity tracker (TRK-1): it listens only while turned on. It records that something was typed into a named
 * element, never the text or the key.
 */
export function startTracker({ window, turnedOn, record, onPage }: TrackerDeps): () => void {
  const { document } = window;
  let listening: AbortController | null = null;
  let typing: ReturnType<typeof setTimeout> | undefined;

  function listen(): void {
    listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    document.addEventListener(
      'click',
      ({ target }) => {
        const element = namedElement(target);
        record(element?.getAttribute('role') === 'tab' ? 'tab' : 'click', elementName(element));
      },
      options,
    );
    document.addEventListener(
      'keyup',
      ({ target }) => {
        clearTimeout(typing);
        typing = setTimeout(() => record('keyup', elementName(namedElement(target))), TYPING_PAUSE);
      },
      options,
    );
    document.addEventListener('visibilitychange', () => record('visibility', document.visibilityState), options);
    window.addEventListener('pagehide', () => record('unload', ''), options);
    const stopPages = onPage(() => record('page', ''));
    listening.signal.addEventListener('abort', () => {
      stopPages();
      clearTimeout(typing);
    });
  }

  let loaded = false;
  function check(): void {
    const on = turnedOn();
    if (on && !listening) {
      if (!loaded) record('load', '');
      loaded = true;
      record('config', 'on');
      record('page', '');
      listen();
    }
    if (!on && listening) stop();
  }
  function stop(): void {
    listening?.abort();
    listening = null;
  }

  const timer = setInterval(check, CHECK_EVERY);
  return () => {
    clearInterval(timer);
    stop();
  };
}
