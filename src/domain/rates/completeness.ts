import { readCepRange } from '../cdt/cepRange.ts';
import type { Country } from '../country.ts';
import type { End } from '../leadTime.ts';
import { eachInSteps, finish, sortedInSteps, type Steps } from '../steps.ts';
import { CodeRanges } from './codeRanges.ts';
import { columnsInSteps, type Area } from './columns.ts';
import { areaWords, endName, type PlaceLabel } from './quoteWords.ts';
import { cepLevelProblem, cepProblemOf, extraFeeProblem } from './rowRules.ts';
import {
  cepText,
  isPlaceName,
  KEYS,
  keyOfPart,
  PARTS,
  rowRef,
  SHOP_GROUP,
  type ExtraFeeRow,
  type FeeRow,
  type Part,
  type PartRow,
  type RateRows,
  type RowRef,
  type VolumeFeeRow,
} from './rows.ts';
import { RateTable } from './table.ts';
import { vatProblem } from './vat.ts';
import { kilograms } from './weightRanges.ts';
import { DEFAULT_WEIGHT_RULE, weightRuleProblem } from './weightRule.ts';

/**
 * Something that is missing from a version (issue 29, 3), with a link to the row to correct. A version with errors
 * cannot be submitted; a version without errors can quote every parcel within its bounds.
 */
export interface Finding {
  readonly level: 'error' | 'warning';
  readonly text: string;
  readonly row: RowRef;
}

/** The places for which a zone or route is required. */
export interface Coverage {
  readonly destinations: readonly End[];
  /** The origins of parcels; for versions by zone, one place for each entity is sufficient. */
  readonly origins: readonly End[];
  readonly country: Country;
  /** The country that the channel's parcels come from; undefined if it is not known. */
  readonly origin?: Country | undefined;
  readonly placeLabel?: PlaceLabel;
  /** Ids of nonexistent locations in rows; omitted if locations are not checked. */
  readonly unknown?: ReadonlySet<string>;
  /** Ids of nonexistent shop groups in rows; omitted if shop groups are not checked. */
  readonly unknownGroups?: ReadonlySet<number>;
}

/** The maximum number of findings of one kind; the last one says how many more there are. */
const MOST_OF_A_KIND = 200;

const error = (row: RowRef, text: string): Finding => ({ level: 'error', text, row });

/** All findings of a version, computed in a single pass: errors first, each kind in row order. */
export const findingsOf = (rows: RateRows, coverage: Coverage): Finding[] => finish(findingsInSteps(rows, coverage));

/** Like `findingsOf`, but pauses every few thousand rows so that a server can handle other requests. */
export function* findingsInSteps(rows: RateRows, coverage: Coverage): Steps<Finding[]> {
  const wrong = [...settingFindings(rows), ...(yield* rowFindings(rows))];
  // Place names that cannot be parsed cannot be looked up, so nothing else is checked.
  if (wrong.length > 0) return limited(wrong);
  const found = [
    ...(yield* areaFindings(rows)),
    ...(yield* feeFindings(rows)),
    ...(yield* volumeFindings(rows)),
    ...(yield* extraFindings(rows)),
    ...(yield* cepFindings(rows)),
    ...(yield* unknownPlaceFindings(rows, coverage)),
    ...(yield* uselessCepFindings(rows, coverage)),
    ...(yield* unknownGroupFindings(rows, coverage)),
  ];
  const places = yield* placeFindings(rows, coverage);
  return [
    ...limited([...found, ...places].filter(({ level }) => level === 'error')),
    ...limited(found.filter(({ level }) => level === 'warning')),
  ];
}

export const isComplete = (findings: readonly Finding[]): boolean => findings.every(({ level }) => level !== 'error');

function limited(findings: Finding[]): Finding[] {
  if (findings.length <= MOST_OF_A_KIND) return findings;
  const rest = findings.length - MOST_OF_A_KIND;
  const first = findings.slice(0, MOST_OF_A_KIND);
  return [...first, { ...(first[0] as Finding), text: `${rest} more findings: fix these first, then check again` }];
}

function settingFindings({ settings }: RateRows): Finding[] {
  const rule = weightRuleProblem(settings.weightRule);
  const vat = vatProblem(settings.vat);
  return [
    ...(rule ? [error({ part: 'settings', key: 'weightRule' }, rule.message)] : []),
    ...(vat ? [error({ part: 'settings', key: 'vat' }, vat)] : []),
  ];
}

