import { beforeEach, expect, it, vi } from 'vitest';
import type { UndoneBulk } from '../../sync/actions/undoBulk.ts';
import type { Notify } from '../../ui/UiContext.ts';
import { rememberBulk, undoLast } from './useUndo.ts';

const undoBulk = vi.hoisted(() => vi.fn<(client: unknown, id: string) => Promise<UndoneBulk>>());
vi.mock('../../sync/actions/undoBulk.ts', () => ({ undoBulk }));

const said: string[] = [];
const say = (text: string) => void said.push(text);
const notify = { error: say, warning: say, success: say } as unknown as Notify;

beforeEach(() => {
  undoBulk.mockReset();
  said.length = 0;
});

it.each([
  ['could not be undone', () => undoBulk.mockRejectedValueOnce(new Error('You are offline.')), 'You are offline.'],
  [
    'cannot be undone yet',
    () => undoBulk.mockResolvedValueOnce({ kind: 'later', why: 'It is being sent.' }),
    'It is being sent.',
  ],
])('Ctrl+Z tries a write that %s again, instead of undoing the one before it', async (_, first, text) => {
  const client = {} as Parameters<typeof undoLast>[0];
  for (const id of ['one', 'two', 'three']) rememberBulk(client, id);
  first();
  undoBulk.mockImplementation(async (_client, id) => ({ kind: 'removed', title: id }));
  undoLast(client, notify);
  // Pressed again while the first undo is being sent: the write before it is undone.
  undoLast(client, notify);
  await vi.waitFor(() => expect(said).toHaveLength(2));
  rememberBulk(client, 'four');
  for (let press = 3; press <= 6; press += 1) {
    undoLast(client, notify);
    await vi.waitFor(() => expect(said).toHaveLength(press));
  }
  const undone = (title: string) => `Undone before it was sent: ${title}`;
  expect(said.toSorted()).toEqual(
    [text, ...['two', 'four', 'three', 'one'].map(undone), 'This tab has no change to undo.'].toSorted(),
  );
  expect(undoBulk.mock.calls.map(([, id]) => id)).toEqual(['three', 'two', 'four', 'three', 'one']);
});
