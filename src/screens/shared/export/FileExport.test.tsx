// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../../tests/support/reactRoot.ts';
import { UiContext, type Ui } from '../../../ui/UiContext.ts';
import { DeviceFile, ServerFile, type WriteFile } from './FileExport.tsx';

const world = vi.hoisted(() => ({ outcome: {} as unknown }));
const saved = vi.hoisted(() => vi.fn<(name: string) => void>());
vi.mock('../../../sync/hooks/useSync.ts', () => ({ useSync: () => ({ client: {}, entity: 'ID' }) }));
vi.mock('../../../sync/actions/download.ts', () => ({ downloadFile: async () => world.outcome }));
vi.mock('../saveBlob.ts', () => ({ saveBlob: saved }));

const page = reactRoot();
const [success, warning, error] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<(text: string) => void>()];
const close = vi.fn<() => void>();
const made = { name: 'here.xlsx', blob: new Blob([]), rows: 3, asOf: 0, pending: 0, stuck: 0 };

/** An export that remains a quarter done until it is canceled. */
const slow: WriteFile = (signal, onShare) =>
  new Promise((_, reject) => {
    onShare(0.25);
    signal.addEventListener('abort', () => reject(new Error('cancelled')));
  });

const show = (node: ReactNode) =>
  act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={{ notify: { success, warning, error }, timeZone: 'Asia/Jakarta' } as unknown as Ui}>
          {node}
        </UiContext.Provider>
      </FluentProvider>,
    ),
  );
const later = (millis: number) => act(async () => vi.advanceTimersByTimeAsync(millis));
const button = (text: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
const click = (text: string): Promise<void> => act(async () => button(text)?.click());

const server = (write?: WriteFile) => (
  <ServerFile
    href="/api/export"
    label="Export"
    close={close}
    {...(write ? { write } : {})}
    failed={(outcome, here) => `${outcome.kind} ${here}`}
  />
);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  world.outcome = { kind: 'noNetwork', reason: 'unreachable' };
});
afterEach(() => vi.useRealTimers());

it('an export saves the server’s file, or one created on this device if the server is unreachable', async () => {
  world.outcome = { kind: 'ok', data: { name: 'server.xlsx', blob: new Blob([]) } };
  await show(server(async () => made));
  expect(saved.mock.lastCall?.[0]).toBe('server.xlsx');
  expect(success).not.toHaveBeenCalled();
  world.outcome = { kind: 'noNetwork', reason: 'unreachable' };
  await show(<div key="2">{server(async () => made)}</div>);
  expect(saved.mock.lastCall?.[0]).toBe('here.xlsx');
  expect(success).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledTimes(2);
});

it.each<[string, WriteFile | undefined, string]>([
  ['nothing can write it here', undefined, 'noNetwork notCached'],
  ['not all of it is here', async () => null, 'noNetwork notCached'],
  ['it could not be written', () => Promise.reject(new Error('full')), 'noNetwork notWritten'],
])('a failed export shows the reason: %s', async (_, write, text) => {
  await show(server(write));
  expect(error.mock.lastCall?.[0]).toBe(text);
  expect(saved).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledOnce();
});

it('this device does not create a file that the server refused to export', async () => {
  world.outcome = { kind: 'refused', status: 403, retcode: 403, message: 'No right.' };
  const write = vi.fn<WriteFile>();
  await show(server(write));
  expect(write).not.toHaveBeenCalled();
  expect(error.mock.lastCall?.[0]).toBe('refused notCached');
});

it('a long export shows its progress, and canceling it shows no error', async () => {
  await show(server(slow));
  expect(document.body.textContent).not.toContain('25%');
  await later(1100);
  expect(document.body.textContent).toContain('Export 25%');
  await click('Cancel export');
  expect(close).toHaveBeenCalledOnce();
  expect([saved.mock.calls, error.mock.calls]).toEqual([[], []]);
});

it('an export started offline shows its progress and can be canceled', async () => {
  const here = (write: WriteFile) => (
    <DeviceFile label="Export" aside={page.host} asked={0} write={write} missing="Not all is here." />
  );
  await show(here(slow));
  await click('Export');
  await later(1100);
  expect(document.body.textContent).toContain('Export 25%');
  await click('Cancel export');
  expect(document.body.textContent).not.toContain('25%');
  expect([saved.mock.calls, error.mock.calls]).toEqual([[], []]);
  await show(here(async () => null));
  await click('Export');
  expect(warning.mock.lastCall).toEqual(['Not all is here.']);
  await show(here(async () => made));
  await click('Export');
  expect(saved.mock.lastCall?.[0]).toBe('here.xlsx');
});
