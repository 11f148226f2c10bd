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
  it("are the documents' in their order where there is room, or nothing fixes them", () => {
    expect(keys(viewColumns(declared, standard, applied, false))).toEqual(['channelId', 'type', 'id', 'city']);
    expect(keys(viewColumns(declared, standard, {}, true))).toEqual(['channelId', 'type', 'id', 'city']);
  });

  it('step aside in a narrow table where a filter fixes their value, and come back by one choice', () => {
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

  it('are hidden and shown by choice, those on standby too', () => {
    const hide = (at: number, from = standard) =>
      toggled(from, viewColumns(declared, from, applied, false), declared[at]!);
    expect(keys(viewColumns(declared, hide(3), applied, false))).toEqual(['channelId', 'type', 'id']);
    expect(keys(viewColumns(declared, hide(3, hide(3)), applied, false))).toContain('city');
    expect(keys(viewColumns(declared, hide(4), applied, false))).toContain('changed');
    // What a filter fixes can be hidden, though the list cannot do without it otherwise.
    expect(keys(viewColumns(declared, hide(0), applied, false))).not.toContain('channelId');
    expect(keys(viewColumns(declared, hide(0), {}, false))).toContain('channelId');
  });

  it('are in the order that was given; a column that came later stays after its neighbour', () => {
    const order = ['city', 'id', 'channelId'];
    expect(inOrder(declared, order).map(({ key }) => key)).toEqual(['city', 'changed', 'id', 'channelId', 'type']);
    expect(inOrder(declared, [])).toBe(declared);
  });

  it('take the place of another, to the left and to the right, and keep a width until it is given back', () => {
    const order = (from: string, to: string) => moved(declared, standard, from, to).order.join();
    expect(order('city', 'channelId')).toBe('city,channelId,type,id,changed');
    expect(order('channelId', 'id')).toBe('type,id,channelId,city,changed');
    expect(moved(declared, standard, 'city', 'nothing')).toBe(standard);
    const wide = resized(resized(standard, 'city', 200), 'id', 90);
    expect(wide.widths).toEqual({ city: 200, id: 90 });
    expect(resized(wide, 'city', null).widths).toEqual({ id: 90 });
  });

  it('stay at the left up to the one that was chosen, or not at all', () => {
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

  it('leave out what is the same in every row until a row says something else', () => {
    const none = variedIn(wide, rows('ID', 'ID'), new Set());
    const view = viewColumns(wide, standard, {}, true, none);
    expect(view.aside.map(({ key }) => key)).toEqual(['origin']);
    const varied = variedIn(wide, rows('ID', 'CN'), none);
    expect(keys(viewColumns(wide, standard, {}, true, varied))).toContain('origin');
    expect(variedIn(wide, rows('ID'), varied)).toBe(varied);
    expect(keys(viewColumns(wide, standard, {}, false, none))).toEqual(['channelId', 'name', 'origin', 'type', 'flag']);
  });

  it('keep what names the record at the left and begin with what people look up most', () => {
    const view = viewColumns(wide, standard, {}, true);
    expect(keys(view)).toEqual(['channelId', 'name', 'flag', 'type']);
    expect(view.frozen).toBe(2);
    const ordered = { ...standard, order: ['channelId', 'name', 'type', 'flag'] };
    expect(keys(viewColumns(wide, ordered, {}, true))).toEqual(['channelId', 'name', 'type', 'flag']);
  });

  it('show what a filter fixes at the end once a person wants it, so that it pushes nothing out of sight', () => {
    const shown = { ...standard, added: ['channelId', 'type'] };
    const view = viewColumns(declared, shown, applied, true);
    expect(keys(view)).toEqual(['id', 'city', 'channelId', 'type']);
    expect(view.frozen).toBe(1);
  });
});
