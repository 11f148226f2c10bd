// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../../tests/support/reactRoot.ts';
import { UiContext, type Ui } from '../../../ui/UiContext.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

const views = vi.hoisted(() => ({
  save: vi.fn<(...given: unknown[]) => Promise<object>>(async () => ({ recordKey: 'v1', optimistic: { id: 'v1' } })),
  choose: vi.fn<() => Promise<void>>(),
}));
vi.mock('../../../sync/hooks/useSync.ts', () => ({ useSync: () => ({ client: {}, entity: 'ID' }) }));
vi.mock('../../../sync/hooks/useViews.ts', () => ({ useViews: () => ({ views: [], status: 'ready' }) }));
vi.mock('../../../sync/actions/views.ts', async original => ({
  ...(await original<object>()),
  saveView: views.save,
  chooseDefault: views.choose,
}));

const page = reactRoot();
const said: string[] = [];
const say = (text: string) => void said.push(text);
const ui = {
  entity: 'ID',
  online: true,
  can: () => true,
  person: { email: 'a@x.example', admin: false },
  notify: { success: say, error: say },
} as unknown as Ui;
const button = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('button, [role^="menuitem"]')].find(own =>
    own.textContent?.startsWith(text),
  );

/** Opens the dialog that saves a view and enters a name; returns the function that is called when it closes. */
async function entered() {
  const anchor = { current: document.body.appendChild(document.createElement('button')) };
  const close = vi.fn<() => void>();
  const ignore = () => undefined;
  await act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={ui}>
          <ViewsMenu
            listId="list"
            state={{ q: {}, page: 1, count: 20, sort: '' } as never}
            preferences={{} as never}
            onApply={ignore}
            path="/carrier/list"
            anchor={anchor}
            current={null}
            onCurrent={ignore}
            onClose={close}
          />
        </UiContext.Provider>
      </FluentProvider>,
    ),
  );
  await act(async () => button('Save as a view')?.click());
  const name = document.querySelector<HTMLInputElement>('[data-field="name"] input');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name, 'Mine');
    name?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return close;
}

beforeEach(() => {
  said.length = 0;
  views.save.mockClear();
});

it('a view that was saved but could not become the default is not saved again', async () => {
  const close = await entered();
  views.choose.mockRejectedValueOnce(new Error('No storage space left.'));
  await act(async () => button('Apply')?.click());
  expect([views.save.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
  expect(said).toEqual(['View "Mine" saved', 'No storage space left.']);
});

it('a view is announced as saved only when it is also stored whether it is the default', async () => {
  await entered();
  let stored = (): void => undefined;
  views.choose.mockReturnValueOnce(new Promise(resolve => (stored = resolve)));
  await act(async () => button('Apply')?.click());
  expect([views.save.mock.calls.length, said]).toEqual([1, []]);
  await act(async () => stored());
  expect(said).toEqual(['View "Mine" saved']);
});
