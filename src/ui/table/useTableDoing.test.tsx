// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { ListRow, RowMark } from '../../contract/listData.ts';
import { UiContext, type Ui } from '../UiContext.ts';
import type { Column } from './columns.ts';
import { DataTable } from './DataTable.tsx';
import { TableDoing } from './doing.ts';
import { useTableDoing } from './useTableDoing.tsx';

type Place = { id: number; zone: string; open: boolean; status: number };

const editable: Column<Place>[] = [
  { key: 'id', label: 'ID', kind: 'id', value: row => row.id },
  { key: 'zone', label: 'Zone', kind: 'text', edit: 'edit', value: row => row.zone },
  { key: 'open', label: 'Open', kind: 'yesNo', edit: 'edit', value: row => row.open },
  {
    key: 'status',
    label: 'Status',
    kind: 'enum',
    edit: 'edit',
    value: row => row.status,
    options: [
      { value: 1, label: 'Normal' },
      { value: 2, label: 'Closed' },
    ],
  },
];
const actions = [
  { id: 'edit', label: 'Edit' },
  { id: 'delete', label: 'Delete' },
];

const page = reactRoot();
let doing: TableDoing;
let rows: ListRow<Place>[];
const write = vi.fn<(row: Place, column: Column<Place>, value: unknown) => Promise<void>>();
const onAction = vi.fn<(action: string, item: ListRow<Place>) => void>();
const onDeleteSelection = vi.fn<() => void>();
const warning = vi.fn<(text: string) => void>();
const error = vi.fn<(text: string) => void>();

function Table({ columns, canAll }: { columns: readonly Column<Place>[]; canAll: boolean }) {
  const menu = useTableDoing<Place>({
    doing,
    rows,
    columns,
    actions,
    canAll,
    waiting: NONE,
    write,
    typed: column =>
      column.key === 'zone' ? { problemOf: value => (value === '' ? 'Zone is required' : null) } : null,
    choices: column => (column.kind === 'enum' ? (column.options as { value: number; label: string }[]) : []),
    onAction,
    onCopySelection: () => undefined,
    onDeleteSelection,
  });
  return (
    <>
      <DataTable<Place>
        label="Places"
        columns={columns}
        rows={rows}
        firstNumber={1}
        total={rows.length}
        actions={actions}
        actionWidth={90}
        place={{ entity: 'ID', timeZone: 'Asia/Jakarta' }}
        density="comfortable"
        skeleton={0}
        busy={false}
        pageRows={10}
        onAction={onAction}
        doing={doing}
      />
      {menu}
    </>
  );
}
const NONE = new Map<string, never>() as ReadonlyMap<string, never>;

const draw = (columns: readonly Column<Place>[] = editable, canAll = true) =>
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext
          value={
            {
              entity: 'ID',
              timeZone: 'Asia/Jakarta',
              notify: { warning, error, success: () => undefined },
            } as unknown as Ui
          }
        >
          <Table columns={columns} canAll={canAll} />
        </UiContext>
      </FluentProvider>,
    ),
  );

beforeEach(() => {
  vi.clearAllMocks();
  write.mockResolvedValue(undefined);
  doing = new TableDoing();
  rows = [1, 2, 3].map(id => ({
    key: String(id),
    row: { id, zone: `Z${id}`, open: true, status: 1 },
    pending: null,
  }));
});

const row = (id: number) => page.host.querySelector<HTMLElement>(`[data-row-key="${id}"]`) as HTMLElement;
const cell = (id: number, column: string) =>
  row(id).querySelector<HTMLElement>(`[data-col="${column}"]`) as HTMLElement;
const flag = (id: number) => row(id).querySelector<HTMLElement>('[role="switch"]') as HTMLElement;
const box = (id: number) => row(id).querySelector<HTMLInputElement>('[data-select]') as HTMLInputElement;
const click = (element: Element, init: MouseEventInit = {}) =>
  act(() => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...init })));
const press = (key: string, init: KeyboardEventInit = {}) =>
  act(() =>
    (document.activeElement as Element).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
    ),
  );
const selected = () => [1, 2, 3].filter(id => box(id).checked);

