// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { ListRow, RowMark } from '../../contract/listData.ts';
import type { CardLayout, Column } from './columns.ts';
import { DataCards, type DataCardsProps } from './DataCards.tsx';
import { TableDoing } from './doing.ts';

interface Place {
  id: number;
  name: string;
  open: boolean;
  note: string;
  [field: string]: unknown;
}

const columns: readonly Column<Place>[] = [
  { key: 'id', label: 'ID', kind: 'id', value: row => row.id },
  { key: 'open', label: 'Open', kind: 'yesNo', value: row => row.open },
];
const layout: CardLayout<Place> = { title: row => row.name, detail: row => `${row.id}, Java`, fields: ['open'] };
const MARK = { entryId: 'e1', state: 'conflict' } as unknown as RowMark;

const place = (id: number, pending: RowMark | null = null): ListRow<Place> => ({
  key: String(id),
  row: { id, name: `Place ${id}`, open: id % 2 === 1, note: '' },
  pending,
});

const page = reactRoot();

function show(props: Partial<DataCardsProps<Place>> = {}) {
  const onAction = vi.fn<DataCardsProps<Place>['onAction']>();
  const onMark = vi.fn<(mark: RowMark) => void>();
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <DataCards<Place>
          label="Places"
          columns={columns}
          layout={layout}
          rows={[place(1), place(2)]}
          actions={[
            { id: 'edit', label: 'Edit' },
            { id: 'history', label: 'History', readOnly: true, icon: <i /> },
          ]}
          place={{ entity: 'ID', timeZone: 'UTC' }}
          skeleton={0}
          busy={false}
          onAction={onAction}
          onMark={onMark}
          {...props}
        />
      </FluentProvider>,
    ),
  );
  return { onAction, onMark };
}

const cards = () => [...page.host.querySelectorAll<HTMLElement>('li[data-row-key]')];
const buttonOf = (card: HTMLElement | undefined, name: string) =>
  [...(card?.querySelectorAll('button') ?? [])].find(
    button => button.textContent === name || button.getAttribute('aria-label') === name,
  );

describe('DataCards', () => {
  it('a card shows the record’s title and subtitle, and the layout’s fields with their labels', () => {
    show();
    expect(page.host.querySelector('ul')?.getAttribute('aria-label')).toBe('Places');
    expect(cards()).toHaveLength(2);
    const [first, second] = cards();
    expect(first?.textContent).toContain('Place 1');
    expect(first?.textContent).toContain('1, Java');
    expect([...(first?.querySelectorAll('dt') ?? [])].map(label => label.textContent)).toEqual(['Open']);
    expect([first, second].map(card => card?.querySelector('dd')?.textContent)).toEqual(['Yes', 'No']);
  });

  it('every action has a word: a single icon next to it, several icons in a menu', async () => {
    const { onAction } = show();
    expect(buttonOf(cards()[0], 'History')?.textContent).toBe('History');
    const icons = ['flags', 'compare'].map(id => ({ id, label: `Row ${id}`, icon: <i /> }));
    const menu = show({ actions: [{ id: 'edit', label: 'Edit' }, ...icons] });
    expect(cards()[0]?.textContent).not.toContain('Row flags');
    act(() => buttonOf(cards()[0], 'More actions')?.click());
    await vi.waitFor(() => expect(document.querySelectorAll('[role=menuitem]')).toHaveLength(3));
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
    expect(items.map(item => item.textContent)).toEqual(['Edit', 'Row flags', 'Row compare']);
    act(() => items[2]?.click());
    expect(menu.onAction).toHaveBeenCalledWith('compare', place(1));
    expect(onAction).not.toHaveBeenCalled();
  });

  it('a flag that cannot be edited is shown as a word instead of a switch', () => {
    show({ columns: columns.map(column => ({ ...column, edit: 'edit' })) });
    expect(cards()[0]?.querySelector('dd')?.textContent).toBe('Yes');
    expect(page.host.querySelectorAll('dd button, [role="switch"]')).toHaveLength(0);
  });

  it('without a layout, a card shows every column as a field', () => {
    show({ layout: undefined });
    expect([...(cards()[0]?.querySelectorAll('dt') ?? [])].map(label => label.textContent)).toEqual(['ID', 'Open']);
  });

  it('each action is called with the card’s record, and actions that do not apply to it are hidden', () => {
    const { onAction } = show({
      actions: [
        { id: 'edit', label: 'Edit' },
        { id: 'restore', label: 'Restore', offered: (row: Place) => row.id === 2 } as never,
      ],
    });
    expect(buttonOf(cards()[0], 'Restore')).toBeUndefined();
    expect(buttonOf(cards()[1], 'Restore')).toBeDefined();
    act(() => buttonOf(cards()[1], 'Edit')?.click());
    expect(onAction.mock.calls.map(([action, item]) => [action, item.key])).toEqual([['edit', '2']]);
  });

  it('a conflicting record can be viewed but not edited, and its mark links to the queue', () => {
    const { onAction, onMark } = show({ rows: [place(1, MARK)] });
    const [card] = cards();
    expect(card?.dataset['mark']).toBe('conflict');
    const edit = buttonOf(card, 'Edit');
    expect(edit?.getAttribute('aria-disabled')).toBe('true');
    act(() => edit?.click());
    expect(onAction).not.toHaveBeenCalled();
    expect(edit?.title).not.toBe('');
    act(() => buttonOf(card, 'History')?.click());
    expect(onAction.mock.calls.map(([action]) => action)).toEqual(['history']);
    const mark = [...(card?.querySelectorAll('button') ?? [])].find(button =>
      /conflict/i.test(button.textContent ?? ''),
    );
    act(() => mark?.click());
    expect(onMark).toHaveBeenCalledWith(MARK);
  });

  it('cards can be selected one at a time or a whole page at once', () => {
    const doing = new TableDoing();
    show({ doing });
    const boxes = () => [...page.host.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
    expect(boxes().map(box => box.getAttribute('aria-label'))).toEqual([null, 'Select Place 1', 'Select Place 2']);
    act(() => boxes()[1]?.click());
    expect(boxes().map(({ checked }) => checked)).toEqual([false, true, false]);
    act(() => boxes()[0]?.click());
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true]);
    act(() => boxes()[0]?.click());
    expect(boxes().map(({ checked }) => checked)).toEqual([false, false, false]);
  });

  it('checkboxes are hidden if selection is unavailable, and placeholder cards are shown while loading', () => {
    show({ rows: [], skeleton: 3, busy: true });
    expect(page.host.querySelectorAll('input')).toHaveLength(0);
    expect(page.host.querySelectorAll('li[aria-hidden]')).toHaveLength(3);
    expect(page.host.querySelector('ul')?.getAttribute('aria-busy')).toBe('true');
  });

  it('space for the page’s checkbox is reserved while the cards load', () => {
    show({ rows: [], skeleton: 2, doing: new TableDoing() });
    expect(page.host.querySelector<HTMLInputElement>('label input')?.disabled).toBe(true);
    expect(page.host.querySelectorAll('li')).toHaveLength(2);
  });
});
