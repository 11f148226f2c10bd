import type { Declarations } from '../../contract/declarations.ts';
import { SyncClient } from '../client/client.ts';
import { fakeEnv, type FakeEnv } from './fakeEnv.ts';

interface TabDeps {
  env?: FakeEnv;
  /** The person; by default, one that no other test in the file uses. */
  id?: number;
  /** Returns the server's response to a request; throws if there is none. */
  answers: (url: string) => unknown;
  /** The functions of `ops` that the tab calls; if omitted, there is no `ops`. */
  ops?: { joined: () => boolean; list: (entity: string, question: never) => Promise<unknown> };
  /** The declared resources; defaults to the product's own. */
  declared?: Declarations;
  /** Whether data of the person is stored on the device. */
  kept?: boolean;
  visible?: () => boolean;
  onWake?: (wake: () => void) => () => void;
}

/** A list page in the format of the server's response. */
export const pageAnswer = (list: readonly unknown[], total = list.length, status = 200): Response =>
  new Response(
    JSON.stringify({
      retcode: status === 200 ? 0 : status,
      message: status === 200 ? '' : 'No.',
      detail: '',
      data: { list, page: 1, count: 10, total },
    }),
    { status, headers: { 'content-type': 'application/json' } },
  );

/** Opens the engine as a tab does, with a server and an `ops` provided by the test; closes it after each test. */
export function tabs(
  firstUser: number,
  afterEach: (clean: () => void) => void,
): (deps: TabDeps) => { client: SyncClient; env: FakeEnv; id: number } {
  let last = firstUser;
  const opened: SyncClient[] = [];
  afterEach(() => {
    for (const client of opened.splice(0)) client.close();
  });
  return ({ env = fakeEnv(), id = (last += 1), answers, ops, declared, kept = true, visible, onWake }) => {
    const nothing = () => undefined;
    const client = new SyncClient({ userId: id, currentEntity: 'ID' } as never, {
      env,
      ...(declared ? { declared } : {}),
      baseUrl: 'http://x',
      fetch: (async (url: string) => answers(url)) as typeof fetch,
      connect: () => ({ start: nothing, check: nothing, move: nothing, close: nothing, ...ops }) as never,
      keptHere: async () => kept,
      afterPaint: run => env.clock.after(100, run),
      persist: async () => undefined,
      askSync: async () => undefined,
      onHide: () => nothing,
      visible: visible ?? (() => true),
      onWake: onWake ?? (() => nothing),
    });
    opened.push(client);
    return { client, env, id };
  };
}
