import { describe, expect, it } from 'vitest';
import { createPushHandlers } from './push.ts';

const SCOPE = 'https://ops.example/';

function scopeWith(urls: readonly string[] = [], badgeFails = false) {
  const done: unknown[] = [];
  const windows = urls.map(url => ({ url, focus: async () => done.push(['focus', url]) }));
  const handlers = createPushHandlers({
    registration: {
      scope: SCOPE,
      showNotification: async (title, options) => void done.push(['show', title, options]),
    },
    clients: { matchAll: async () => windows, openWindow: async url => done.push(['open', url]) },
    navigator: {
      setAppBadge: async (count: number) => {
        done.push(['badge', count]);
        if (badgeFails) throw new DOMException('no badge', 'NotAllowedError');
      },
      clearAppBadge: async () => done.push(['badge', 0]),
    },
  });
  return { done, ...handlers };
}
const data = (said: unknown) => ({ json: () => said });
const icon = '/static/icons/icon-192.png';

describe('a push message', () => {
  it("a push message is shown with its text, and its count as the icon's badge", async () => {
    const { done, onPush } = scopeWith();
    await onPush(data({ title: 'Import ended', text: '12 rows', link: '/queue', unread: 3, tag: 'msg_1' }));
    expect(done).toEqual([
      ['show', 'Import ended', { body: '12 rows', icon, data: { link: '/queue' }, tag: 'msg_1' }],
      ['badge', 3],
    ]);
  });

  it('the badge is cleared when nothing is unread, and the message is shown even if badges are unsupported', async () => {
    const { done, onPush } = scopeWith([], true);
    await onPush(data({ title: 'A', text: 'b', link: '/', unread: 0 }));
    expect(done.at(-1)).toEqual(['badge', 0]);
    await onPush(data({ title: 'A', text: 'b', link: '/', unread: 2 }));
    expect(done).toHaveLength(4);
    const shown: string[] = [];
    const bare = createPushHandlers({
      registration: { scope: SCOPE, showNotification: async title => void shown.push(title) },
      clients: { matchAll: async () => [], openWindow: async () => null },
      navigator: {},
    });
    await bare.onPush(data({ title: 'Without a badge', unread: 1 }));
    expect(shown).toEqual(['Without a badge']);
  });

  it.each([
    ['nothing', null],
    [
      'invalid JSON',
      {
        json: () => {
          throw new SyntaxError('x');
        },
      },
    ],
    ['values of the wrong types', data({ title: 7, text: {}, link: 1, unread: 'many', tag: null })],
    ['null', data(null)],
  ])('a message with a generic text is shown if the push contains %s', async (_, wrong) => {
    const { done, onPush } = scopeWith();
    await onPush(wrong);
    expect(done).toEqual([['show', 'Ops Portal', { body: 'You have a new notification.', icon, data: { link: '/' } }]]);
  });
});

describe('clicking a notification', () => {
  const click = async (link: unknown, urls: readonly string[] = []) => {
    const { done, onClick } = scopeWith(urls);
    await onClick({ data: { link }, close: () => done.push(['close']) });
    return done;
  };

  it('a click focuses the window that shows the page, or opens a new window if there is none', async () => {
    const page = `${SCOPE}carrier/coverage?country=ID`;
    expect(await click('/carrier/coverage?country=ID', [SCOPE, page])).toEqual([['close'], ['focus', page]]);
    expect(await click('/carrier/coverage?country=ID', [SCOPE])).toEqual([['close'], ['open', page]]);
  });

  it.each(['https://evil.example/', '//evil.example/x', 'javascript:alert(1)', 'http://ops.example/', 7, undefined])(
    'a click never leaves the console: %s opens Home',
    async link => {
      expect(await click(link)).toEqual([['close'], ['open', SCOPE]]);
    },
  );
});
