import { expect, it } from 'vitest';
import { csvText } from '../../domain/sheet/csvText.ts';
import { copied, tsvCell } from './copyRows.ts';
import type { Column } from './columns.ts';

type Place = { id: string; name: string; open: boolean; at: number; status: number; channel: number };
const columns: Column<Place>[] = [
  { key: 'id', label: 'Postcode', kind: 'id', value: row => row.id },
  { key: 'name', label: 'Name', kind: 'text', value: row => row.name },
  { key: 'open', label: 'Open', kind: 'yesNo', value: row => row.open },
  { key: 'at', label: 'Since', kind: 'date', value: row => row.at },
  { key: 'status', label: 'Status', kind: 'enum', value: row => row.status, options: [{ value: 1, label: 'Normal' }] },
  {
    key: 'channel',
    label: 'Channel',
    kind: 'custom',
    render: () => null,
    copied: (row: Place) => String(row.channel),
  },
];
const row: Place = { id: '01234', name: 'a\tb <i>', open: true, at: 1_700_000_000, status: 1, channel: 7 };
const place = { entity: 'ID', timeZone: 'Asia/Jakarta' } as const;

it('copied rows include the column headings, with dates and ids as displayed', () => {
  const { text, html } = copied(columns, [row], place);
  expect(text).toBe('Postcode\tName\tOpen\tSince\tStatus\tChannel\n01234\ta b <i>\tYes\t2023-11-15\tNormal\t7');
  expect(html).toContain('<th style="mso-number-format:\'\\@\'">Postcode</th>');
  expect(html).toContain('>a\tb &lt;i&gt;</td>');
});

it('a single cell is copied without its heading', () => {
  expect(copied([columns[1] as Column<Place>], [row], place, false).text).toBe('a b <i>');
});

it.each([
  ['=1+1', '=1+1'],
  ['+62 812', '+62 812'],
  ["'quoted", "'quoted"],
  ['-5', '-5'],
  ['two\nlines', 'two lines'],
])('%j is copied as a single line that can be pasted elsewhere', (value, cell) => {
  expect(tsvCell(value)).toBe(cell);
});

it('copied table cells are marked as text, so that a spreadsheet does not evaluate formulas', () => {
  const { html } = copied([columns[1] as Column<Place>], [{ ...row, name: '=1+1' }], place, false);
  expect(html).toContain(`<td style="mso-number-format:'\\@'">=1+1</td>`);
});

it('comma-separated values are escaped so that none is a formula', () => {
  expect(csvText([['a', '=1', 'x"y,z', '-3']])).toBe('\uFEFFa,\'=1,"x""y,z",-3\r\n');
});
