// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { NoticeHistory } from './NoticeHistory.tsx';
import { serverBell } from './serverBell.ts';

const page = reactRoot();

const message = (id: number, at = 1_790_000_000) => ({
  id,
  at,
  subject: `S${id}`,
  body: 'B',
  critical: false,
  read: false,
  country: 'ID' as const,
});

it('notifications that arrive while the panel is open are marked as read, each of them once', async () => {
  const markRead = vi.fn<() => void>();
  const arrive = (id: number, unread: number) =>
    act(async () =>
      serverBell.set({
        known: { unread, list: [message(id)] },
        markRead,
      }),
    );
  await act(async () => page.root.render(<NoticeHistory />));
  expect(markRead).not.toHaveBeenCalled();
  await arrive(7, 1);
  expect(markRead).toHaveBeenCalledTimes(1);
  // The server's reply counts another notification, which is not in the list yet.
  await arrive(7, 1);
  expect(markRead).toHaveBeenCalledTimes(1);
  await arrive(9, 1);
  expect(markRead).toHaveBeenCalledTimes(2);
});

it('a message that waited while others were sent, or is sent again, is marked as read while the panel is open', async () => {
  const markRead = vi.fn<() => void>();
  const list = (...messages: ReturnType<typeof message>[]) =>
    act(async () => serverBell.set({ known: { unread: 1, list: messages }, markRead }));
  await list(message(9));
  await act(async () => page.root.render(<NoticeHistory />));
  expect(markRead).toHaveBeenCalledTimes(1);
  await list(message(5), message(9));
  expect(markRead).toHaveBeenCalledTimes(2);
  await list(message(9, 1_790_000_060), message(5));
  expect(markRead).toHaveBeenCalledTimes(3);
});