it('a flag toggles on the first click, and a double click toggles it only once', async () => {
  draw();
  click(flag(2));
  expect(flag(2).getAttribute('aria-checked')).toBe('false');
  click(flag(2), { detail: 2 });
  await act(async () => undefined);
  expect(write.mock.calls.map(([from, column, value]) => [from.id, column.key, value])).toEqual([[2, 'open', false]]);
});

it('Enter and Space are left to the controls inside a custom cell, and open the row only from the cell itself', () => {
  const control: Column<Place> = { key: 'own', label: 'Own', kind: 'custom', render: () => <button>Own</button> };
  draw([...editable, control]);
  const button = cell(2, 'own').querySelector('button') as HTMLElement;
  act(() => button.focus());
  press('Enter');
  press(' ');
  expect(onAction).not.toHaveBeenCalled();
  expect(selected()).toEqual([]);
  act(() => cell(2, 'own').focus());
  press('Enter');
  expect(onAction.mock.calls.map(([id, item]) => [id, item.key])).toEqual([['edit', '2']]);
});

it('rapid toggles of a flag are written in order, each based on the displayed value', async () => {
  draw();
  click(flag(2));
  click(flag(2));
  await act(async () => undefined);
  expect(write.mock.calls.map(([from, , value]) => [from.open, value])).toEqual([
    [true, false],
    [false, true],
  ]);
});

it('a failed write restores the previous value and reports the reason', async () => {
  write.mockRejectedValue(new Error('The disk is full.'));
  draw();
  click(flag(1));
  await act(async () => undefined);
  expect(flag(1).getAttribute('aria-checked')).toBe('true');
  expect(error).toHaveBeenCalledWith('The disk is full.');
});

it('a row that needs a decision cannot be edited', () => {
  const pending: RowMark = { entryId: 'x', state: 'conflict', effect: 'update', message: '' };
  rows = rows.map(item => (item.key === '1' ? { ...item, pending } : item));
  draw();
  click(flag(1));
  expect(write).not.toHaveBeenCalled();
  expect(warning).toHaveBeenCalledWith(expect.stringContaining('conflict'));
});

it('Enter and Delete on a blocked row show the reason instead of opening a dialog', () => {
  const pending: RowMark = { entryId: 'x', state: 'queued', effect: 'delete', message: '' };
  rows = rows.map(item => (item.key === '1' ? { ...item, pending } : item));
  draw();
  act(() => row(1).focus());
  press('Enter');
  press('Delete');
  act(() => cell(1, 'id').focus());
  press('Enter');
  expect(onAction).not.toHaveBeenCalled();
  expect(warning.mock.calls).toEqual(Array.from({ length: 3 }, () => ['This row is being deleted.']));
});

it('a person without the permission cannot toggle a flag', () => {
  draw(editable.map(({ edit: _edit, ...column }) => column as Column<Place>));
  expect(row(1).querySelector('[role="switch"]')).toBeNull();
  act(() => cell(1, 'open').focus());
  press('F2');
  expect(write).not.toHaveBeenCalled();
});

it('focus moves between cells, keeps its column when the row changes, and returns to the row with Escape', () => {
  draw();
  act(() => row(1).focus());
  press('ArrowRight');
  expect(document.activeElement).toBe(cell(1, 'id'));
  press('ArrowRight');
  press('ArrowRight');
  expect(document.activeElement).toBe(flag(1));
  press('ArrowDown');
  expect(document.activeElement).toBe(flag(2));
  press('Escape');
  expect(document.activeElement).toBe(row(2));
  press('ArrowLeft');
  expect(document.activeElement?.closest('td')).toBe(cell(2, 'status'));
});

it('Enter opens the first action from a row or a cell, and Delete opens the deletion dialog', () => {
  draw();
  act(() => row(3).focus());
  press('Enter');
  press('ArrowRight');
  press('Enter');
  press('Delete');
  expect(onAction.mock.calls.map(([action, item]) => `${action} ${item.key}`)).toEqual([
    'edit 3',
    'edit 3',
    'delete 3',
  ]);
});

