// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { NoticeHistory } from './NoticeHistory.tsx';
import { serverBell } from './serverBell.ts';

const navigate = vi.hoisted(() => vi.fn<(to: object) => Promise<void>>(() => Promise.resolve()));
vi.mock(import('@tanstack/react-router'), async original => ({
  ...(await original()),
  useNavigate: () => navigate as never,
}));

const page = reactRoot();

const message = (id: number, at = 1_790_000_000) => ({
  id,
  at,
  subject: `S${id}`,
  body: 'B',
  critical: false,
  read: false,
  country: 'ID' as const,
  page: null,
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

it('the subject links to the page of its event, and to a page of another country without the router', async () => {
  const list = [
    { ...message(4), page: '/opslogisticsrecon/disputes?country=ID' },
    { ...message(3), country: 'TH' as const, page: '/opslogisticsrecon/disputes?country=TH' },
    message(2),
  ];
  await act(async () => serverBell.set({ known: { unread: 0, list }, markRead: () => undefined }));
  await act(async () => page.root.render(<NoticeHistory />));
  const links = [...document.querySelectorAll('a')];
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['S4', '/opslogisticsrecon/disputes?country=ID'],
    ['S3', '/opslogisticsrecon/disputes?country=TH'],
  ]);
  // Only the router's click handler prevents the browser from loading the page.
  const isLoaded = (link: HTMLAnchorElement | undefined) =>
    link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  expect(links.map(isLoaded)).toEqual([false, true]);
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ href: '/opslogisticsrecon/disputes?country=ID' });
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
