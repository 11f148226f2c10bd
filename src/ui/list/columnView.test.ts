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

describe('columns of a table', () => {
  it('the columns are the documents’ in their order if there is room, or if nothing fixes them', () => {
    expect(keys(viewColumns(declared, standard, applied, false))).toEqual(['channelId', 'type', 'id', 'city']);
    expect(keys(viewColumns(declared, standard, {}, true))).toEqual(['channelId', 'type', 'id', 'city']);
  });

  it('columns with a value fixed by a filter are hidden in a narrow table, and one choice shows them again', () => {
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

  it('columns are hidden and shown by choice, including optional ones', () => {
    const hide = (at: number, from = standard) =>
      toggled(from, viewColumns(declared, from, applied, false), declared[at]!);
    expect(keys(viewColumns(declared, hide(3), applied, false))).toEqual(['channelId', 'type', 'id']);
    expect(keys(viewColumns(declared, hide(3, hide(3)), applied, false))).toContain('city');
    expect(keys(viewColumns(declared, hide(4), applied, false))).toContain('changed');
    // A column fixed by a filter can be hidden, even one that otherwise always has to be shown.
    expect(keys(viewColumns(declared, hide(0), applied, false))).not.toContain('channelId');
    expect(keys(viewColumns(declared, hide(0), {}, false))).toContain('channelId');
  });

  it('columns are in the selected order, and a later column stays after its neighbor', () => {
    const order = ['city', 'id', 'channelId'];
    expect(inOrder(declared, order).map(({ key }) => key)).toEqual(['city', 'changed', 'id', 'channelId', 'type']);
    expect(inOrder(declared, [])).toBe(declared);
  });

  it('columns swap places to the left and to the right, and keep a width until it is reset', () => {
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

  it('columns with the same value in every row are hidden until a row differs', () => {
    const none = variedIn(wide, rows('ID', 'ID'), new Set());
    const view = viewColumns(wide, standard, {}, true, none);
    expect(view.aside.map(({ key }) => key)).toEqual(['origin']);
    const varied = variedIn(wide, rows('ID', 'CN'), none);
    expect(keys(viewColumns(wide, standard, {}, true, varied))).toContain('origin');
    expect(variedIn(wide, rows('ID'), varied)).toBe(varied);
    expect(keys(viewColumns(wide, standard, {}, false, none))).toEqual(['channelId', 'name', 'origin', 'type', 'flag']);
  });

  it('the columns that identify the record stay at the left, before what people look up most', () => {
    const view = viewColumns(wide, standard, {}, true);
    expect(keys(view)).toEqual(['channelId', 'name', 'flag', 'type']);
    expect(view.frozen).toBe(2);
    const ordered = { ...standard, order: ['channelId', 'name', 'type', 'flag'] };
    expect(keys(viewColumns(wide, ordered, {}, true))).toEqual(['channelId', 'name', 'type', 'flag']);
  });

  it('a column fixed by a filter is shown at the end if a person wants it, so that it pushes nothing out of view', () => {
    const shown = { ...standard, added: ['channelId', 'type'] };
    const view = viewColumns(declared, shown, applied, true);
    expect(keys(view)).toEqual(['id', 'city', 'channelId', 'type']);
    expect(view.frozen).toBe(1);
  });
});
