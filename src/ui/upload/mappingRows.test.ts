import { describe, expect, it } from 'vitest';
import { channelLocationImport as declaration } from '../../contract/imports/channelLocation.ts';
import { matchHeaders } from '../../domain/import/headers.ts';
import { mappingRows } from './mappingRows.ts';

const HEADERS = declaration.columns.map(({ header }) => header);
/** The rows of the mapping for a file with these headers. */
const rowsOf = (others: Readonly<Record<string, string[]>>, choices: Readonly<Record<string, string>> = {}) =>
  mappingRows(
    matchHeaders(
      declaration,
      HEADERS.flatMap(header => others[header] ?? [header]),
    ),
    declaration.columns,
    choices,
  );

describe('the mapping of columns', () => {
  it('the mapping offers columns without a header match, and proposes similar ones', () => {
    const rows = rowsOf({ 'Location ID': ['Locaton ID'], 'Applicable Type': ['Kind'] });
    expect(rows.map(({ header, value, offered }) => [header, value, offered.map(({ key }) => key)])).toEqual([
      ['Kind', '', ['type']],
      ['Locaton ID', 'locationId', ['type', 'locationId']],
    ]);
  });

  it('a column is offered once, and is free again if the row that had it leaves it out', () => {
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

  it('a column is proposed for only one header, and not if a person assigned it to another', () => {
    const others = { 'Location ID': ['Locaton ID', 'Locatin ID'] };
    expect(rowsOf(others).map(({ value }) => value)).toEqual(['locationId', '']);
    expect(rowsOf(others, { 'Locatin ID': 'locationId' }).map(({ value }) => value)).toEqual(['', 'locationId']);
  });

  it('a duplicate header is asked about once', () => {
    expect(rowsOf({ 'Location ID': ['Kode', 'KODE', 'Kode'] }).map(({ header }) => header)).toEqual(['Kode']);
  });
});
