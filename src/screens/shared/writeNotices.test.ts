import { beforeEach, describe, expect, it } from 'vitest';
import type { NoticeAbout, Notify } from '../../ui/UiContext.ts';
import { FakeClock } from '../../sync/testing/fakeEnv.ts';
import { SAVED_HERE, writeStatusOf } from './keptText.ts';
import { WriteNotices, type WriteStatus } from './writeNotices.ts';

/** The visible notices, by the record to which they refer. */
const screen = new Map<string, NoticeAbout>();
const plain: string[] = [];
let clock: FakeClock;
let notices: WriteNotices;

beforeEach(() => {
  screen.clear();
  plain.length = 0;
  clock = new FakeClock();
  const open: Notify['open'] = () => {
    let own: NoticeAbout | null = null;
    return {
      say: about => {
        own = about;
        screen.set(about.detail, about);
      },
      withdraw: () => void (own && screen.delete(own.detail)),
      isShown: () => own !== null && screen.get(own.detail) === own,
    };
  };
  notices = new WriteNotices({ open, success: text => void plain.push(text) }, (millis, run) =>
    clock.after(millis, run),
  );
});

const texts = () => [...screen.values()].map(({ kind, text, detail }) => [kind, text, detail]);
const follow = (id: string) =>
  notices.follow(id, {
    text: 'Edit Successfully',
    detail: `Edit ${id}`,
    offer: { label: 'Undo', run: () => undefined },
  });
const update = (...pairs: [string, WriteStatus][]) => notices.update(new Map(pairs));
const kept: WriteStatus = { is: 'kept', text: SAVED_HERE };
const accepted: WriteStatus = { is: 'accepted' };
const over: WriteStatus = { is: 'over' };

describe('notices about a person’s writes', () => {
  it('the success notice appears only once the server has accepted the change (ERR-9)', async () => {
    follow('1');
    update(['1', kept]);
    await clock.advance(900);
    expect(texts()).toEqual([]);
    update(['1', accepted]);
    expect(texts()).toEqual([['success', 'Edit Successfully', 'Edit 1']]);
    await clock.advance(5000);
    expect(texts()).toHaveLength(1);
  });

  it('if the response is slow, the notice says that the change is saved here, and later reports the outcome', async () => {
    follow('1');
    update(['1', kept]);
    await clock.advance(1000);
    expect(texts()).toEqual([['info', SAVED_HERE, 'Edit 1']]);
    expect(screen.get('Edit 1')?.offer?.label).toBe('Undo');
    update(['1', accepted]);
    expect(texts()).toEqual([['success', 'Edit Successfully', 'Edit 1']]);
  });

  it('a refused write’s notice is withdrawn or never shown, and does not reappear', async () => {
    follow('1');
    follow('2');
    update(['1', kept], ['2', over]);
    await clock.advance(1000);
    expect(texts()).toEqual([['info', SAVED_HERE, 'Edit 1']]);
    update(['1', over]);
    expect(texts()).toEqual([]);
    update(['1', accepted], ['2', accepted]);
    expect(texts()).toEqual([]);
  });

  it('the notice about a change and its Undo button disappear when the person undoes the change', async () => {
    follow('1');
    update(['1', accepted]);
    notices.takenBack('1');
    expect([texts(), notices.ids]).toEqual([[], []]);
  });

  it('success is announced again if the notice has meanwhile disappeared, as a count if there were many', async () => {
    for (const id of ['1', '2', '3', '4', '5']) follow(id);
    const all = (writeStatus: WriteStatus) =>
      ['1', '2', '3', '4', '5'].map((id): [string, WriteStatus] => [id, writeStatus]);
    update(...all(kept));
    await clock.advance(1000);
    screen.clear();
    // After the person has closed the notice, no other reason is shown for the same change.
    update(...all({ is: 'kept', text: 'Saved on this device and will be sent when you sign in again' }));
    expect(texts()).toEqual([]);
    update(['1', accepted]);
    expect(texts()).toEqual([['success', 'Edit Successfully', 'Edit 1']]);
    update(...all(accepted).slice(1));
    expect(texts()).toHaveLength(1);
    expect(plain).toEqual(['4 changes that were waiting on this device are now saved on the server']);
  });

  it('undoing a change also removes its notice from the bell, even after the notice itself has disappeared', () => {
    const shown = new Set<number>();
    const bell = new Set<number>();
    let last = 0;
    const own = new WriteNotices(
      {
        open: () => {
          const id = ++last;
          return {
            say: () => void (shown.add(id), bell.add(id)),
            withdraw: () => void (shown.delete(id), bell.delete(id)),
            isShown: () => shown.has(id),
          };
        },
        success: () => undefined,
      },
      (millis, run) => clock.after(millis, run),
    );
    for (const id of ['1', '2']) own.follow(id, { text: 'Edit Successfully', detail: `Edit ${id}` });
    own.update(new Map(['1', '2'].map(id => [id, accepted])));
    shown.clear();
    own.update(new Map(['1', '2'].map(id => [id, accepted])));
    expect(own.ids).toEqual([]);
    own.takenBack('1');
    expect([...bell]).toEqual([2]);
  });
});

describe('status of a write for its notice', () => {
  const status = (network: 'online' | 'offline' | 'unknown', signedOut = false) => ({ network, signedOut });
  const entry = (part: object) => ({ state: 'queued', problem: null, hold: null, ...part }) as never;
  const problem = (kind: string) => ({ kind, status: 0, message: '' });

  it.each([
    [entry({ state: 'sending' }), status('online'), 'Saved on this device and being sent'],
    [entry({}), status('offline'), SAVED_HERE],
    [entry({}), status('unknown'), SAVED_HERE],
    [entry({ problem: problem('retry') }), status('online'), SAVED_HERE],
    [entry({}), status('online', true), 'Saved on this device and will be sent when you sign in again'],
    [
      entry({ problem: problem('signedOut') }),
      status('online'),
      'Saved on this device and will be sent when you sign in again',
    ],
    [
      entry({ hold: { verdict: 'safe' } }),
      status('online'),
      'Saved on this device and will be sent once you have reviewed it in the queue',
    ],
    [
      entry({ problem: { kind: 'retry', status: 500, message: 'Server error.' } }),
      status('online'),
      'The server has a problem (Server error.). Your change is saved on this device and will be sent again automatically.',
    ],
    [
      entry({ problem: { kind: 'retry', status: 502, message: 'HTTP error 502' } }),
      status('offline'),
      'The server has a problem (HTTP error 502). Your change is saved on this device and will be sent again automatically.',
    ],
    [
      entry({ problem: { kind: 'retry', status: 0, message: 'This network answered.', between: true } }),
      status('offline'),
      'This network answered. Your change is saved on this device and will be sent again automatically.',
    ],
  ])('a waiting write’s status says why it is waiting', (write, now, text) => {
    expect(writeStatusOf(write, now)).toEqual({ is: 'kept', text });
  });

  it('an applied or merged write counts as accepted, and a refused, discarded or removed one as over', () => {
    const of = (state: string) => writeStatusOf(entry({ state }), status('online')).is;
    expect(['applied', 'merged', 'refused', 'conflict', 'discarded'].map(of)).toEqual([
      'accepted',
      'accepted',
      'over',
      'over',
      'over',
    ]);
    expect(writeStatusOf(undefined, status('online')).is).toBe('over');
  });
});
