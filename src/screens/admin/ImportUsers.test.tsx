// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { UserRow } from '../../contract/admin.ts';
import { USER_COLUMNS } from '../../domain/usersFile.ts';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { UiContext, type GuardOptions, type LeaveGuard, type Ui } from '../../ui/UiContext.ts';
import { ImportUsers } from './ImportUsers.tsx';

const USER = ['ana@company.example', 'Ana', 'Normal', 'All', 'ID', ''];
const saveBlob = vi.hoisted(() => vi.fn<() => void>());

vi.mock('../shared/saveBlob.ts', () => ({ saveBlob }));
vi.mock('../../sync/excelClient/writer.ts', () => ({ writeTable: async () => new Blob() }));
vi.mock('../../sync/hooks/useSync.ts', () => ({ useSync: () => ({ client: {}, entity: 'ID' }) }));
vi.mock('../../sync/excelClient/client.ts', () => ({
  ExcelClient: class {
    open = async () => ({ ok: true, value: { fileName: 'users.xlsx', sheets: [{ hidden: false, head: [] }] } });
    read = async () => ({ ok: true, value: { rows: 2 } });
    rows = async () => ({
      ok: true,
      value: [
        { number: 1, cells: [...USER_COLUMNS] },
        { number: 2, cells: USER },
      ],
    });
    cancel = () => undefined;
  },
}));
vi.mock('../../sync/actions/administer.ts', () => ({
  administer: async (_client: object, _entity: string, _call: object, { preview = false }: { preview?: boolean }) => ({
    applied: !preview,
    rows: [{ email: USER[0], result: 'added', message: '', passwordLink: preview ? null : '/password?token=1' }],
  }),
}));

const page = reactRoot();
const close = vi.fn<() => void>();
const dialog = { close, refresh: () => undefined } as unknown as ListDialogProps<UserRow>;
/** Whether the open dialog lets the browser ask before a reload. */
let asks: boolean | undefined;
const ui = {
  notify: { success: () => undefined },
  guardLeaving: (_: LeaveGuard, options?: GuardOptions) => {
    asks = options?.unload;
    return () => undefined;
  },
} as unknown as Ui;

const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
const escape = () =>
  act(async () =>
    document
      .querySelector('[role=dialog]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
  );
const input = () => document.querySelector<HTMLInputElement>('input[type=file]');

it('password links are lost neither to Escape nor to another file until they are saved', async () => {
  await act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={ui}>
          <ImportUsers {...dialog} />
        </UiContext.Provider>
      </FluentProvider>,
    ),
  );
  expect(asks).toBe(false);
  Object.defineProperty(input(), 'files', { value: [new File(['x'], 'users.xlsx')] });
  await act(async () => input()?.dispatchEvent(new Event('change', { bubbles: true })));
  await vi.waitFor(() => expect(document.body.textContent).toContain(USER[0]));
  await press('Apply');
  await vi.waitFor(() => expect(document.body.textContent).toContain('they are shown only once'));
  await escape();
  expect(close).not.toHaveBeenCalled();
  expect([asks, input()?.disabled]).toEqual([true, true]);
  await press('Save 1 password link');
  await vi.waitFor(() => expect(asks).toBe(false));
  expect([saveBlob.mock.calls.length, input()?.disabled]).toEqual([1, false]);
  await escape();
  expect(close).toHaveBeenCalledOnce();
});
