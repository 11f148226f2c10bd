import { expect, it } from 'vitest';
import { keepForPerson } from './forPerson.ts';
import type { Keeper } from './keptNotices.ts';
import { createNoticeStore } from './noticeStore.ts';
import { createNotify } from './notify.ts';

/** Storage that keeps nothing across a reload. */
const keeper: Keeper = {
  load: () => ({ unread: 0, history: [] }),
  save: () => undefined,
  forget: () => undefined,
};

it("a person never sees the previous person's notices, however that person was signed out and however late a notice arrives (MR4)", () => {
  const store = createNoticeStore({ now: () => 0, start: () => 0, stop: () => undefined });
  let session: (next: number | null) => void = () => undefined;
  keepForPerson(
    store,
    listener => {
      session = listener;
      return () => undefined;
    },
    keeper,
  );
  let here: number | null = 1;
  const notify = createNotify(store, () => here === 1);
  const change = (next: number | null) => {
    here = next;
    session(next);
  };
  change(1);
  notify.error('Edit location 7: refused');
  const about = notify.open();
  about.say({ kind: 'info', text: 'Saved on this device', detail: 'Edit location 8' });
  // The session changes, but the person is the same: other permissions, or another country.
  change(1);
  expect(store.get()).toMatchObject({ unread: 1, history: [{}, {}] });
  change(null);
  expect(store.get()).toEqual({ shown: [], history: [], unread: 0 });
  // Work started by the signed-out person finishes only now.
  notify.warning('The export was cut off');
  about.say({ kind: 'success', text: 'Edit Successfully', detail: 'Edit location 8' });
  change(2);
  notify.success('Late');
  expect(store.get()).toEqual({ shown: [], history: [], unread: 0 });
  change(null);
  store.add('error', 'You are not logged in.');
  change(2);
  expect(store.get().unread).toBe(0);
  store.add('error', 'Of the second person');
  change(3);
  expect(store.get().history).toEqual([]);
});
