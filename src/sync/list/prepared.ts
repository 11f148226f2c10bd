import type { Row } from '../types.ts';
import type { ListClient, ListQuestion } from './askList.ts';
import { ListView } from './listView.ts';

/** A view requested before it is rendered, and how long it is kept until then. */
const KEPT = 5000;

interface Prepared {
  key: string;
  view: unknown;
  stop: () => void;
}

const prepared = new WeakMap<object, Prepared>();

/**
 * Starts a list's next request before the page is rendered, so that the page and its rows appear together.
 * @param most time in milliseconds after which the page is rendered even without a response
 * @returns resolves when there is something to show, or nothing more to wait for
 */
export function prepareList<F extends Row, R extends Row>(
  client: ListClient,
  key: string,
  question: ListQuestion<F, R>,
  most: number,
): Promise<void> {
  prepared.get(client)?.stop();
  const view = new ListView<F, R>(client, question);
  return new Promise(resolve => {
    const look = () => {
      if (view.getSnapshot().status !== 'loading') resolve();
    };
    const unsubscribe = view.subscribe(look);
    const { clock } = client.env;
    const cancels = [clock.after(most, resolve), clock.after(KEPT, () => stop())];
    const stop = () => {
      for (const cancel of cancels) cancel();
      resolve();
      unsubscribe();
      if (prepared.get(client)?.view === view) prepared.delete(client);
    };
    prepared.set(client, { key, view, stop });
    look();
  });
}

/** The view prepared for a request, or null. */
export function preparedList<F extends Row, R extends Row>(client: object, key: string): ListView<F, R> | null {
  const found = prepared.get(client);
  return found?.key === key ? (found.view as ListView<F, R>) : null;
}
