// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { NoticeHistory } from './NoticeHistory.tsx';
import { serverBell } from './serverBell.ts';

const page = reactRoot();

it('notifications that arrive while the panel is open are marked as read, each of them once', async () => {
  const markRead = vi.fn<() => void>();
  const arrive = (id: number, unread: number) =>
    act(async () =>
      serverBell.set({
        known: {
          unread,
          list: [{ id, at: 1_790_000_000, subject: `S${id}`, body: 'B', critical: false, read: false, country: 'ID' }],
        },
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
