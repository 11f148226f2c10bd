import { describe, expect, it } from 'vitest';
import { measure } from './columnLayout.ts';
import { asFirst, CELL_PADDING, FIRST_PADDING, fit, needOf, type Need } from './columnNeeds.ts';
import { columnWidth, type Column } from './columns.ts';
import { linesOf, textWidth } from './textWidth.ts';

interface Place {
  id: number;
  name: string;
  open: boolean;
}

const id: Column<Place> = { key: 'id', label: 'ID', kind: 'id', value: row => row.id, width: 76 };
const name: Column<Place> = { key: 'name', label: 'Name', kind: 'text', value: row => row.name };
const open: Column<Place> = { key: 'open', label: 'Support COD Pickup', kind: 'yesNo', value: row => row.open };
const columns = [id, name, open];
const rows = (names: readonly string[], from = 10_000) =>
  names.map((text, at) => ({ row: { id: from + at, name: text, open: false } }));
const ten = rows(Array.from({ length: 10 }, (_, at) => `Kelurahan ${at}`));

const need = (wants: number, least: number, grows = true): Need => ({ wants, least, grows });

describe('column widths', () => {
  it('surplus width is distributed proportionally among text columns, while id columns do not grow', () => {
    expect(fit([need(76, 76, false), need(100, 60), need(300, 60)], 876)).toEqual([76, 200, 600]);
  });

  it('if there is too little width, the widest columns shrink first, but never below their minimum', () => {
    expect(fit([need(76, 76, false), need(100, 60), need(300, 60)], 336)).toEqual([76, 100, 160]);
    expect(fit([need(76, 76, false), need(100, 60), need(300, 60)], 236)).toEqual([76, 80, 80]);
    expect(fit([need(76, 76, false), need(100, 60), need(300, 60)], 100)).toEqual([76, 60, 60]);
  });

  it('every name fits on two lines before any column is widened for a single line', () => {
    const names = [
      { ...need(180, 60), folded: 105 },
      { ...need(160, 60), folded: 70 },
    ];
    // Dividing the space equally would truncate the first one.
    expect(fit(names, 200)).toEqual([105, 95]);
    expect(fit(names, 176)).toEqual([105, 71]);
    expect(fit(names, 300)).toEqual([150, 150]);
    expect(fit(names, 150)).toEqual([80, 70]);
    expect(fit(names, 100)).toEqual([60, 60]);
    const city = { key: 'city', label: 'City', kind: 'text', value: (row: Place) => row.name } as const;
    const { folded = 0, wants } = needOf<Place>(city, rows(['Kabupaten Aceh Selatan', 'Kabupaten Aceh Barat']));
    expect(linesOf('Kabupaten Aceh Selatan', folded - CELL_PADDING)).toBe(2);
    expect(linesOf('Kabupaten Aceh Selatan', folded - CELL_PADDING - 1)).toBe(3);
    expect(wants).toBeGreaterThan(folded + 40);
    // A row of another page with longer names.
    const short = needOf<Place>(city, rows(['Aceh']));
    expect(linesOf('Sumatera Utara', (short.folded ?? 0) - CELL_PADDING)).toBe(2);
    expect(short.least).toBeLessThan(short.folded ?? 0);
  });

  it('the first column leaves room for its text next to its wider padding', () => {
    const email = 'id.viewer@ops.example';
    const { least } = asFirst(needOf({ ...name, least: 400 }, rows([email])));
    expect(least - CELL_PADDING - FIRST_PADDING).toBeGreaterThanOrEqual(textWidth(email));
    expect(asFirst(needOf(id, ten))).toEqual(needOf(id, ten));
  });

  it('a stacked time gets one line before text columns grow, and two lines if there is too little width', () => {
    const at: Column<Place> = { key: 'at', label: 'At', kind: 'tz', stacked: true, value: row => row.id, width: 88 };
    const time = needOf(at, ten);
    expect(time.least).toBe(88);
    expect(time.wants - CELL_PADDING).toBe(textWidth('2026-11-25 22:14:22'));
    expect(fit([time, need(100, 60)], 600)[0]).toBe(time.wants);
    expect(fit([time, need(100, 60)], 150)[0]).toBe(88);
  });

  it('the columns never exceed the available width, provided their minimum widths fit', () => {
    const needs = [need(120, 60), need(133, 70), need(97, 97, false), need(310, 92)];
    for (let room = 319; room < 900; room += 7) {
      expect(fit(needs, room).reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(room);
    }
  });

  it('an id column is wide enough for the longest visible id', () => {
    const row = (value: number) => ({ row: { id: value, name: '', open: true } });
    expect(columnWidth(id, [row(10021)])).toBe(76);
    expect(columnWidth(id, [row(10021), row(123456789012)])).toBeGreaterThan(76 + 5 * 7);
  });

  it('column widths depend on the text in the rows, within limits, and leave two lines for the heading', () => {
    const short = needOf(name, rows(['Aceh', 'Bali']));
    const long = needOf(name, rows(['Kabupaten Administrasi Kepulauan Seribu', 'Kota Administrasi Jakarta Pusat']));
    expect(long.wants).toBeGreaterThan(short.wants + 100);
    expect(needOf(name, rows(['x'.repeat(500)])).wants).toBeLessThan(350);
    const flag = needOf(open, ten);
    expect(flag).toMatchObject({ wants: flag.least, grows: false });
    expect(flag.wants).toBeLessThan(110);
    expect(needOf({ ...name, least: 114 }, rows(['x'.repeat(500)])).least).toBe(114);
    expect(needOf({ ...name, least: 114 }, rows(['Aceh'])).least).toBe(short.least);
  });

  it('column widths are stable across pages except for longer ids, and are measured again for another list', () => {
    const first = measure({ of: '', rows: 0, needs: new Map() }, 'a', columns, ten);
    const longer = rows(Array.from({ length: 10 }, () => 'Kabupaten Administrasi Kepulauan Seribu'));
    const second = measure(first, 'a', columns, longer);
    expect(second.needs.get('name')).toEqual(first.needs.get('name'));
    const ids = measure(second, 'a', columns, rows(['x'], 123_456_789_012));
    expect(ids.needs.get('id')?.wants).toBeGreaterThan(first.needs.get('id')?.wants ?? 0);
    expect(measure(ids, 'b', columns, longer).needs.get('name')?.wants).toBeGreaterThan(
      first.needs.get('name')?.wants ?? 0,
    );
  });

  it('widths are measured again on a fuller page if they were based on only a few rows', () => {
    const few = measure({ of: '', rows: 0, needs: new Map() }, 'a', columns, rows(['Bali']));
    const full = measure(few, 'a', columns, ten);
    expect(full.rows).toBe(10);
    expect(measure(full, 'a', columns, []).rows).toBe(10);
  });
});
