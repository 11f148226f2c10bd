import { expect, it } from 'vitest';
import { createNoticeStore } from './noticeStore.ts';

it('SH4: a persistent notice, such as one about a release, is listed and counted as unread only once, however often the page is reloaded', () => {
  let kept: Parameters<ReturnType<typeof createNoticeStore>['restore']>[0] = { unread: 0, history: [] };
  for (let loads = 0; loads < 3; loads++) {
    const store = createNoticeStore({ now: () => loads, start: () => 0, stop: () => undefined });
    store.restore(kept);
    store.add('warning', 'A new version', { label: 'Reload', run: () => undefined });
    const { history, unread, shown } = store.get();
    expect([history.length, unread, shown.length]).toEqual([1, 1, 1]);
    kept = { unread, history: history.map(({ kind, text, detail, times, at }) => ({ kind, text, detail, times, at })) };
  }
});