/** Rows that prevent a table from being built: unparsable place names, reversed ranges, duplicate keys. */
function* rowFindings(rows: RateRows): Steps<Finding[]> {
  const found: Finding[] = [];
  for (const part of PARTS) {
    const keys = new Set<string>();
    yield* eachInSteps<PartRow<Part>>(rows[part], row => {
      const key = keyOfPart(part, row);
      if (keys.has(key)) found.push(error({ part, key }, `two rows are ${key}: remove one of them`));
      keys.add(key);
    });
  }
  yield* eachInSteps(placesNamed(rows), ([part, key, name]) => {
    if (!isPlaceName(name))
      found.push(error({ part, key }, `"${name}" is not a country, a location's id or a CEP range`));
  });
  for (const part of ['fees', 'volumeFees'] as const)
    yield* eachInSteps<FeeRow | VolumeFeeRow>(rows[part], row => {
      if (!(row.start >= 0 && row.start < row.end))
        found.push(error(rowRef(part, row), `the start ${row.start} must be below the end ${row.end}`));
    });
  yield* eachInSteps(rows.cepRanges, row => {
    if (!(row.from >= 0 && row.from <= row.to))
      found.push(error(rowRef('cepRanges', row), `the CEP range ${cepText(row.from, row.to)} ends before it begins`));
  });
  return found;
}

/** Place names, each with the part and key of the row that contains it. */
function* placesNamed({
  addresses,
  extraFees,
}: Pick<RateRows, 'addresses' | 'extraFees'>): Iterable<[Part, key: string, name: string]> {
  for (const row of addresses) {
    const key = KEYS.addresses(row);
    yield ['addresses', key, row.origin];
    yield ['addresses', key, row.destination];
  }
  for (const row of extraFees) yield ['extraFees', KEYS.extraFees(row), row.place];
}

/** Rows that refer to nonexistent locations, such as mistyped ids, and that therefore never match a parcel. */
function* unknownPlaceFindings(rows: RateRows, { unknown = new Set() }: Coverage): Steps<Finding[]> {
  const found: Finding[] = [];
  yield* eachInSteps(placesNamed(rows), ([part, key, name]) => {
    if (unknown.has(name))
      found.push({
        level: 'warning',
        text: `there is no location ${name}, so this row applies to no parcel`,
        row: { part, key },
      });
  });
  return found;
}

/** Rows about CEPs in a country that has none. A draft gets them only by the copy of a version from before this rule. */
function* uselessCepFindings(rows: RateRows, coverage: Coverage): Steps<Finding[]> {
  const found: Finding[] = [];
  for (const part of ['addresses', 'extraFees', 'cepLevels', 'cepRanges'] as const)
    yield* eachInSteps<PartRow<Part>>(rows[part], row => {
      const problem = cepProblemOf(row, coverage);
      if (problem) found.push({ level: 'warning', text: problem.message, row: { part, key: keyOfPart(part, row) } });
    });
  return found;
}

/** Checks that each zone and route used by quotes has fees. */
function* areaFindings(rows: RateRows): Steps<Finding[]> {
  const { addresses, fees, settings } = rows;
  const used = new Set([settings.esfArea, settings.asfArea]);
  const lastOf = new Map<string, FeeRow>();
  yield* eachInSteps(fees, row => void lastOf.set(`${row.kind}/${row.code}`, row));
  const withWays = new Set<string>();
  const found: Finding[] = [];
  yield* eachInSteps(addresses, row => {
    const key = `${row.kind}/${row.code}`;
    if (row.code === '') found.push(error(rowRef('addresses', row), `an address without its ${row.kind}`));
    else if (!withWays.has(key) && !lastOf.has(key) && used.has(row.kind))
      found.push(error(rowRef('addresses', row), `${areaWords(row)} has no fees`));
    withWays.add(key);
  });
  for (const kind of used)
    if (!addresses.some(row => row.kind === kind))
      found.push(error({ part: 'addresses', key: kind }, `fees are by ${kind}, and no address has a ${kind}`));
  yield* eachInSteps(lastOf, ([key, row]) => {
    if (!withWays.has(key))
      found.push({
        level: 'warning',
        text: `${areaWords(row)} has fees, but no address leads to it`,
        row: rowRef('fees', row),
      });
  });
  return found;
}

/** Pairs each row with the previous row in its area, sorted by start; the first row of an area is paired with null. */
function* withBefore<R extends Pick<FeeRow, 'kind' | 'code' | 'start'>>(rows: readonly R[]): Steps<[R, R | null][]> {
  const areas = new Map<string, R[]>();
  yield* eachInSteps(rows, row => {
    const key = `${row.kind}/${row.code}`;
    const own = areas.get(key);
    if (own) own.push(row);
    else areas.set(key, [row]);
  });
  const pairs: [R, R | null][] = [];
  for (const own of areas.values()) {
    let before: R | null = null;
    for (const row of yield* sortedInSteps(own, (one, other) => one.start - other.start)) {
      pairs.push([row, before]);
      before = row;
    }
  }
  return pairs;
}

