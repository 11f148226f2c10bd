import { describe, expect, it } from 'vitest';
import { fakeEnv, settle } from '../testing/fakeEnv.ts';
import { Signals, type Signal } from './signals.ts';
import { StatusBoard } from './statusBoard.ts';
import type { Outcome } from '../types.ts';

const OK: Outcome = { kind: 'ok', data: null };
const NOT_OURS: Outcome = { kind: 'noNetwork', reason: 'notOurs' };
const AWAY: Outcome = { kind: 'noNetwork', reason: 'unreachable' };
const LIST = { id: 'list', permission: 'signedIn' };
const CHANGES = { id: 'changes', permission: 'signedIn' };
const WRITE = { id: 'write', permission: 'signedIn', write: {} };

/** Two contexts of one person, and what the second receives from the first. */
function open() {
  const env = fakeEnv();
  const boards = [0, 1].map(() => {
    const signals = new Signals(env.openChannel, 1);
    const received: Signal['t'][] = [];
    signals.listen(({ t }) => received.push(t));
    return { board: new StatusBoard(signals), received };
  });
  const [tab, ops] = boards;
  if (!tab || !ops) throw new Error('no boards');
  return { tab: tab.board, ops: ops.board, received: ops.received };
}

describe('the network state', () => {
  it('the network state follows the latest attempt in any context', async () => {
    const { tab, ops } = open();
    tab.report(OK, LIST);
    await settle(2);
    expect(ops.now.network).toBe('online');
    ops.report(AWAY, CHANGES);
    await settle(2);
    expect(tab.now.network).toBe('offline');
  });

  it('a server without its database is reachable but not ready, in every context, until a call succeeds', async () => {
    const { tab, ops } = open();
    const later: Outcome = { kind: 'retryLater', status: 503, message: '', afterMillis: 2000 };
    const states = async () => {
      await settle(2);
      return [tab.now, ops.now].map(({ network, ready }) => [network, ready]);
    };
    const both = (network: string, ready: boolean) => [
      [network, ready],
      [network, ready],
    ];
    // A busy server is ready.
    ops.report(later, CHANGES);
    expect(await states()).toEqual(both('online', true));
    ops.report({ ...later, unready: true }, CHANGES);
    expect(await states()).toEqual(both('online', false));
    ops.report(later, CHANGES);
    expect(await states()).toEqual(both('online', false));
    tab.report(AWAY, LIST);
    expect(await states()).toEqual(both('offline', false));
    ops.report(OK, CHANGES);
    expect(await states()).toEqual(both('online', true));
  });

  it('a call that keeps failing while others succeed does not affect the network state, but triggers another check', async () => {
    const { tab, ops, received } = open();
    ops.report(OK, CHANGES);
    await settle(2);
    // The first failure may be caused by the network.
    tab.report(NOT_OURS, LIST);
    await settle(2);
    expect(ops.now.network).toBe('offline');
    ops.report(OK, CHANGES);
    await settle(2);
    expect(tab.now.network).toBe('online');
    const before = received.filter(t => t === 'kick').length;
    for (let n = 0; n < 5; n++) {
      tab.report(NOT_OURS, LIST);
      await settle(2);
      expect([tab.now.network, ops.now.network]).toEqual(['online', 'online']);
    }
    expect(received.filter(t => t === 'kick')).toHaveLength(before + 5);
    // The check finds that the server is unreachable.
    ops.report(AWAY, CHANGES);
    await settle(2);
    expect(tab.now.network).toBe('offline');
  });

  it('a call that kept failing affects the network state again once it has succeeded', async () => {
    const { tab } = open();
    tab.report(AWAY, LIST);
    tab.report(OK, CHANGES);
    tab.report(OK, LIST);
    tab.report(AWAY, LIST);
    expect(tab.now.network).toBe('offline');
  });

  it('every write affects the network state, because its sender waits for the network', async () => {
    const { tab } = open();
    for (let n = 0; n < 2; n++) {
      tab.report(NOT_OURS, WRITE);
      expect(tab.now.network).toBe('offline');
      tab.report(OK, CHANGES);
      expect(tab.now.network).toBe('online');
    }
  });
});
