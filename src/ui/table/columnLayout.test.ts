import { describe, expect, it } from 'vitest';
import { spread } from './columnLayout.ts';
import { columnWidth, type Column } from './columns.ts';

interface Place {
  id: number;
  name: string;
  note: string;
}

const id: Column<Place> = { key: 'id', label: 'ID', kind: 'id', value: row => row.id, width: 76 };
const columns: readonly Column<Place>[] = [
  { ...id, pinned: true },
  { key: 'name', label: 'Name', kind: 'text', value: row => row.name, width: 100 },
  { key: 'note', label: 'Note', kind: 'longText', value: row => row.note, width: 300 },
];

describe('widths of columns', () => {
  it('keep what they want where there is no more room: the table scrolls', () => {
    expect(spread(columns, [76, 100, 300], 400)).toEqual([76, 100, 300]);
  });

  it('give what is left to texts, in proportion, and none to ids', () => {
    expect(spread(columns, [76, 100, 300], 876)).toEqual([76, 200, 600]);
  });

  it('make room for the longest id that is shown, so that none is cut', () => {
    const row = (value: number) => ({ row: { id: value, name: '', note: '' } });
    expect(columnWidth(id, [row(10021)])).toBe(76);
    expect(columnWidth(id, [row(10021), row(123456789012)])).toBeGreaterThan(76 + 5 * 7);
  });
});