/**
 * Finds gaps and overlaps of weight ranges, empty fees, higher tiers that cost less, and fees that decrease as the
 * weight increases.
 */
function* feeFindings({
  fees,
  settings,
}: {
  fees: readonly FeeRow[];
  settings: Pick<RateRows['settings'], 'weightRule'>;
}): Steps<Finding[]> {
  const found: Finding[] = [];
  yield* eachInSteps(yield* withBefore(fees), ([row, before]) => {
    const ref = rowRef('fees', row);
    const name = areaWords(row);
    if (row.fee === null) found.push(error(ref, `${name}: no fee at ${kilograms(row.start)} kg`));
    else if (!(Number.isSafeInteger(row.fee) && row.fee >= 0))
      found.push(error(ref, `${name}: the fee at ${kilograms(row.start)} kg is not an amount`));
    if (!before) return;
    const [end, start] = [kilograms(before.end), kilograms(row.start)];
    if (row.start > before.end) found.push(error(ref, `${name}: no fee between ${end} and ${start} kg`));
    if (row.start < before.end) found.push(error(ref, `${name}: two fees between ${start} and ${end} kg`));
    if (settings.weightRule.tiers && row.sides !== null && (before.sides === null || before.sides > row.sides))
      found.push(error(ref, `${name}: the sum of sides at ${start} kg is below that of the tier before it`));
    if (row.fee !== null && before.fee !== null && row.fee < before.fee)
      found.push({ level: 'warning', text: `${name}: the fee falls at ${start} kg`, row: ref });
  });
  return found;
}

/**
 * Finds what is missing from the fees of a price list, before they are imported into a version (PRICE-3). If the list
 * contains sizes, they are tiers.
 */
export const priceListFindings = (fees: readonly FeeRow[]): Finding[] =>
  finish(
    feeFindings({
      fees,
      settings: { weightRule: { ...DEFAULT_WEIGHT_RULE, tiers: fees.some(({ sides }) => sides !== null) } },
    }),
  );

function* volumeFindings({ volumeFees }: RateRows): Steps<Finding[]> {
  const found: Finding[] = [];
  yield* eachInSteps(yield* withBefore(volumeFees), ([row, before]) => {
    const ref = rowRef('volumeFees', row);
    if (row.fee === null) found.push(error(ref, `no volume fee at ${row.start} cm³`));
    if (before && row.start < before.end)
      found.push(error(ref, `two volume fees between ${row.start} and ${before.end} cm³`));
  });
  return found;
}

/**
 * Finds extra fees without an amount, percentages of lines that are computed later, pairs of fees that apply equally,
 * and shops without a COD fee.
 */
/** Fees of nonexistent shop groups, which therefore never match a parcel. */
function* unknownGroupFindings({ extraFees }: RateRows, { unknownGroups = new Set() }: Coverage): Steps<Finding[]> {
  const found: Finding[] = [];
  yield* eachInSteps(extraFees, row => {
    if (unknownGroups.has(row.shopGroup))
      found.push({
        level: 'warning',
        text: `there is no shop group ${row.shopGroup}, so this row applies to no parcel`,
        row: rowRef('extraFees', row),
      });
  });
  return found;
}

function* extraFindings({ extraFees }: RateRows): Steps<Finding[]> {
  const found: Finding[] = [];
  const alike = new Set<string>();
  yield* eachInSteps(extraFees, row => {
    const ref = rowRef('extraFees', row);
    const problem = extraFeeProblem(row.name, row);
    if (problem) found.push(error(ref, problem.message));
    const place = `${row.type}/${isOneLine(row) ? '' : row.code}/${row.place}/${row.shopGroup}`;
    if (alike.has(place))
      found.push(error(ref, `two rows define the ${row.type} fee of the same place and shop group`));
    alike.add(place);
  });
  const cod = extraFees.filter(({ type }) => type === 'cod');
  const everywhere = cod.some(
    ({ place, shopGroup }) => place === '' && (shopGroup === SHOP_GROUP.default || shopGroup === SHOP_GROUP.fallback),
  );
  if (cod.length > 0 && !everywhere)
    found.push(
      error(rowRef('extraFees', cod[0] as ExtraFeeRow), 'no COD fee for all other places and shop groups (default)'),
    );
  return found;
}

