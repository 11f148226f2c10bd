import { describe, expect, it } from 'vitest';
import type { Column } from '../table/columns.ts';
import { inOrder, moved, resized, toggled, variedIn, viewColumns } from './columnView.ts';
import { parsePreferences } from './preferences.ts';

type Row = Record<string, string>;
const column = (key: string, more: Partial<Column<Row>> = {}): Column<Row> =>
  ({ key, label: key, kind: 'text', value: (row: Row) => row[key], ...more }) as Column<Row>;

const declared = [
  column('channelId', { fixedBy: 'channelId', always: true, pinned: true }),
  column('type', { fixedBy: 'type' }),
  column('id', { always: true }),
  column('city'),
  column('changed', { standby: true }),
];
const standard = parsePreferences(null);
const applied = { channelId: 10021, type: 0 };
const keys = (view: { columns: readonly { key: string }[] }) => view.columns.map(({ key }) => key);

describe('table columns', () => {
  it('a wide table, or one without filters, shows all declared columns in the order of the documents', () => {
    expect(keys(viewColumns(declared, standard, applied, false))).toEqual(['channelId', 'type', 'id', 'city']);
    expect(keys(viewColumns(declared, standard, {}, true))).toEqual(['channelId', 'type', 'id', 'city']);
  });

  it('a narrow table hides columns made constant by a filter, and each can be shown again', () => {
    const view = viewColumns(declared, standard, applied, true);
    expect(keys(view)).toEqual(['id', 'city']);
    expect(view.aside.map(({ key }) => key)).toEqual(['channelId', 'type']);
    expect(view.frozen).toBe(1);
    const back = toggled(standard, view, declared[1]!);
    expect(keys(viewColumns(declared, back, applied, true))).toEqual(['id', 'city', 'type']);
    const again = toggled(back, viewColumns(declared, back, applied, true), declared[1]!);
    expect(keys(viewColumns(declared, again, applied, true))).toEqual(['id', 'city']);
    expect(keys(viewColumns(declared, again, applied, false))).toContain('type');
  });

  it('each column can be hidden and shown, including optional ones', () => {
    const hide = (at: number, from = standard) =>
      toggled(from, viewColumns(declared, from, applied, false), declared[at]!);
    expect(keys(viewColumns(declared, hide(3), applied, false))).toEqual(['channelId', 'type', 'id']);
    expect(keys(viewColumns(declared, hide(3, hide(3)), applied, false))).toContain('city');
    expect(keys(viewColumns(declared, hide(4), applied, false))).toContain('changed');
    // A column made constant by a filter can be hidden, even if it is otherwise mandatory.
    expect(keys(viewColumns(declared, hide(0), applied, false))).not.toContain('channelId');
    expect(keys(viewColumns(declared, hide(0), {}, false))).toContain('channelId');
  });

  it('columns follow the person’s order, and a column added later stays next to its declared neighbor', () => {
    const order = ['city', 'id', 'channelId'];
    expect(inOrder(declared, order).map(({ key }) => key)).toEqual(['city', 'changed', 'id', 'channelId', 'type']);
    expect(inOrder(declared, [])).toBe(declared);
  });

  it('a column can be moved left or right, and keeps its custom width until it is reset', () => {
    const order = (from: string, to: string) => moved(declared, standard, from, to).order.join();
    expect(order('city', 'channelId')).toBe('city,channelId,type,id,changed');
    expect(order('channelId', 'id')).toBe('type,id,channelId,city,changed');
    expect(moved(declared, standard, 'city', 'nothing')).toBe(standard);
    const wide = resized(resized(standard, 'city', 200), 'id', 90);
    expect(wide.widths).toEqual({ city: 200, id: 90 });
    expect(resized(wide, 'city', null).widths).toEqual({ id: 90 });
  });

  it('columns are frozen up to the selected one, or not at all', () => {
    expect(viewColumns(declared, { ...standard, frozen: 'id' }, applied, false).frozen).toBe(3);
    expect(viewColumns(declared, { ...standard, frozen: 'id' }, applied, true).frozen).toBe(1);
    expect(viewColumns(declared, { ...standard, frozen: '' }, applied, false).frozen).toBe(0);
    expect(viewColumns(declared, standard, applied, false).frozen).toBe(1);
  });
});

describe('columns of a narrow table', () => {
  const wide = [
    column('channelId', { always: true, pinned: true }),
    column('name', { pinned: true }),
    column('origin', { constant: true }),
    column('type'),
    column('flag', { early: true }),
  ];
  const rows = (...origins: string[]) => origins.map(origin => ({ row: { origin } }));

  it('a column with the same value in every row is hidden until a row has a different value', () => {
    const none = variedIn(wide, rows('ID', 'ID'), new Set());
    const view = viewColumns(wide, standard, {}, true, none);
    expect(view.aside.map(({ key }) => key)).toEqual(['origin']);
    const varied = variedIn(wide, rows('ID', 'CN'), none);
    expect(keys(viewColumns(wide, standard, {}, true, varied))).toContain('origin');
    expect(variedIn(wide, rows('ID'), varied)).toBe(varied);
    expect(keys(viewColumns(wide, standard, {}, false, none))).toEqual(['channelId', 'name', 'origin', 'type', 'flag']);
  });

  it('identifying columns stay at the left, followed by the columns that people look up most', () => {
    const view = viewColumns(wide, standard, {}, true);
    expect(keys(view)).toEqual(['channelId', 'name', 'flag', 'type']);
    expect(view.frozen).toBe(2);
    const ordered = { ...standard, order: ['channelId', 'name', 'type', 'flag'] };
    expect(keys(viewColumns(wide, ordered, {}, true))).toEqual(['channelId', 'name', 'type', 'flag']);
  });

  it('a column made constant by a filter is shown last, if at all, so that it pushes no other column out of view', () => {
    const shown = { ...standard, added: ['channelId', 'type'] };
    const view = viewColumns(declared, shown, applied, true);
    expect(keys(view)).toEqual(['id', 'city', 'channelId', 'type']);
    expect(view.frozen).toBe(1);
  });
});
