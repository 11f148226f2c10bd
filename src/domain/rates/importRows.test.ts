import { describe, expect, it } from 'vitest';
import { COUNTRIES, COUNTRY_CODES } from '../country.ts';
import { cellsOfRow, IMPORT_KINDS, importRowProblem, rowOfCells, type Cells, type ImportKind } from './importRows.ts';

/** One sample row for each kind of file. */
const CELLS: Readonly<Record<ImportKind, Cells>> = {
  zoneCode: { code: 'A', name: 'Near' },
  routeCode: { code: 'R', name: 'Road' },
  originDestCode: { origin: 'ID', destination: 'All', code: 'R' },
  cepZoneCode: { cepRange: '01310000-01319999', origin: 'All', code: 'A' },
  priceListEnhanced: { area: 2, code: 'R', start: 0, end: 1000, fee: 500_000, sides: 400 },
  basicShippingFee: { area: 1, code: 'A', start: 1000, end: 2000, fee: null, sides: null },
  calculationAddress: { area: 1, origin: '1000004', destination: 'All', code: 'A' },
  volumeFee: { area: 1, code: 'All', start: 0, end: 30_000, fee: 0 },
  remoteFee: { place: '1000004', shopGroup: -1, fixed: 1, ppm: null, min: null, max: null, name: 'Island', of: '' },
  codFee: {
    place: 'All',
    shopGroup: 0,
    fixed: null,
    ppm: 20_000,
    min: 1,
    max: 2,
    name: 'Cash',
    of: 'orderValue, codAmount',
  },
  priceListWeightRule: {
    sizeRounding: 3,
    divisor: 5000,
    cubic: 2,
    threshold: 5000,
    step: 1000,
    rounding: 3,
    tolerance: 300,
    minimum: 1000,
    bound: 2,
    tiers: true,
  },
};

describe('rows of files imported into drafts', () => {
  it.each(IMPORT_KINDS)('the row of a %s file survives a round trip through a version’s row', kind => {
    const { key, row } = rowOfCells(kind, CELLS[kind]);
    expect(key).not.toBe('');
    expect(cellsOfRow(kind, row)).toEqual(CELLS[kind]);
    expect(importRowProblem(kind, CELLS[kind], 'BR')).toBeNull();
  });

  it('a kind of file excludes rows of other kinds of files', () => {
    expect(cellsOfRow('routeCode', rowOfCells('zoneCode', CELLS.zoneCode).row)).toBeNull();
    expect(cellsOfRow('cepZoneCode', rowOfCells('calculationAddress', CELLS.calculationAddress).row)).toBeNull();
    expect(cellsOfRow('codFee', rowOfCells('remoteFee', CELLS.remoteFee).row)).toBeNull();
  });

  it('a new fee gets the name and base that belong to its kind of file', () => {
    const { name: _name, of: _of, ...cod } = CELLS.codFee;
    expect(rowOfCells('codFee', cod).row).toMatchObject({ name: 'COD fee', of: ['codAmount'] });
    expect(rowOfCells('remoteFee', { place: 'All', fixed: 1, name: '', of: '' }).row).toMatchObject({
      name: 'Remote fee',
      of: [],
    });
  });

  it('an empty fee in a file is not the same as 0', () => {
    expect(rowOfCells('basicShippingFee', CELLS.basicShippingFee).row).toMatchObject({ fee: null });
    expect(rowOfCells('volumeFee', CELLS.volumeFee).row).toMatchObject({ fee: 0 });
  });

  it.each<[ImportKind, Cells, string, string]>([
    [
      'basicShippingFee',
      { start: 5000, end: 5000 },
      'start',
      'Start weight should be greater than end weight, found [5, 5)',
    ],
    ['volumeFee', { start: 2, end: 1 }, 'start', 'the start 2 must be below the end 1'],
    ['zoneCode', { code: 'A/B' }, 'code', 'the code "A/B" has a "/"'],
    ['calculationAddress', { origin: 'Jawa' }, 'origin', '"Jawa" is not All, a country\'s code, a location\'s ID'],
    ['cepZoneCode', { cepRange: '01319999-01310000' }, 'cepRange', 'is not a CEP range'],
    ['codFee', { fixed: null, ppm: null }, 'fixed', 'the fee has neither an amount nor a percentage'],
    ['codFee', { ppm: 1, min: 2, max: 1 }, 'min', 'the minimum is above the maximum'],
    ['remoteFee', { min: 2, max: 1 }, 'min', 'the minimum is above the maximum'],
    ['zoneCode', { code: 'all' }, 'code', 'the code "all" means every zone and route'],
    ['volumeFee', { code: 'all' }, 'code', '"all" is not a code: write All for every zone and route'],
    ['codFee', { fixed: null, ppm: 1, min: 2, max: 1 }, 'min', 'the fee: the minimum is above the maximum'],
    [
      'priceListWeightRule',
      { ...CELLS.priceListWeightRule, tolerance: 1000 },
      'tolerance',
      'The tolerance (1000 g) must be below the step (1000 g)',
    ],
  ])('a row of a %s file is refused for %o', (kind, cells, field, problem) => {
    expect(importRowProblem(kind, cells, 'BR')).toMatchObject({
      field,
      problem: expect.stringContaining(problem) as string,
    });
  });

  it('missing cells are not validated, because a blank keeps the existing value', () => {
    for (const kind of IMPORT_KINDS) expect(importRowProblem(kind, {}, 'BR')).toBeNull();
    expect(importRowProblem('codFee', { ppm: 1, min: 2 }, 'BR')).toBeNull();
  });

  it.each<[ImportKind, Cells, string]>([
    ['cepZoneCode', { cepRange: '01310000-01319999', origin: 'All', code: 'A' }, 'cepRange'],
    ['calculationAddress', { origin: 'All', destination: '01310000-01319999', code: 'A' }, 'destination'],
    ['originDestCode', { origin: 'All', destination: '01310000-01319999', code: 'A' }, 'destination'],
    ['remoteFee', { place: '01310000-01319999' }, 'place'],
    ['codFee', { place: '01310000-01319999' }, 'place'],
  ])('a row of a %s file with CEPs is refused in every country except Brazil', (kind, cells, field) => {
    for (const country of COUNTRY_CODES.filter(code => code !== 'BR'))
      expect(importRowProblem(kind, cells, country)).toMatchObject({
        field,
        problem: expect.stringContaining(`${COUNTRIES[country].name} has no CEPs`) as string,
      });
    expect(importRowProblem(kind, cells, 'BR')).toBeNull();
  });

  it('the message about a place does not offer a CEP range in a country without CEPs', () => {
    expect(importRowProblem('calculationAddress', { destination: 'Jawa' }, 'ID')).toEqual({
      field: 'destination',
      problem: '"Jawa" is not All, a country\'s code or a location\'s ID',
    });
  });
});
