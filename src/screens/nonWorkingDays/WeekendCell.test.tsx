// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { UiContext, type Ui } from '../../ui/UiContext.ts';
import { WeekendCell, WeekendEditingRoom } from './WeekendCell.tsx';

const editRecord = vi.hoisted(() => vi.fn<(...given: unknown[]) => Promise<null>>());
vi.mock('../../sync/hooks/useSync.ts', () => ({ useSync: () => ({ client: {}, entity: 'ID' }) }));
vi.mock('../../sync/actions/records.ts', async original => ({ ...(await original<object>()), editRecord }));
vi.mock('./ShiftPopover.tsx', () => ({ ShiftPopover: () => null }));

const page = reactRoot();
const said: string[] = [];
const say = (text: string) => void said.push(text);
const ui = { entity: 'ID', can: () => true, notify: { error: say, info: say } } as unknown as Ui;
const row = { country: 'ID', channelId: 10021, serviceType: 'LM', WeekendsSetting: 'Sat, Sun', version: 3 };
const button = (name: string) => document.querySelector<HTMLButtonElement>(`button[aria-label^="${name}"]`);

beforeEach(() => {
  said.length = 0;
  editRecord.mockReset();
});

const open = () =>
  act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={ui}>
          <WeekendEditingRoom>
            <WeekendCell row={row} />
          </WeekendEditingRoom>
        </UiContext.Provider>
      </FluentProvider>,
    ),
  );

it('a double click on Apply does not start another edit', async () => {
  await open();
  await act(async () => button('Edit weekends')?.click());
  editRecord.mockResolvedValueOnce(null);
  await act(async () => button('Apply')?.click());
  const click = (detail: number) =>
    act(async () => void button('Edit weekends')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail })));
  await click(2);
  expect(button('Apply')).toBeNull();
  await click(1);
  expect(button('Apply')).not.toBeNull();
  await act(async () => button('Cancel')?.click());
});

it('weekends are stored once by two clicks on Apply, and can be applied again if that fails', async () => {
  await open();
  await act(async () => button('Edit weekends')?.click());
  let fail = (_reason: Error): void => undefined;
  editRecord.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  await act(async () => button('Apply')?.click());
  await act(async () => button('Apply')?.click());
  expect(editRecord).toHaveBeenCalledOnce();
  await act(async () => fail(new Error('No storage space left.')));
  expect(said).toEqual(['No storage space left.']);
  editRecord.mockResolvedValueOnce(null);
  await act(async () => button('Apply')?.click());
  expect(editRecord).toHaveBeenCalledTimes(2);
  expect(button('Apply')).toBeNull();
});
