// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { UserRow } from '../../contract/admin.ts';
import { USER_COLUMNS } from '../../domain/usersFile.ts';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { UiContext, type OnceShown, type Ui } from '../../ui/UiContext.ts';
import { ImportUsers } from './ImportUsers.tsx';

const USERS = [
  ['ana@company.example', 'Ana', 'Normal', 'All', 'ID', ''],
  ['bo@company.example', 'Bo', 'Normal', 'All', 'ID', ''],
];
const saveBlob = vi.hoisted(() => vi.fn<(name: string) => void>());

vi.mock('../shared/saveBlob.ts', () => ({ saveBlob }));
vi.mock('../../sync/excelClient/writer.ts', () => ({ writeTable: async () => new Blob() }));
vi.mock('../../sync/hooks/useSync.ts', () => ({ useSync: () => ({ client: {}, entity: 'ID' }) }));
vi.mock('../../sync/excelClient/client.ts', () => ({
  ExcelClient: class {
    open = async () => ({ ok: true, value: { fileName: 'users.xlsx', sheets: [{ hidden: false, head: [] }] } });
    read = async () => ({ ok: true, value: { rows: 3 } });
    rows = async () => ({
      ok: true,
      value: [{ number: 1, cells: [...USER_COLUMNS] }, ...USERS.map((cells, at) => ({ number: at + 2, cells }))],
    });
    cancel = () => undefined;
  },
}));
vi.mock('../../sync/actions/administer.ts', () => ({
  administer: async (_client: object, _entity: string, _call: object, { preview = false }: { preview?: boolean }) => ({
    applied: !preview,
    rows: USERS.map(([email]) => ({
      email,
      result: 'added',
      message: '',
      passwordLink: preview ? null : `/password?token=${email}`,
    })),
  }),
}));

const page = reactRoot();
const close = vi.fn<() => void>();
const dialog = { close, refresh: () => undefined } as unknown as ListDialogProps<UserRow>;
const showOnce = vi.fn<(secret: OnceShown) => void>();
const ui = { notify: { success: () => undefined }, showOnce } as unknown as Ui;

const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
const input = () => document.querySelector<HTMLInputElement>('input[type=file]');

it('the shell shows the password links of imported users, so that they do not depend on the page', async () => {
  await act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={ui}>
          <ImportUsers {...dialog} />
        </UiContext.Provider>
      </FluentProvider>,
    ),
  );
  Object.defineProperty(input(), 'files', { value: [new File(['x'], 'users.xlsx')] });
  await act(async () => input()?.dispatchEvent(new Event('change', { bubbles: true })));
  await vi.waitFor(() => expect(document.body.textContent).toContain('Expected result'));
  expect(showOnce).not.toHaveBeenCalled();
  await press('Apply');
  await vi.waitFor(() => expect(showOnce).toHaveBeenCalledOnce());
  expect(close).toHaveBeenCalledOnce();
  const [[secret]] = showOnce.mock.calls as [[OnceShown]];
  expect(secret.value.split('\n')).toEqual(
    USERS.map(([email]) => `${email}\t${window.location.origin}/password?token=${email}`),
  );
  await secret.save?.run();
  expect(saveBlob.mock.calls[0]?.[0]).toBe('password-links.xlsx');
});
