// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { keyOf, updatesOf } from '../../contract/resource.ts';
import { requireResource } from '../../contract/resources/all.ts';
import type { ListRow } from '../../contract/listData.ts';
import type { WaitingBulk } from '../../sync/hooks/useWaitingBulks.ts';
import type { Row } from '../../sync/types.ts';
import { TableDoing } from '../../ui/table/doing.ts';
import { EVERY_ROW } from '../../ui/table/selectRows.ts';
import { UiContext, type Ui } from '../../ui/UiContext.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { RowsDoing } from './RowsDoing.tsx';
import type { ResourcePage } from './screen.tsx';

const world = vi.hoisted(() => ({
  waiting: [] as unknown[],
  cached: true,
  matching: null as unknown,
  clipboard: '',
}));
const queue = vi.hoisted(() => vi.fn<(...given: unknown[]) => Promise<string>>());
vi.mock('../../sync/hooks/useSync.ts', () => ({ useSync: () => ({ client: {}, entity: 'ID' }) }));
vi.mock('../../sync/hooks/useChannels.ts', () => ({
  useAllOwners: () => ({}),
  useOwners: () => [],
  useChannels: () => [],
}));
vi.mock('../../sync/hooks/useCachedSet.ts', () => ({
  useCachedSet: () => ({ state: world.cached ? 'ready' : 'loading' }),
}));
vi.mock('../../sync/hooks/useWaitingBulks.ts', async original => ({
  ...(await original<object>()),
  useWaitingBulks: () => world.waiting,
}));
vi.mock('../../sync/actions/matchingRows.ts', () => ({ matchingRows: async () => world.matching }));
vi.mock('../../sync/actions/bulk.ts', async original => ({
  ...(await original<object>()),
  queueBulk: queue,
}));
vi.mock('../shared/useUndo.ts', () => ({ useWritten: () => () => undefined }));
vi.mock('../shared/bulk/useBulkWritten.ts', () => ({ useBulkWritten: () => () => undefined }));
vi.mock('../../ui/table/copyRows.ts', async original => ({
  ...(await original<object>()),
  writeClipboard: async (text: { text?: string; plain?: string }) => void (world.clipboard = JSON.stringify(text)),
}));

const resource = requireResource('channelLocations');
const page = reactRoot();
const [success, warning, error] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<(text: string) => void>()];
let doing: TableDoing;

const row = (locationId: number, more: Row = {}): Row => ({
  channelId: 10021,
  channelName: 'J&T Express',
  type: 0,
  locationId,
  canDeliver: true,
  canCOD: true,
  canPickup: false,
  canCODPickup: false,
  version: 1,
  updatedBy: 'me',
  updatedAt: 1,
  ...more,
});
const listed = (rows: readonly Row[]): ListRow<Row>[] =>
  rows.map(each => ({ key: keyOf(resource, each), row: each, pending: null }));
const ROWS = listed([row(1), row(2, { canCOD: false }), row(3)]);

const inUi = (node: React.ReactNode) =>
  act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext
          value={
            {
              entity: 'ID',
              timeZone: 'Asia/Jakarta',
              notify: { success, warning, error },
              person: { email: '', admin: false, category: 0 },
              can: () => true,
            } as unknown as Ui
          }
        >
          {node}
        </UiContext>
      </FluentProvider>,
    ),
  );

const draw = (more: { rows?: ListRow<Row>[]; total?: number; filters?: Row } = {}) =>
  inUi(
    <RowsDoing
      page={{ resource, id: 'serviceable.location' } as unknown as ResourcePage}
      doing={doing}
      rows={more.rows ?? ROWS}
      columns={[{ key: 'locationId', label: 'Location ID', kind: 'id', value: own => own['locationId'] as number }]}
      actions={[
        { id: 'edit', label: 'Edit' },
        { id: 'delete', label: 'Delete' },
      ]}
      filters={(more.filters ?? { channelId: 10021, type: 0 }) as never}
      sort=""
      total={more.total ?? 3}
      onAction={() => undefined}
      refresh={() => undefined}
    />,
  );
const button = (name: string | RegExp) =>
  [...document.querySelectorAll('button')].find(({ textContent }) =>
    typeof name === 'string' ? textContent === name : name.test(textContent),
  );
const press = (name: string | RegExp) => act(async () => button(name)?.click());
const bar = () => document.querySelector('[role="toolbar"]')?.textContent ?? null;
const select = (...ids: number[]) =>
  act(async () => doing.set({ selection: { all: false, keys: new Set(ids.map(id => `10021/${id}/0`)) } }));

beforeEach(() => {
  vi.clearAllMocks();
  doing = new TableDoing();
  Object.assign(world, {
    waiting: [],
    cached: true,
    matching: ROWS,
    clipboard: '',
  });
  queue.mockReset().mockResolvedValue('bulk-1');
});

it('the bulk action bar is shown only while rows are selected', async () => {
  await draw();
  expect(bar()).toBeNull();
  await select(1, 3);
  expect(bar()).toMatch(/^2 selected.*Change.*Copy.*Export selected.*Delete.*Clear selection$/);
  await press('Clear selection');
  expect(bar()).toBeNull();
});

