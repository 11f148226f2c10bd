// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { createNoticeStore } from '../notices/noticeStore.ts';
import { createReleaseNotice, loadedRelease, NEW_VERSION } from './releaseNotice.ts';

function setUp(loaded: number | null = 100) {
  const notices = createNoticeStore({ now: () => 0, start: () => 0, stop: () => undefined });
  const deps = {
    loaded,
    notices,
    onClosed: vi.fn<() => void>(),
    onNewer: vi.fn<() => void>(),
    reload: vi.fn<() => void>(),
  };
  const texts = () => notices.get().shown.map(notice => notice.text);
  const id = () => notices.get().shown[0]?.id ?? -1;
  return { ...deps, notice: createReleaseNotice(deps), texts, id };
}

describe('the new-release notice', () => {
  it('the notice is shown once for a newer release, with the text and button of VER-2', () => {
    const { notice, texts, notices, onNewer, reload } = setUp();
    notice.released(100);
    notice.released(99);
    expect(texts()).toEqual([]);
    notice.released(101);
    notice.released(101);
    expect(texts()).toEqual([
      'The current page has a new version released, you can refresh the page to obtain the latest features.',
    ]);
    expect(notices.get().shown[0]).toMatchObject({ text: NEW_VERSION, times: 1, action: { label: 'Reload' } });
    expect(onNewer).toHaveBeenCalledOnce();
    notices.get().shown[0]?.action?.run();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('closing the notice in one tab closes it in all tabs, and it is not shown again until the page changes (VER-3)', () => {
    const { notice, texts, notices, id, onClosed } = setUp();
    notice.released(101);
    notices.dismiss(id());
    expect(onClosed).toHaveBeenCalledOnce();
    notice.released(101);
    notice.released(102);
    expect(texts()).toEqual([]);
    notice.pageChanged();
    expect(texts()).toEqual([NEW_VERSION]);
  });

  it('a notice closed in another tab is closed here without notifying the other tabs again', () => {
    const { notice, texts, onClosed } = setUp();
    notice.released(101);
    notice.closedElsewhere();
    expect(texts()).toEqual([]);
    expect(onClosed).not.toHaveBeenCalled();
    notice.pageChanged();
    expect(texts()).toEqual([NEW_VERSION]);
  });

  it('the notice is not shown if the loaded page is not a release build', () => {
    const { notice, texts } = setUp(null);
    notice.released(101);
    notice.pageChanged();
    expect(texts()).toEqual([]);
    document.head.innerHTML = '';
    expect(loadedRelease(document)).toBeNull();
    document.head.innerHTML = '<meta name="ops-release" content="1700000000">';
    expect(loadedRelease(document)).toBe(1_700_000_000);
  });
});
