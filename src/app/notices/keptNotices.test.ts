import { expect, it } from 'vitest';
import { keepForPerson } from './forPerson.ts';
import { createKeeper, type KeeperStorage } from './keptNotices.ts';
import { createNoticeStore } from './noticeStore.ts';
import { createNotify } from './notify.ts';

const HOUR = 3_600_000;

/** Storage that all tabs of a browser profile share. */
function browser() {
  const kept = new Map<string, string>();
  const storage: KeeperStorage = {
    keys: () => [...kept.keys()],
    getItem: key => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: key => void kept.delete(key),
  };
  const time = { now: 1_700_000_000_000 };
  /** A freshly loaded page in a tab; `person` sets who is signed in. */
  const page = (tab: string) => {
    const store = createNoticeStore({ now: () => time.now, start: () => 0, stop: () => undefined });
    let change: (next: number | null) => void = () => undefined;
    const leave = keepForPerson(
      store,
      listener => {
        change = listener;
        return () => undefined;
      },
      createKeeper(storage, tab, () => time.now),
    );
    return { store, notify: createNotify(store, () => true), person: (next: number | null) => change(next), leave };
  };
  return { kept, time, page };
}

const textsOf = (store: ReturnType<typeof createNoticeStore>) => store.get().history.map(({ text }) => text);

it('after a reload, the bell still lists its notices, read or unread, in the same tab and for the same person', () => {
  const { page, kept } = browser();
  const first = page('a');
  first.person(1);
  first.notify.error('Edit location 7: Bad request.');
  first.store.markRead();
  first.notify.warning('The file could not be read.');
  first.store.open({ kind: 'success', text: 'Edit Successfully', detail: 'Location 8, Bali' });
  first.leave();

  const again = page('a');
  again.notify.success('Came before the session was known');
  again.person(1);
  expect(textsOf(again.store)).toEqual([
    'Came before the session was known',
    'Edit Successfully',
    'The file could not be read.',
    'Edit location 7: Bad request.',
  ]);
  expect(again.store.get()).toMatchObject({ unread: 1, shown: [{ text: 'Came before the session was known' }] });
  expect(again.store.get().history[1]).toMatchObject({ detail: 'Location 8, Bali', kind: 'success' });
  // Another tab has its own notices.
  const other = page('b');
  other.person(1);
  expect(other.store.get()).toEqual({ shown: [], history: [], unread: 0 });
  expect([...kept.keys()]).toEqual(['ops-notices-1-a']);
});

it("only a notice's sentences are stored: no offers, and nothing that was still in progress", () => {
  const { page, kept } = browser();
  const { notify, person } = page('a');
  person(1);
  const about = notify.open();
  about.say({ kind: 'info', text: 'Saved on this device', detail: 'Location 7' });
  expect(kept.size).toBe(0);
  about.say({
    kind: 'success',
    text: 'Edit Successfully',
    detail: 'Location 7',
    offer: { label: 'Undo', run: () => undefined },
  });
  notify.error('x'.repeat(5000));
  const stored = JSON.parse([...kept.values()].join('')) as { history: object[] };
  expect(stored.history.map(notice => Object.keys(notice).sort())).toEqual(
    Array.from({ length: 2 }, () => ['at', 'detail', 'kind', 'text', 'times']),
  );
  expect(JSON.stringify(stored)).not.toContain('Undo');
  expect(JSON.stringify(stored).length).toBeLessThan(1500);
  about.withdraw();
  expect([...kept.values()].join('')).not.toContain('Edit Successfully');
});

it('a stored notice keeps its link, but a URL outside the console is rejected', () => {
  const { page, kept } = browser();
  const { store, person } = page('a');
  person(1);
  store.open({ kind: 'success', text: 'Edit Successfully', detail: 'Location 8', href: '/carrier/locationTree' });
  const [key, text] = [...kept][0] ?? ['', ''];
  const again = page('a');
  again.person(1);
  expect(again.store.get().history[0]?.href).toBe('/carrier/locationTree');
  for (const href of ['https://elsewhere.example', '//elsewhere.example', '/\\\\elsewhere', 'javascript:alert(1)']) {
    kept.set(key, text.replace('/carrier/locationTree', href));
    const next = page('a');
    next.person(1);
    expect(textsOf(next.store)).toEqual([]);
  }
});

it('signing out in any tab removes stored notices, including those of closed or sleeping tabs', () => {
  const { page, kept } = browser();
  const [a, b, closed] = [page('a'), page('b'), page('c')];
  for (const { person, notify } of [a, b, closed]) {
    person(1);
    notify.error('Of the first person');
  }
  expect(kept.size).toBe(3);
  a.person(null);
  expect(kept.size).toBe(0);
  // A notice that arrives after the sign-out belongs to nobody.
  a.notify.error('Late');
  expect(kept.size).toBe(0);
  for (const tab of ['a', 'c']) {
    const next = page(tab);
    next.person(1);
    expect(textsOf(next.store)).toEqual([]);
  }
});

it('a person sees no stored notices of other people, and removes them', () => {
  const { page, kept } = browser();
  const a = page('a');
  a.person(1);
  a.notify.error('Of the first person');
  const next = page('a');
  next.person(2);
  expect(textsOf(next.store)).toEqual([]);
  expect(kept.size).toBe(0);
  a.person(2);
  expect(textsOf(a.store)).toEqual([]);
  expect(kept.size).toBe(0);
});

it('notices of closed tabs are removed after a day, and unreadable or unwritable storage is treated as empty', () => {
  const { page, kept, time } = browser();
  const old = page('old');
  old.person(1);
  old.notify.error('Yesterday');
  time.now += 25 * HOUR;
  for (const text of ['{', '[]', 'null', '{"unread":"x","history":[{"text":3},null]}']) {
    kept.set('ops-notices-1-a', text);
    const next = page('a');
    next.person(1);
    expect(next.store.get()).toEqual({ shown: [], history: [], unread: 0 });
  }
  expect([...kept.keys()].filter(key => key.endsWith('old'))).toEqual([]);

  const blocked: KeeperStorage = {
    keys: () => {
      throw new Error('blocked');
    },
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => undefined,
  };
  const store = createNoticeStore({ now: () => 0, start: () => 0, stop: () => undefined });
  let change: (next: number | null) => void = () => undefined;
  keepForPerson(
    store,
    listener => {
      change = listener;
      return () => undefined;
    },
    createKeeper(blocked, 'a', () => 0),
  );
  change(1);
  store.add('error', 'Still said');
  expect(textsOf(store)).toEqual(['Still said']);
  change(null);
});
