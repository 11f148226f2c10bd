import { describe, expect, it } from 'vitest';
import { createNoticeStore, type NoticeTimers } from './noticeStore.ts';
import { stackOf } from './stack.ts';

/** A clock that the test advances. */
function fakeTimers(): NoticeTimers & { pass: (millis: number) => void } {
  let now = 0;
  const waiting = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    start(run, millis) {
      const timer = { at: now + millis, run };
      waiting.add(timer);
      return timer;
    },
    stop: timer => void waiting.delete(timer as { at: number; run: () => void }),
    pass(millis) {
      now += millis;
      for (const timer of waiting) {
        if (timer.at > now) continue;
        waiting.delete(timer);
        timer.run();
      }
    },
  };
}

function setUp() {
  const timers = fakeTimers();
  return { timers, store: createNoticeStore(timers) };
}

describe('the notice store', () => {
  it('a notice with an action stays until the person responds', () => {
    const { timers, store } = setUp();
    store.add('success', 'A new version', { label: 'Reload', run: () => undefined });
    timers.pass(60_000);
    expect(store.get().shown).toHaveLength(1);
  });

  it('a temporary offer disappears after a while, and its action applies to the latest offer with the same text', () => {
    const { timers, store } = setUp();
    const ran: number[] = [];
    const offer = (n: number) => ({ label: 'Undo', run: () => void ran.push(n), passing: true });
    store.add('success', 'Edit Successfully', offer(1));
    timers.pass(5000);
    store.add('success', 'Edit Successfully', offer(2));
    timers.pass(7000);
    expect(store.get().shown).toMatchObject([{ times: 2 }]);
    store.get().shown[0]?.action?.run();
    expect(ran).toEqual([2]);
    timers.pass(1000);
    expect(store.get().shown).toEqual([]);
  });

  it('an error stays until it is closed, while other notices disappear (ERR-1)', () => {
    const { timers, store } = setUp();
    const id = store.add('error', 'Server error.');
    store.add('success', 'Edit Successfully');
    store.add('warning', 'Only support importing single file');
    timers.pass(4000);
    expect(store.get().shown.map(notice => notice.kind)).toEqual(['warning', 'error']);
    timers.pass(2000);
    expect(store.get().shown.map(notice => notice.kind)).toEqual(['error']);
    timers.pass(1e9);
    expect(store.get().shown).toHaveLength(1);
    store.close(id);
    expect(store.get().shown).toHaveLength(0);
    expect(store.get().history).toHaveLength(3);
  });

  it("a repeated text increments the notice's count and shows it again, instead of adding a second one", () => {
    const { timers, store } = setUp();
    store.add('success', 'Edit Successfully');
    timers.pass(3000);
    store.add('success', 'Edit Successfully');
    expect(store.get().shown).toMatchObject([{ times: 2 }]);
    timers.pass(3000);
    expect(store.get().shown).toHaveLength(1);
    timers.pass(1000);
    expect(store.get().shown).toHaveLength(0);
    expect(store.get().unread).toBe(0);
    store.add('warning', 'Look');
    store.add('warning', 'Look');
    expect(store.get().unread).toBe(1);
  });

  it('no notice disappears while the stack is held; its timers resume afterward', () => {
    const { timers, store } = setUp();
    store.add('success', 'Create Successfully');
    store.hold(true);
    timers.pass(60_000);
    expect(store.get().shown).toHaveLength(1);
    store.hold(false);
    timers.pass(4000);
    expect(store.get().shown).toHaveLength(0);
  });

  it.each(['closeAll', 'clear'] as const)(
    'after notices under the pointer were removed by %s, later ones disappear on their own',
    remove => {
      const { timers, store } = setUp();
      store.add('success', 'Create Successfully');
      store.hold(true);
      store[remove]();
      store.add('success', 'Edit Successfully');
      expect(store.get().shown).toHaveLength(1);
      timers.pass(4000);
      expect(store.get().shown).toHaveLength(0);
    },
  );

  it('updating a notice changes it in place, shows it again if it has disappeared, and keeps a single history entry', () => {
    const { timers, store } = setUp();
    const kept = { kind: 'info' as const, text: 'Saved on this device', detail: 'Edit 1' };
    const undo = { label: 'Undo', run: () => undefined, passing: true };
    const id = store.open({ ...kept, action: undo });
    store.open({ ...kept, detail: 'Edit 2' });
    store.change(id, { kind: 'success', text: 'Edit Successfully', detail: 'Edit 1', action: undo });
    const said = () => store.get().shown.map(({ text, detail }) => [text, detail]);
    expect(said()).toEqual([
      ['Saved on this device', 'Edit 2'],
      ['Edit Successfully', 'Edit 1'],
    ]);
    timers.pass(8000);
    expect(said()).toEqual([]);
    store.change(id, { kind: 'success', text: 'Edit Successfully', detail: 'Edit 1' });
    expect(said()).toEqual([['Edit Successfully', 'Edit 1']]);
    expect(store.get().history).toHaveLength(2);
    store.withdraw(id);
    expect(said()).toEqual([]);
    expect(store.get().history.map(({ detail }) => detail)).toEqual(['Edit 2']);
    expect(store.get().unread).toBe(0);
  });

  it('of several identical successes, the newest is shown with a count, while every error is shown', () => {
    const { store } = setUp();
    const ids = [1, 2, 3, 4].map(n => store.open({ kind: 'success', text: 'Edit Successfully', detail: `Edit ${n}` }));
    for (const n of [1, 2, 3]) store.open({ kind: 'error', text: 'Refused', detail: `Edit ${n}` });
    const { notices, alike } = stackOf(store.get().shown);
    expect(notices.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'error Edit 3',
      'error Edit 2',
      'error Edit 1',
      'success Edit 4',
    ]);
    expect([...alike]).toEqual([[ids[3], 3]]);
  });

  it("a notice's action runs only once, whether from the stack or later from the bell", () => {
    const { timers, store } = setUp();
    let undone = 0;
    const action = { label: 'Undo', run: () => void undone++, passing: true };
    const id = store.open({ kind: 'success', text: 'Edit Successfully', detail: 'Edit 1', action });
    timers.pass(8000);
    expect(store.get().shown).toEqual([]);
    expect(store.get().history[0]?.action?.label).toBe('Undo');
    store.take(id);
    store.take(id);
    expect(undone).toBe(1);
    expect(store.get().history).toMatchObject([{ text: 'Edit Successfully' }]);
    expect(store.get().history[0]).not.toHaveProperty('action');
  });

  it('the store counts unread notices, keeps at most fifty, and clears them when the person changes', () => {
    const { store } = setUp();
    for (let n = 0; n < 60; n++) store.add('error', `number ${n}`);
    expect(store.get().history).toHaveLength(50);
    expect(store.get().history[0]?.text).toBe('number 59');
    expect(store.get().unread).toBe(50);
    store.markRead();
    expect(store.get().unread).toBe(0);
    store.clear();
    expect(store.get()).toEqual({ shown: [], history: [], unread: 0 });
  });
});