it('text is edited in its cell: an invalid value is reported, Enter applies it, and Escape discards it', async () => {
  draw();
  act(() => cell(1, 'zone').focus());
  press('F2');
  const input = page.host.querySelector<HTMLInputElement>('td input:not([data-select])') as HTMLInputElement;
  const type = (value: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  act(() => input.focus());
  type('');
  press('Enter');
  expect(page.host.querySelector('[role="alert"]')?.textContent).toBe('Zone is required');
  type('Z9');
  press('Enter');
  await act(async () => undefined);
  expect(write.mock.calls.map(([from, , value]) => [from.zone, value])).toEqual([['Z1', 'Z9']]);
  expect(cell(1, 'zone').textContent).toBe('Z9');
  act(() => cell(2, 'zone').focus());
  press('F2');
  act(() => page.host.querySelector<HTMLInputElement>('td input:not([data-select])')?.focus());
  press('Escape');
  expect(page.host.querySelector('td input:not([data-select])')).toBeNull();
  expect(write).toHaveBeenCalledTimes(1);
});

it('a choice is changed through a menu in its cell', async () => {
  draw();
  click(cell(2, 'status').querySelector('button') as Element);
  const items = [...page.host.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  expect(items.map(item => item.getAttribute('aria-checked'))).toEqual(['true', 'false']);
  click(items[1] as Element);
  await act(async () => undefined);
  expect(write.mock.calls.map(([, column, value]) => [column.key, value])).toEqual([['status', 2]]);
});

it('the checkbox, Shift and Ctrl+A select rows, the page, and then all matching rows', () => {
  draw();
  click(box(1));
  expect(selected()).toEqual([1]);
  click(box(3), { shiftKey: true });
  expect(selected()).toEqual([1, 2, 3]);
  click(box(2));
  expect(selected()).toEqual([1, 3]);
  act(() => row(1).focus());
  press('Escape');
  expect(selected()).toEqual([]);
  press(' ');
  press('ArrowDown', { shiftKey: true });
  expect(selected()).toEqual([1, 2]);
  expect(document.activeElement).toBe(row(2));
  press('Delete');
  expect(onDeleteSelection).toHaveBeenCalledTimes(1);
  press('a', { ctrlKey: true });
  expect(doing.getSnapshot().selection.all).toBe(false);
  press('a', { ctrlKey: true });
  expect(doing.getSnapshot().selection.all).toBe(true);
});

it('a double click opens the dialog for a field that cannot be edited in place, and otherwise the cell editor', () => {
  const [id, zone, ...others] = editable;
  draw([{ ...(id as Column<Place>), form: 'edit' }, zone as Column<Place>, ...others]);
  act(() => void cell(2, 'id').dispatchEvent(new MouseEvent('dblclick', { bubbles: true, detail: 2 })));
  expect(onAction).toHaveBeenCalledWith('edit', rows[1]);
  onAction.mockClear();
  act(() => void cell(2, 'zone').dispatchEvent(new MouseEvent('dblclick', { bubbles: true, detail: 2 })));
  expect(cell(2, 'zone').querySelector('input')).not.toBeNull();
  expect(onAction).not.toHaveBeenCalled();
});

it('a right-click or the menu key opens the row’s menu, except on links and inputs', async () => {
  draw();
  const open = (target: Element, init: MouseEventInit) => {
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...init });
    act(() => void target.dispatchEvent(event));
    return event.defaultPrevented;
  };
  const menu = () => page.host.querySelector('[role="menu"]');
  expect(open(box(1), { button: 2 })).toBe(false);
  expect(open(cell(1, 'zone'), { button: 2, shiftKey: true })).toBe(false);
  expect(menu()).toBeNull();
  expect(open(cell(1, 'zone'), { button: 2 })).toBe(true);
  await vi.waitFor(() => expect(menu()).not.toBeNull());
  expect([...(menu() as Element).querySelectorAll('[role="menuitem"]')].map(item => item.textContent)).toEqual([
    'Edit',
    'Delete',
  ]);
  act(() => (menu() as Element).querySelectorAll<HTMLElement>('[role="menuitem"]')[1]?.click());
  expect(onAction).toHaveBeenCalledWith('delete', rows[0]);
  expect(menu()).toBeNull();
  expect(open(row(3), { button: 0 })).toBe(true);
  await vi.waitFor(() => expect(menu()).not.toBeNull());
});