it('selecting all matching rows is possible only if the whole list is cached', async () => {
  await draw({ total: 1200 });
  await select(1);
  await press('Select all 1,200 matching rows');
  expect(doing.getSnapshot().selection).toEqual(EVERY_ROW);
  expect(bar()).toMatch(/^1,200 selected/);
  world.cached = false;
  await select(1);
  await draw({ total: 1200 });
  expect(button(/^Select all/)).toBeUndefined();
});

it('changing the filters clears the selection, while turning the page keeps it', async () => {
  await draw();
  await select(1);
  await draw({ rows: listed([row(7)]) });
  expect(bar()).toMatch(/^1 selected/);
  await draw({ filters: { channelId: 10022, type: 0 } });
  expect(bar()).toBeNull();
});

it('Copy includes rows selected on other pages', async () => {
  world.cached = false;
  await draw();
  await select(1);
  await draw({ rows: listed([row(7)]) });
  await press('Copy');
  expect(world.clipboard).toContain('Location ID');
  expect(world.clipboard).toMatch(/\b1\b/);
  expect(success).toHaveBeenCalledWith('Copied 1 row with column headings');
});

it('copying rows that are not on this device fails with an explanation', async () => {
  world.matching = null;
  await draw({ total: 1200 });
  await act(async () => doing.set({ selection: EVERY_ROW }));
  await press('Copy');
  expect(error.mock.calls[0]?.[0]).toMatch(/Not all of these records are on this device/);
});

it('rows affected by a pending bulk change show its values and its mark', async () => {
  const waits: WaitingBulk = { id: 'b', set: { canCOD: false }, sending: false, versions: new Map([['10021/1/0', 1]]) };
  world.waiting = [waits];
  await draw();
  const painted = doing.getSnapshot().painted.get('10021/1/0');
  expect(painted).toMatchObject({
    values: { canCOD: false },
    pending: { state: 'queued', effect: 'update', bulk: true },
  });
  expect(doing.getSnapshot().painted.has('10021/2/0')).toBe(false);
});

const [update] = updatesOf(resource);
const dialog = async (part: Partial<Parameters<typeof BulkDialog>[0]> = {}) => {
  const [onTaken, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await inUi(
    <BulkDialog
      resource={resource}
      update={update ?? null}
      rows={async () => ROWS}
      onTaken={onTaken}
      onClose={onClose}
      {...part}
    />,
  );
  return { onTaken, onClose };
};
const said = () => document.querySelector('[role="dialog"], [role="alertdialog"]')?.textContent ?? '';
const choose = (label: string, value: string) =>
  act(async () => {
    const field = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label));
    const list = document.getElementById(field?.htmlFor ?? '') as HTMLSelectElement;
    list.value = value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  });

it('a bulk change previews its effect and includes only the rows that differ', async () => {
  const { onTaken, onClose } = await dialog();
  expect(said()).toContain('3 serviceable locations selected. Choose what to change.');
  await choose('Support COD Deliver', 'false');
  expect(said()).toContain('Support COD Deliver: Yes to No for 2 serviceable locations; 1 is already set');
  await press('Change 2 serviceable locations');
  expect(queue.mock.calls[0]?.slice(2)).toMatchObject([
    'ID',
    { set: { canCOD: false }, action: null },
    {
      lines: [
        { key: '10021/1/0', version: 1 },
        { key: '10021/3/0', version: 1 },
      ],
    },
  ]);
  expect([onTaken.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
});

it('a bulk change moves the focus to the row immediately, because the button that opened it disappears with the selection', async () => {
  queue.mockResolvedValue('b1');
  page.host.insertAdjacentHTML('beforebegin', '<table><tr data-row="0" tabindex="0"></tr></table>');
  const row = document.querySelector('tr');
  await draw();
  await select(1, 2);
  await act(async () => {
    button('Change')?.focus();
    button('Change')?.click();
  });
  await choose('Support Deliver', 'false');
  await press('Change 2 serviceable locations');
  expect([bar(), said(), document.activeElement === row]).toEqual([null, '', true]);
  row?.closest('table')?.remove();
});

it('a bulk change without an effect is not queued, and a failure to store one is reported', async () => {
  queue.mockRejectedValue(new Error('This device refused to store it.'));
  const { onTaken } = await dialog();
  await choose('Support Deliver', 'true');
  expect(said()).toContain('Nothing would be changed.');
  await press('Change');
  expect(queue).not.toHaveBeenCalled();
  await choose('Support Deliver', 'false');
  await press('Change 3 serviceable locations');
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('This device refused to store it.');
  expect(onTaken).not.toHaveBeenCalled();
});

it('the bulk deletion focuses Cancel and leaves out rows with pending changes', async () => {
  const pending = { entryId: 'x', state: 'queued', effect: 'update', message: '' } as const;
  await dialog({ update: null, rows: async () => [...ROWS, ...listed([row(4)]).map(item => ({ ...item, pending }))] });
  expect(said()).toContain('3 serviceable locations will be deleted');
  expect(said()).toContain('1 is skipped because a change to it is waiting in the queue');
  expect(document.activeElement?.textContent).toBe('Cancel');
  await press('Delete 3 serviceable locations');
  expect(queue.mock.calls[0]?.[3]).toEqual({ set: null, action: null });
});
