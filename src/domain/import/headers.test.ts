import { describe, expect, it } from 'vitest';
import { channelLocationImport as declaration } from '../../contract/imports/channelLocation.ts';
import { findHeaders, matchHeaders, offerHeaders, sheetsText, twiceText } from './headers.ts';

const at = (key: string): number => declaration.columns.findIndex(column => column.key === key);
const FLAGS = ['support deliver', 'SUPPORT_COD_DELIVER', 'SupportPickup', ' Support  COD Pickup* '];

describe('matching the headers of an imported file', () => {
  it('a file’s headers match by name in any order, ignoring case and spaces', () => {
    const match = matchHeaders(declaration, [...FLAGS, 'location id', 'Applicable type', 'CHANNEL ID']);
    expect(match.missing).toEqual([]);
    expect(match.unknown).toEqual([]);
    expect(match.columns[at('channelId')]).toBe(6);
    expect(match.columns[at('canCODPickup')]).toBe(3);
    expect(match.columns[at('actionCode')]).toBe(-1);
  });

  it('unknown, missing and duplicate headers are reported, with suggestions where possible', () => {
    const match = matchHeaders(declaration, [
      'Channel ID',
      'Chanel ID',
      'Locaton ID',
      'Remark',
      'Channel ID',
      ...FLAGS,
    ]);
    expect(match.missing).toEqual(['Applicable Type', 'Location ID']);
    expect(match.unknown.map(({ header, suggestion }) => [header, suggestion])).toEqual([
      ['Chanel ID', null],
      ['Locaton ID', 'Location ID'],
      ['Remark', null],
    ]);
    expect(match.twice.map(({ key }) => key)).toEqual(['channelId']);
  });

  it('a heading that occurs in several columns is not mapped until a person chooses one of them', () => {
    const isName = (key: string): boolean => declaration.places?.some(({ names }) => names.includes(key)) === true;
    const read = declaration.columns.filter(({ key, type }) => type.kind !== 'info' || isName(key));
    expect(read.length).toBeGreaterThan(8);
    for (const { header, key } of read) {
      const headers = [...declaration.columns.map(column => column.header), `${header} *`];
      const last = headers.length - 1;
      const hiddenColumns = [[last, last]] as const;
      const { columns, missing, unknown, twice } = matchHeaders(declaration, headers, {}, { hiddenColumns });
      expect([key, columns[at(key)], missing, unknown]).toEqual([key, -1, [], []]);
      expect(twice).toMatchObject([{ key, header, chosen: null, columns: [{ hidden: false }, { hidden: true }] }]);
      for (const column of [at(key), last]) {
        const decided = matchHeaders(declaration, headers, {}, { choice: { [key]: column } });
        expect([key, decided.columns[at(key)], decided.twice[0]?.chosen]).toEqual([key, column, column]);
      }
      // A choice that was made for another file and does not apply to this one.
      expect(matchHeaders(declaration, headers, {}, { choice: { [key]: 999 } }).twice[0]?.chosen).toBeNull();
    }
  });

  it('the message about a repeated heading lists the letters of its columns and says which ones are hidden', () => {
    const headers = ['Channel ID', 'Applicable Type', 'Location ID', ...FLAGS, 'Channel ID'];
    const textOf = (hiddenColumns: [number, number][]) =>
      twiceText(matchHeaders(declaration, headers, {}, { hiddenColumns }).twice);
    expect(textOf([])).toBe('the heading "Channel ID" in columns A and H');
    expect(textOf([[5, 9]])).toBe('the heading "Channel ID" in columns A and H (H is hidden)');
    expect(textOf([[0, 9]])).toBe('the heading "Channel ID" in columns A and H (A and H are hidden)');
  });

  it('a remembered choice is applied to the same headers', () => {
    const headers = ['Channel', 'Remark', 'Type', 'Area', ...FLAGS];
    const mapping = { channel: 'channelId', type: 'type', area: 'locationId', remark: null };
    const match = matchHeaders(declaration, headers, mapping);
    expect(match.missing).toEqual([]);
    expect(match.unknown).toEqual([]);
    expect([match.columns[at('channelId')], match.columns[at('locationId')]]).toEqual([0, 3]);
  });

  it('an exact header match precedes a remembered choice, and two competing choices require a decision', () => {
    const headers = ['Area', 'Location ID', 'Code', 'Kind', 'Channel ID', ...FLAGS];
    const mapping = { area: 'locationId', code: 'type', kind: 'type' };
    const match = matchHeaders(declaration, headers, mapping);
    expect([match.columns[at('locationId')], match.columns[at('type')]]).toEqual([1, -1]);
    expect(match.unknown.map(({ header }) => header)).toEqual(['Area']);
    expect(match.twice).toMatchObject([{ key: 'type', columns: [{ header: 'Code' }, { header: 'Kind' }] }]);
    expect(matchHeaders(declaration, headers, mapping, { choice: { type: 3 } }).columns[at('type')]).toBe(3);
    // A header that occurs twice still counts as a header.
    expect(matchHeaders(declaration, ['Code', 'CODE'], mapping)).toMatchObject({
      unknown: [],
      twice: [{ key: 'type', columns: [{ header: 'Code' }, { header: 'CODE' }] }],
    });
  });

  it('the Location ID column is optional if the place names are present', () => {
    expect(matchHeaders(declaration, ['Channel ID', 'Applicable Type', 'State', 'City', ...FLAGS]).missing).toEqual([]);
  });

  it('the header row is found in any sheet and row, and visible sheets take precedence', () => {
    const headers = ['Channel ID', 'Applicable Type', 'Location ID', ...FLAGS];
    const sheets = [
      { hidden: false, head: [{ cells: ['Column', 'Notes'] }, { cells: ['Channel ID', 'The channel'] }] },
      { hidden: true, head: [{ cells: headers }] },
      { hidden: false, head: [{ cells: ['Areas of March'] }, { cells: headers }, { cells: ['10021'] }] },
    ];
    // The hidden sheet may be the intended one, too.
    expect(findHeaders(declaration, sheets)).toMatchObject({ sheet: 2, match: { row: 1, missing: [] }, alike: [1] });
    expect(findHeaders(declaration, [{ hidden: false, head: [{ cells: ['a', 'b'] }] }]).match.row).toBe(-1);
  });

  it('a person must choose between two visible sheets that both have all headers and data', () => {
    const headers = ['Channel ID', 'Applicable Type', 'Location ID', ...FLAGS];
    const sheetOf = (hidden: boolean, ...rows: string[][]) => ({ hidden, head: rows.map(cells => ({ cells })) });
    const filled = sheetOf(false, headers, ['10021']);
    const undecided = (...sheets: ReturnType<typeof sheetOf>[]) => findHeaders(declaration, sheets).undecided;
    expect(undecided(filled, sheetOf(false, ['Areas of May'], headers, ['10022']))).toEqual([0, 1]);
    expect(undecided(filled, filled, filled)).toEqual([0, 1, 2]);
    // Whichever sheet is chosen automatically, the rows of the other would be lost.
    expect(undecided(sheetOf(false, headers), filled)).toEqual([0, 1]);
    expect(undecided(filled)).toEqual([]);
    expect(undecided(filled, sheetOf(true, headers, ['10022']))).toEqual([]);
    expect(undecided(filled, sheetOf(false, headers), sheetOf(false, headers, ['', ' ']))).toEqual([]);
    expect(undecided(filled, sheetOf(false, ['Channel ID', 'Remarks'], ['10021', 'late']))).toEqual([]);
    expect(sheetsText(['March', 'April', 'May'])).toBe(
      'the columns of the template in the sheets "March", "April" and "May"',
    );
  });

  it('if no header is recognized, the first row of words is offered for mapping', () => {
    const head = [
      { cells: ['Areas of March', ''] },
      { cells: ['ID Kanal', 'Tipe', 'Kode'] },
      { cells: ['10021', 'Standard', '3'] },
    ];
    const offered = offerHeaders(declaration, head, { tipe: 'type' });
    expect(offered).toMatchObject({
      row: 1,
      unknown: [
        { column: 0, header: 'ID Kanal' },
        { column: 2, header: 'Kode' },
      ],
    });
    expect(offered?.missing).toContain('Channel ID');
    // These are data rows, since none of their values is a header.
    expect(
      offerHeaders(declaration, [{ cells: ['10021', 'Standard', '3'] }, { cells: ['10021', 'SBS', '3'] }]),
    ).toBeNull();
  });
});
