import { describe, expect, it } from 'vitest';
import { channelLocationImport as declaration } from '../../contract/imports/channelLocation.ts';
import { matchHeaders } from '../../domain/import/headers.ts';
import { mappingRows } from './mappingRows.ts';

const HEADERS = declaration.columns.map(({ header }) => header);
/** Rows of a file in which these are the headers of that name. */
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
  it('offers what no header has by itself, and proposes what is near', () => {
    const rows = rowsOf({ 'Location ID': ['Locaton ID'], 'Applicable Type': ['Kind'] });
    expect(rows.map(({ header, value, offered }) => [header, value, offered.map(({ key }) => key)])).toEqual([
      ['Kind', '', ['type']],
      ['Locaton ID', 'locationId', ['type', 'locationId']],
    ]);
  });

  it('offers a column once: what another row has is free again when that one leaves it out', () => {
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

  it('proposes a column for one header alone, and none that a person gave to another', () => {
    const others = { 'Location ID': ['Locaton ID', 'Locatin ID'] };
    expect(rowsOf(others).map(({ value }) => value)).toEqual(['locationId', '']);
    expect(rowsOf(others, { 'Locatin ID': 'locationId' }).map(({ value }) => value)).toEqual(['', 'locationId']);
  });

  it('asks once for a header that is there twice', () => {
    expect(rowsOf({ 'Location ID': ['Kode', 'KODE', 'Kode'] }).map(({ header }) => header)).toEqual(['Kode']);
  });
});