const isOneLine = ({ type }: ExtraFeeRow): boolean => type === 'remote' || type === 'cod';

function* cepFindings({ cepRanges, cepLevels }: RateRows): Steps<Finding[]> {
  const levels = new Map(cepLevels.map(row => [row.level, row]));
  const found: Finding[] = [];
  yield* eachInSteps(cepRanges, row => {
    if ((levels.get(row.level)?.ppm ?? null) === null)
      found.push(error(rowRef('cepRanges', row), `CEP risk level ${row.level} has no percentage`));
  });
  for (const row of cepLevels) {
    const problem = cepLevelProblem(`CEP risk level ${row.level}`, row);
    if (problem) found.push(error(rowRef('cepLevels', row), problem.message));
  }
  const ranges = new CodeRanges(
    cepRanges.map(({ from }) => from),
    cepRanges.map(({ to }) => to),
  );
  for (const pair of ranges.ambiguous()) {
    const [one, other] = pair.map(at => cepRanges[at]!) as [RateRows['cepRanges'][0], RateRows['cepRanges'][0]];
    found.push(error(rowRef('cepRanges', one), twoRanges(cepText(one.from, one.to), cepText(other.from, other.to))));
  }
  return found;
}

const twoRanges = (one: string, other: string): string =>
  `the CEP ranges ${one} and ${other} overlap and are equally wide, so neither is more specific`;

/** Alternative rows, each with the name of the place for which it is chosen. */
function* alternativesOf({
  addresses,
  extraFees,
}: Pick<RateRows, 'addresses' | 'extraFees'>): Iterable<[group: string, name: string, row: RowRef]> {
  for (const row of addresses) {
    const ref = rowRef('addresses', row);
    yield [`destination of a ${row.kind}`, row.destination, ref];
    yield [`origin of a ${row.kind}`, row.origin, ref];
  }
  for (const row of extraFees)
    yield [`${row.type}/${isOneLine(row) ? '' : row.code}`, row.place, rowRef('extraFees', row)];
}

/** Finds pairs of CEP ranges, among alternative rows, of which neither is more specific than the other. */
function* ambiguousFindings(rows: RateRows): Steps<Finding[]> {
  const groups = new Map<string, Map<string, { from: number; to: number; row: RowRef }>>();
  yield* eachInSteps(alternativesOf(rows), ([group, name, row]) => {
    const range = readCepRange(name);
    if (!range) return;
    const own = groups.get(group) ?? new Map<string, { from: number; to: number; row: RowRef }>();
    groups.set(group, own);
    if (!own.has(name)) own.set(name, { ...range, row });
  });
  const found: Finding[] = [];
  for (const own of groups.values()) {
    const names = [...own.keys()];
    const ranges = [...own.values()];
    const pairs = new CodeRanges(
      ranges.map(({ from }) => from),
      ranges.map(({ to }) => to),
    ).ambiguous();
    for (const [one, other] of pairs)
      found.push(error((ranges[one] as { row: RowRef }).row, twoRanges(names[one] as string, names[other] as string)));
  }
  return found;
}

/** Finds places without a zone or route, and pairs of CEP ranges of which neither is more specific. */
function* placeFindings(
  rows: RateRows,
  { destinations, origins, placeLabel: label = name => name }: Coverage,
): Steps<Finding[]> {
  const found: Finding[] = yield* ambiguousFindings(rows);
  yield;
  const table = new RateTable(yield* columnsInSteps(rows));
  const starts = origins.map(end => [end, table.placesOf(end)] as const);
  for (const kind of new Set([rows.settings.esfArea, rows.settings.asfArea]))
    yield* eachInSteps(destinations, destination => {
      const places = table.placesOf(destination);
      const missing = starts.find(([, origin]) => table.addressOf(kind, origin, places).row < 0);
      if (missing)
        found.push(
          error(
            { part: 'addresses', key: `${kind}/${endName(destination)}` },
            `${label(endName(destination))} has no ${kind} for parcels from ${label(endName(missing[0]))}`,
          ),
        );
    });
  return found;
}

/** The lowest and highest weights for which an area has fees; null if it has none. */
export function boundsOf(rows: RateRows, { kind, code }: Pick<Area, 'kind' | 'code'>): [number, number] | null {
  const own = rows.fees.filter(row => row.kind === kind && row.code === code);
  if (own.length === 0) return null;
  return own.reduce(([start, end], row) => [Math.min(start, row.start), Math.max(end, row.end)], [
    Infinity,
    -Infinity,
  ] as [number, number]);
}
