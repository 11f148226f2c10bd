// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, type ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { UiContext, type Ui } from '../../ui/UiContext.ts';
import { DiscardDialog, ResendDialog } from './EntryDialogs.tsx';
import { ImportsPanel } from './ImportsPanel.tsx';
import { testEntry } from './testEntry.ts';

const world = vi.hoisted(() => ({ act: vi.fn<() => Promise<boolean>>(), again: vi.fn<() => Promise<void>>() }));
vi.mock('../../sync/hooks/useSync.ts', () => ({
  useSync: () => ({ client: { act: world.act, env: { clock: { now: () => 1 }, uuid: () => 'u1' } }, entity: 'ID' }),
}));
vi.mock('../../sync/hooks/useChannels.ts', () => ({ useAllOwners: () => ({}), useOwners: () => [] }));
vi.mock('../../sync/actions/imports.ts', async original => ({
  ...(await original<object>()),
  retryImport: world.again,
}));

const page = reactRoot();
const said: string[] = [];
const say = (text: string): void => void said.push(text);
const ui = {
  entity: 'ID',
  timeZone: 'UTC',
  can: () => true,
  notify: { success: say, warning: say, error: say, info: say },
} as unknown as Ui;
const draw = (node: ReactNode) =>
  act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={ui}>{node}</UiContext.Provider>
      </FluentProvider>,
    ),
  );
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name));
const press = (name: string) => act(async () => button(name)?.click());
const onClose = vi.fn<() => void>();
const entry = testEntry({ state: 'refused' });

beforeEach(() => {
  said.length = 0;
  onClose.mockReset();
  world.act.mockReset();
});

it.each([
  ['Discard', () => <DiscardDialog entry={entry} onClose={onClose} />, 'The change was discarded.'],
  ['Resend', () => <ResendDialog entry={entry} onClose={onClose} />, 'The change is being sent again.'],
])('%s keeps the dialog with what was typed if it could not be stored', async (name, Dialog, done) => {
  await draw(<Dialog />);
  world.act.mockRejectedValueOnce(new Error('No storage space left.'));
  await press(name);
  expect([document.body.textContent?.includes('No storage space left.'), onClose.mock.calls.length]).toEqual([true, 0]);
  world.act.mockResolvedValueOnce(false);
  await press(name);
  expect(document.body.textContent).toContain('This change was updated in the meantime.');
  expect([said, onClose.mock.calls.length]).toEqual([[], 0]);
  world.act.mockResolvedValueOnce(true);
  await press(name);
  expect([said, onClose.mock.calls.length]).toEqual([[done], 1]);
});

it('an import that cannot be resent says why, and is resent only once by two clicks', async () => {
  const queued = {
    id: 'i1',
    importId: 'channelLocation',
    entity: 'ID',
    title: 'Areas',
    state: 'failed',
    problem: 'The file is broken.',
    files: [{ name: 'areas.csv', size: 5, blob: new Blob(['a']) }],
    createdAt: 0,
    receipt: null,
    since: null,
  };
  await draw(<ImportsPanel imports={[queued] as never} />);
  let fail = (_reason: Error): void => undefined;
  world.again.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  await press('Try again');
  await press('Try again');
  expect(world.again).toHaveBeenCalledOnce();
  await act(async () => fail(new Error('No storage space left.')));
  expect(said).toEqual(['No storage space left.']);
  expect(button('Try again')?.getAttribute('aria-disabled')).not.toBe('true');
});

it('a price list that was only checked says what the check found, not that nothing had to be changed', async () => {
  const found = '3 fees are complete. At the time of the check, importing them would have resulted in: 3 added.';
  const queued = {
    id: 'i1',
    importId: 'rateTable.priceList',
    entity: 'BR',
    title: 'Import Price list',
    state: 'applied',
    problem: found,
    files: [{ name: 'prices.csv', size: 5 }],
    createdAt: 0,
    receipt: {
      id: 'r1',
      state: 'applied',
      message: found,
      revertedBy: null,
      counts: { added: 0, changed: 0, removed: 0, left: 0 },
    },
    since: null,
  };
  await draw(<ImportsPanel imports={[queued] as never} />);
  expect(document.body.textContent).toContain(`Checked: ${found}`);
  expect(document.body.textContent).not.toContain('Nothing needed to change');
});
