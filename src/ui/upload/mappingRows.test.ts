import { describe, expect, it } from 'vitest';
import { channelLocationImport as declaration } from '../../contract/imports/channelLocation.ts';
import { matchHeaders } from '../../domain/import/headers.ts';
import { mappingRows } from './mappingRows.ts';

const HEADERS = declaration.columns.map(({ header }) => header);
/** The mapping rows for a file with these headers. */
const rowsOf = (others: Readonly<Record<string, string[]>>, choices: Readonly<Record<string, string>> = {}) =>
  mappingRows(
    matchHeaders(
      declaration,
      HEADERS.flatMap(header => others[header] ?? [header]),
    ),
    declaration.columns,
    choices,
  );

describe('column mapping', () => {
  it('unmatched headers are listed, with similar columns as suggestions', () => {
    const rows = rowsOf({ 'Location ID': ['Locaton ID'], 'Applicable Type': ['Kind'] });
    expect(rows.map(({ header, value, offered }) => [header, value, offered.map(({ key }) => key)])).toEqual([
      ['Kind', '', ['type']],
      ['Locaton ID', 'locationId', ['type', 'locationId']],
    ]);
  });

  it('a column can be mapped only once, and is available again once its row is ignored', () => {
    const others = { 'Location ID': ['Kode', 'Area'], 'Applicable Type': ['Kind'] };
    const offers = (choices: Readonly<Record<string, string>>) =>
      rowsOf(others, choices).map(({ header, value, offered }) => [header, value, offered.map(({ key }) => key)]);
    expect(offers({ Area: 'locationId' })).toEqual([
      ['Kind', '', ['type']],
      ['Kode', '', ['type']],
      ['Area', 'locationId', ['type', 'locationId']],
    ]);
    expect(offers({ Area: '' }).map(([, , offered]) => offered)).toEqual([
      ['type', 'locationId'],
      ['type', 'locationId'],
      ['type', 'locationId'],
    ]);
  });

  it('a column is suggested for only one header, and for none if the person has mapped it to another', () => {
    const others = { 'Location ID': ['Locaton ID', 'Locatin ID'] };
    expect(rowsOf(others).map(({ value }) => value)).toEqual(['locationId', '']);
    expect(rowsOf(others, { 'Locatin ID': 'locationId' }).map(({ value }) => value)).toEqual(['', 'locationId']);
  });

  it('a duplicate header is listed only once', () => {
    expect(rowsOf({ 'Location ID': ['Kode', 'KODE', 'Kode'] }).map(({ header }) => header)).toEqual(['Kode']);
  });
});
