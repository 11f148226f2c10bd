import { readCepRange } from '../cdt/cepRange.ts';
import { hasCepRanges } from '../cdt/levels.ts';
import { COUNTRIES, type Country } from '../country.ts';
import type { Problem } from '../problem.ts';
import { percentFeeProblem } from './percentFee.ts';
import {
  areaCodeProblem,
  BASES,
  EVERYWHERE,
  isEverywhere,
  isPlaceName,
  mayHaveCeps,
  noCeps,
  keyOfPart,
  type AddressRow,
  type AreaKind,
  type AreaName,
  type ExtraFeeRow,
  type FeeRow,
  type Part,
  type PartRow,
  type VolumeFeeRow,
} from './rows.ts';
import { boundsText } from './weightRanges.ts';
import { weightRuleProblem, type WeightRule } from './weightRule.ts';

/**
 * Files that import rows into a draft of a rate table (TASK-1, RATE-13, RATE-16, G94). Converts between the cells of
 * each kind of file and the rows of a version, and defines the rules between the cells of a row. In every kind of file,
 * a row also has cells for channel and version.
 */

export const IMPORT_KINDS = [
  'zoneCode',
  'routeCode',
  'originDestCode',
  'cepZoneCode',
  'priceListEnhanced',
  'priceListWeightRule',
  'basicShippingFee',
  'calculationAddress',
  'volumeFee',
  'remoteFee',
  'codFee',
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * The values of cells: amounts in e5, weights in grams, lengths in millimeters, shares in ppm; a choice is represented
 * by its number.
 */
export type Cells = Readonly<Record<string, number | string | boolean | null | undefined>>;

const nameOf = (cell: unknown): string => (text(cell) === EVERYWHERE ? '' : text(cell));
const cellOf = (name: string): string => (name === '' ? EVERYWHERE : name);

/** The choices in files for whether fees are by zone or by route. */
export const AREA_CHOICES = [
  { value: 1, label: 'Zone' },
  { value: 2, label: 'Route' },
] as const;
const areaOf = (value: unknown): AreaKind => (value === 2 ? 'route' : 'zone');
const areaValue = (kind: AreaKind): 1 | 2 => (kind === 'route' ? 2 : 1);

/** The choices of a weight rule, numbered from 1 in this order. */
export const RULE_CHOICES = {
  sizeRounding: [
    ['none', 'None'],
    ['nearest', 'Nearest'],
    ['up', 'Up'],
  ],
  cubic: [
    ['always', 'Always'],
    ['above', 'Above threshold'],
    ['half', 'Half'],
    ['never', 'Never'],
  ],
  rounding: [
    ['up', 'Up'],
    ['nearest', 'Nearest'],
    ['tolerance', 'Tolerance'],
  ],
  bound: [
    ['above', 'Range above'],
    ['below', 'Range below'],
  ],
} as const satisfies {
  [K in 'sizeRounding' | 'cubic' | 'rounding' | 'bound']: readonly (readonly [WeightRule[K], string])[];
};
type RuleChoice = keyof typeof RULE_CHOICES;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const amount = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const whole = (value: unknown, none = 0): number => (typeof value === 'number' ? value : none);

/** How a file's rows correspond to the rows of a version, for one kind of file. */
interface KindOfFile<P extends Part = Part> {
  /** The part of a version to which the rows belong. */
  part: P;
  row: (cells: Cells) => PartRow<P>;
  cells: (row: PartRow<P>) => Cells;
  /** Whether this kind of file includes a given row of the part. */
  has: (row: PartRow<P>) => boolean;
}

const names = (kind: AreaKind): KindOfFile<'names'> => ({
  part: 'names',
  row: ({ code, name }) => ({ kind, code: text(code), name: text(name) }),
  cells: ({ code, name }: AreaName) => ({ code, name }),
  has: row => row.kind === kind,
});

const fees: KindOfFile<'fees'> = {
  part: 'fees',
  row: cells => ({
    kind: areaOf(cells['area']),
    code: text(cells['code']),
    start: whole(cells['start']),
    end: whole(cells['end']),
    fee: amount(cells['fee']),
    sides: amount(cells['sides']),
  }),
  cells: ({ kind, code, start, end, fee, sides }: FeeRow) => ({
    area: areaValue(kind),
    code,
    start,
    end,
    fee,
    sides,
  }),
  has: () => true,
};

/** Parses the bases of a percentage from a cell such as "base, remote". */
const basesOf = (cell: unknown): ExtraFeeRow['of'] => {
  const words = text(cell).split(', ');
  return BASES.filter(basis => words.includes(basis));
};

/**
 * Files with remote and COD fees have no columns for a fee's name and the base of its percentage: an existing fee keeps
 * its own, and a new one gets the given ones.
 */
const extra = (type: 'remote' | 'cod', name: string, of: ExtraFeeRow['of']): KindOfFile<'extraFees'> => ({
  part: 'extraFees',
  row: ({ place, shopGroup, fixed, ppm, min, max, ...kept }) => {
    const known = basesOf(kept['of']);
    return {
      type,
      code: type,
      name: text(kept['name']) || name,
      place: nameOf(place),
      shopGroup: whole(shopGroup),
      fixed: amount(fixed),
      ppm: amount(ppm),
      min: amount(min),
      max: amount(max),
      of: known.length > 0 || amount(ppm) === null ? known : of,
    };
  },
  cells: ({ place, shopGroup, fixed, ppm, min, max, ...kept }: ExtraFeeRow) => ({
    place: cellOf(place),
    shopGroup,
    fixed,
    ppm,
    min,
    max,
    name: kept.name,
    of: kept.of.join(', '),
  }),
  has: row => row.type === type && row.code === type,
});

const addresses = (
  kind: AreaKind | null,
  ends: Pick<KindOfFile<'addresses'>, 'has'> & {
    read: (cells: Cells) => Pick<AddressRow, 'origin' | 'destination'>;
    write: (row: AddressRow) => Cells;
  },
): KindOfFile<'addresses'> => ({
  part: 'addresses',
  row: cells => ({ kind: kind ?? areaOf(cells['area']), ...ends.read(cells), code: text(cells['code']) }),
  cells: row => ({ ...(kind === null ? { area: areaValue(row.kind) } : {}), ...ends.write(row), code: row.code }),
  has: row => (kind === null || row.kind === kind) && ends.has(row),
});

const BOTH_ENDS = {
  read: (cells: Cells) => ({
    origin: nameOf(cells['origin']),
    destination: nameOf(cells['destination']),
  }),
  write: ({ origin, destination }: AddressRow): Cells => ({
    origin: cellOf(origin),
    destination: cellOf(destination),
  }),
  has: () => true,
};

/** All kinds of files except that of the weight rule, which is not a row. */
const KINDS: { readonly [K in Exclude<ImportKind, 'priceListWeightRule'>]: KindOfFile } = {
  zoneCode: names('zone') as unknown as KindOfFile,
  routeCode: names('route') as unknown as KindOfFile,
  originDestCode: addresses('route', BOTH_ENDS) as unknown as KindOfFile,
  cepZoneCode: addresses('zone', {
    read: cells => ({ origin: nameOf(cells['origin']), destination: text(cells['cepRange']) }),
    write: ({ origin, destination }) => ({ origin: cellOf(origin), cepRange: destination }),
    has: ({ destination }) => readCepRange(destination) !== null,
  }) as unknown as KindOfFile,
  calculationAddress: addresses(null, BOTH_ENDS) as unknown as KindOfFile,
  priceListEnhanced: fees as unknown as KindOfFile,
  basicShippingFee: fees as unknown as KindOfFile,
  volumeFee: {
    part: 'volumeFees',
    row: (cells: Cells): VolumeFeeRow => ({
      kind: areaOf(cells['area']),
      code: nameOf(cells['code']),
      start: whole(cells['start']),
      end: whole(cells['end']),
      fee: amount(cells['fee']),
    }),
    cells: ({ kind, code, start, end, fee }: VolumeFeeRow) => ({
      area: areaValue(kind),
      code: cellOf(code),
      start,
      end,
      fee,
    }),
    has: () => true,
  } as unknown as KindOfFile,
  remoteFee: extra('remote', 'Remote fee', ['base']) as unknown as KindOfFile,
  codFee: extra('cod', 'COD fee', ['codAmount']) as unknown as KindOfFile,
};

/** The key under which imports record a version's weight rule; each version has exactly one. */
export const WEIGHT_RULE_KEY = 'weightRule';

/** The part of a version that a kind of file changes. */
export const partOf = (kind: ImportKind): Part | 'settings' =>
  kind === 'priceListWeightRule' ? 'settings' : KINDS[kind].part;

/**
 * Converts a file's row to a row of the version, with its key. For a weight rule file, the rule is returned instead.
 */
export function rowOfCells(kind: ImportKind, cells: Cells): { key: string; row: PartRow<Part> | WeightRule } {
  if (kind === 'priceListWeightRule') return { key: WEIGHT_RULE_KEY, row: ruleOfCells(cells) };
  const { part, row } = KINDS[kind];
  const made = row(cells);
  return { key: keyOfPart(part, made), row: made };
}

/** Converts a version's row to cells; null if this kind of file does not include the row. */
export function cellsOfRow(kind: ImportKind, row: PartRow<Part> | WeightRule): Cells | null {
  if (kind === 'priceListWeightRule') return cellsOfRule(row as WeightRule);
  const { cells, has } = KINDS[kind];
  return has(row as PartRow<Part>) ? cells(row as PartRow<Part>) : null;
}

const chosen = <K extends RuleChoice>(name: K, value: unknown): WeightRule[K] =>
  (RULE_CHOICES[name][whole(value, 1) - 1] ?? RULE_CHOICES[name][0])[0] as WeightRule[K];

export function ruleOfCells(cells: Cells): WeightRule {
  return {
    sizeRounding: chosen('sizeRounding', cells['sizeRounding']),
    divisor: whole(cells['divisor']),
    cubic: chosen('cubic', cells['cubic']),
    threshold: whole(cells['threshold']),
    step: whole(cells['step']),
    rounding: chosen('rounding', cells['rounding']),
    tolerance: whole(cells['tolerance']),
    minimum: whole(cells['minimum']),
    bound: chosen('bound', cells['bound']),
    tiers: cells['tiers'] === true || cells['tiers'] === 1,
  };
}

function cellsOfRule(rule: WeightRule): Cells {
  const { divisor, threshold, step, tolerance, minimum, tiers } = rule;
  const numbers = Object.fromEntries(
    (Object.keys(RULE_CHOICES) as RuleChoice[]).map(name => [
      name,
      RULE_CHOICES[name].findIndex(([value]) => value === rule[name]) + 1,
    ]),
  );
  return { ...numbers, divisor, threshold, step, tolerance, minimum, tiers };
}

/** A blank cell in a file leaves the value unchanged, so a fee can be validated only if both cells are filled in. */
const fixedAndShare = ({ fixed, ppm }: Cells): boolean => fixed !== undefined && ppm !== undefined;

/** Validates an area's code. Files have exactly one word for every area, so that each row has a unique key. */
function codeProblem(kind: ImportKind, code: string): string | null {
  if (kind !== 'volumeFee' || !isEverywhere(code)) return areaCodeProblem(code);
  return code === '' || code === EVERYWHERE
    ? null
    : `"${code}" is not a code: write ${EVERYWHERE} for every zone and route without rows of its own`;
}

/** Validates the cells that name places or CEPs. An origin is checked again by the server, which knows its country. */
function placeProblem(cells: Cells, country: Country): Problem | null {
  const given = (name: string) => cells[name] !== undefined && cells[name] !== null;
  const ceps = hasCepRanges(country);
  for (const field of ['origin', 'destination', 'place']) {
    const name = nameOf(cells[field]);
    if (!given(field)) continue;
    if (!isPlaceName(name))
      return {
        field,
        problem: ceps
          ? `"${name}" is not ${EVERYWHERE}, a country's code, a location's ID or a CEP range such as 01310000-01319999`
          : `"${name}" is not ${EVERYWHERE}, a country's code or a location's ID`,
      };
    if (field !== 'origin' && readCepRange(name) !== null && !mayHaveCeps(field, { country }))
      return { field, problem: noCeps(name, country) };
  }
  if (!given('cepRange')) return null;
  const range = text(cells['cepRange']);
  if (!ceps)
    return {
      field: 'cepRange',
      problem: `${COUNTRIES[country].atStart} has no CEPs. Import zones by location as calculation addresses instead`,
    };
  return readCepRange(range) === null
    ? { field: 'cepRange', problem: `"${range}" is not a CEP range such as 01310000-01319999` }
    : null;
}

/**
 * Validates the cells of a row in combination; missing cells are not checked.
 * @param country the country of the rate table
 */
export function importRowProblem(kind: ImportKind, cells: Cells, country: Country): Problem | null {
  const given = (name: string) => cells[name] !== undefined && cells[name] !== null;
  const wrongCode = codeProblem(kind, text(cells['code']));
  if (wrongCode !== null) return { field: 'code', problem: wrongCode };
  const wrongPlace = placeProblem(cells, country);
  if (wrongPlace !== null) return wrongPlace;
  const { start, end } = cells;
  if (typeof start === 'number' && typeof end === 'number' && start >= end)
    return kind === 'volumeFee'
      ? { field: 'start', problem: `the start ${start} must be below the end ${end}` }
      : { field: 'start', problem: `Start weight should be greater than end weight, found ${boundsText(start, end)}` };
  if ((kind === 'remoteFee' || kind === 'codFee') && fixedAndShare(cells)) {
    const { fixed, ppm, min, max } = cells;
    const problem = percentFeeProblem('the fee', {
      fixed: amount(fixed),
      ppm: amount(ppm),
      min: amount(min),
      max: amount(max),
    });
    return problem && { field: problem.field, problem: problem.message };
  }
  const { min, max } = cells;
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    return { field: 'min', problem: 'the minimum is above the maximum' };
  if (kind !== 'priceListWeightRule' || !given('divisor') || !given('step')) return null;
  const wrong = weightRuleProblem(ruleOfCells(cells));
  return wrong && { field: wrong.field, problem: wrong.message };
}
