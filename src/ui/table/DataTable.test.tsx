// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { DataTable } from './DataTable.tsx';
import { TableDoing } from './doing.ts';
import { reactRoot } from '../../../tests/support/reactRoot.ts';

const page = reactRoot();

const show = (ids: readonly number[], more: { skeleton?: number; doing?: TableDoing } = {}) =>
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <DataTable<{ id: number }>
          label="Places"
          columns={[{ key: 'id', label: 'ID', kind: 'id', value: row => row.id }]}
          rows={ids.map(id => ({ key: String(id), row: { id }, pending: null }))}
          firstNumber={1}
          total={ids.length}
          actions={[{ id: 'delete', label: 'Delete' }]}
          actionWidth={90}
          place={{ entity: 'ID', timeZone: 'Asia/Jakarta' }}
          density="comfortable"
          skeleton={0}
          busy={false}
          pageRows={10}
          onAction={() => undefined}
          {...more}
        />
      </FluentProvider>,
    ),
  );

const deleteOf = (id: number) => page.host.querySelector<HTMLElement>(`[data-row-key="${id}"] button`);
const focusedKey = () => document.activeElement?.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey'];

it('after the focused row is deleted, focus moves to the next row, the last row, or the empty table', () => {
  show([1, 2, 3]);
  act(() => deleteOf(2)?.focus());
  show([1, 3]);
  expect(focusedKey()).toBe('3');
  act(() => deleteOf(3)?.focus());
  show([1]);
  expect(focusedKey()).toBe('1');
  act(() => deleteOf(1)?.focus());
  show([]);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Places');
});

it('focus moves from the empty table to a row that reappears, e.g. after Undo', () => {
  show([1]);
  act(() => deleteOf(1)?.focus());
  show([]);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Places');
  show([1]);
  expect(focusedKey()).toBe('1');
});

it('the table does not take the focus back after the person has moved it elsewhere', () => {
  show([1, 2]);
  act(() => deleteOf(1)?.focus());
  act(() => deleteOf(1)?.blur());
  show([2]);
  expect(document.activeElement).toBe(document.body);
});

it('a loading table reserves space for the checkbox, columns and actions', () => {
  const shapeOf = () =>
    [...(page.host.querySelector('tbody tr')?.children ?? [])].map(cell => {
      const { position, textAlign, paddingLeft } = getComputedStyle(cell);
      return { position, textAlign, paddingLeft };
    });
  const doing = new TableDoing();
  show([1], { doing });
  const rows = shapeOf();
  show([], { skeleton: 1, doing });
  expect(page.host.querySelector('tbody')?.textContent).toBe('');
  expect(shapeOf()).toEqual(rows);
  expect(rows).toHaveLength(3);
});

it('key presses in a dialog opened from a cell are not handled by the table', async () => {
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <DataTable<{ id: number }>
          label="Places"
          columns={[{ key: 'tags', label: 'Tags', kind: 'tag', value: () => ['a', 'b', 'c', 'd', 'e'] }]}
          rows={[1, 2].map(id => ({ key: String(id), row: { id }, pending: null }))}
          firstNumber={1}
          total={2}
          actions={[]}
          actionWidth={90}
          place={{ entity: 'ID', timeZone: 'Asia/Jakarta' }}
          density="comfortable"
          skeleton={0}
          busy={false}
          pageRows={10}
          onAction={() => undefined}
        />
      </FluentProvider>,
    ),
  );
  await act(async () => {
    page.host.querySelector<HTMLElement>('[data-row-key="1"] button')?.click();
    await vi.dynamicImportSettled();
  });
  const close = document.querySelector<HTMLElement>('[role="dialog"] button');
  act(() => close?.focus());
  const key = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
  act(() => void close?.dispatchEvent(key));
  expect([key.defaultPrevented, document.activeElement === close]).toEqual([false, true]);
});
