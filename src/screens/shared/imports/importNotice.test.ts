import { expect, it } from 'vitest';
import { successText } from '../../../domain/import/declaration.ts';
import { FEATURE } from '../../../domain/permission.ts';
import type { QueuedImport } from '../../../sync/hooks/useImports.ts';
import type { NoticeAbout } from '../../../ui/UiContext.ts';
import { SAVED_HERE } from '../keptText.ts';
import { importNotice } from './importNotice.ts';

const queued = (state: QueuedImport['state'], problem = ''): QueuedImport =>
  ({ state, problem, title: 'Import Location', files: [{ name: 'a.xlsx' }] }) as unknown as QueuedImport;

function bench(first: string | null, success = 'Upload Successfully') {
  const screen: { now: NoticeAbout | null } = { now: null };
  const noticeOf = importNotice(
    {
      open: () => ({
        say: about => void (screen.now = about),
        withdraw: () => void (screen.now = null),
        isShown: () => screen.now !== null,
      }),
    },
    first,
    success,
  );
  return { screen, noticeOf };
}

it('an import’s notice says that it is saved on this device, and reports success once the server has applied it (UPLOAD-15)', () => {
  const { screen, noticeOf } = bench(null);
  expect(noticeOf(queued('waiting'), false)).toBe(true);
  expect(screen.now).toMatchObject({ kind: 'info', detail: 'Import Location: a.xlsx' });
  expect(screen.now?.text.startsWith(SAVED_HERE)).toBe(true);
  expect(noticeOf(queued('uploading'), true)).toBe(true);
  expect(noticeOf(queued('applied'), true)).toBe(false);
  expect(screen.now).toEqual({
    kind: 'success',
    text: 'Upload Successfully',
    detail: 'Import Location: a.xlsx',
    href: '/queue',
  });
});

it.each([
  [`${FEATURE.cdtOfLocation}.write`, 'File import successful'],
  [`${FEATURE.nonWorkingDay}.write`, 'File import successful'],
  [`${FEATURE.serviceableArea}.write`, 'Upload Successfully'],
])('the success notice for %s uses the wording of its documents (G12)', (permission, text) => {
  const { screen, noticeOf } = bench(null, successText({ permission }));
  noticeOf(queued('applied'), true);
  expect(screen.now?.text).toBe(text);
});

it('the success notice includes the import’s counts', () => {
  const { screen, noticeOf } = bench(null);
  const receipt = { counts: { added: 1200, changed: 0, removed: 1, unchanged: 5, absent: 0, left: 2 } };
  noticeOf({ ...queued('applied'), receipt } as unknown as QueuedImport, true);
  expect(screen.now).toMatchObject({
    text: 'Upload Successfully',
    detail: 'Import Location: a.xlsx. 1,200 added, 1 removed, 2 left unchanged',
  });
});

it.each(['refused', 'failed', 'review', 'discarded'] as const)(
  'the notice of a waiting import is withdrawn if its state becomes %s',
  state => {
    const { screen, noticeOf } = bench('It goes on in the background.');
    noticeOf(queued('uploading'), true);
    expect(screen.now?.text).toBe('It goes on in the background.');
    expect(noticeOf(queued(state), true)).toBe(false);
    expect(screen.now).toBeNull();
  },
);

it('the notice of an applied import offers Undo unless there is nothing to undo', () => {
  const screen: { now: NoticeAbout | null } = { now: null };
  const open = () => ({
    say: (about: NoticeAbout) => void (screen.now = about),
    withdraw: () => void (screen.now = null),
    isShown: () => screen.now !== null,
  });
  const undone: string[] = [];
  importNotice(
    { open },
    null,
    'Upload Successfully',
    ({ title }) =>
      () =>
        void undone.push(title),
  )(queued('applied'), true);
  expect(screen.now?.offer?.label).toBe('Undo');
  screen.now?.offer?.run();
  expect(undone).toEqual(['Import Location']);
  importNotice({ open }, null, 'Upload Successfully', () => null)(queued('applied'), true);
  expect(screen.now?.offer).toBeUndefined();
});

it.each([
  ['changed nothing', { repeated: false, counts: { added: 0, changed: 0, removed: 0, left: 0 } }],
  ['repeats an earlier receipt', { repeated: true, counts: { added: 0, changed: 1, removed: 0, left: 0 } }],
])('the notice never reports "1 changed" for an import that %s', (_what, receipt) => {
  const { screen, noticeOf } = bench(null);
  noticeOf({ ...queued('applied'), receipt } as unknown as QueuedImport, true);
  expect(screen.now?.detail).toBe('Import Location: a.xlsx. Nothing needed to change');
});
