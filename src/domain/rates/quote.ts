import { hasCepRanges } from '../cdt/levels.ts';
import type { Currency } from '../currency.ts';
import type { End } from '../leadTime.ts';
import { roundTo, TooLargeError } from './money.ts';
import { percentFeeOf, percentFeeWords, type PercentFee } from './percentFee.ts';
import { missing, type Missing } from './quoteMissing.ts';
import { addressWords, feeWords, placeLabelOf, tierWords, volumeWords, type PlaceLabel } from './quoteWords.ts';
import { extraFeeProblem } from './rowRules.ts';
import {
  BASES,
  BASIS_WORDS,
  EXTRA_TYPES,
  rowRef,
  type Basis,
  type ExtraType,
  type FeeLine,
  type RowRef,
} from './rows.ts';
import type { Hit, Places, RateTable } from './table.ts';
import { vatOf, vatWords } from './vat.ts';
import {
  chargedGrams,
  MOST_GRAMS,
  MOST_MILLIMETERS,
  needsSides,
  roundedSides,
  volumeOf,
  weightWords,
  type Sides,
} from './weightRule.ts';

/**
 * The cost of a parcel under a version of a rate table: a pure function used by screens, the worker, the server and
 * reconciliation (issue 29, 4). The lines are in the order of study 1 d 6, each with the row that determined it. If no
 * row applies, the result is `missing`, which is not treated as an error.
 */

/** ESF is estimated from the seller's declared values; ASF is based on measured values. */
export type QuoteKind = 'esf' | 'asf';

export interface Measures {
  readonly grams: number | null;
  /** The lengths of the three sides, in millimeters. */
  readonly sides: Sides | null;
}

/** A parcel to quote; amounts are in e5 of `currency`. */
export interface Parcel {
  readonly origin: End;
  readonly destination: End;
  readonly declared: Measures;
  readonly measured: Measures;
  readonly orderValue: number | null;
  /** The amount collected on delivery; null if the parcel is prepaid. */
  readonly cod: number | null;
  /** Null if the shop is not in a group. */
  readonly shopGroup: number | null;
  /**
   * The currency of the order value and the COD amount; if omitted, that of the version. Amounts in another currency
   * are never used as if they were in the version's: a fee that is a share of them is missing.
   */
  readonly currency?: Currency;
  /**
   * The code of a zone or route that replaces the one determined by origin and destination. Reconciliation uses it to
   * compute our own quote with the zone stated on a bill.
   */
  readonly area?: string;
}

export type LineKind = 'place' | 'weight' | FeeLine | 'vat' | 'rounding';

export interface Line {
  readonly kind: LineKind;
  readonly label: string;
  /** The amount in e5; null for a line that only determines something and has no amount of its own. */
  readonly amount: number | null;
  /** The row that determined the line; null if none did. */
  readonly row: RowRef | null;
  /** The calculation of the amount, in words. */
  readonly words: string;
}

export interface Quote {
  readonly kind: QuoteKind;
  /** Amounts in e5; net + tax = total. All three are null if an input is missing. */
  readonly net: number | null;
  readonly tax: number | null;
  readonly total: number | null;
  /** The zone or route, and the charged weight, if known. */
  readonly area: string | null;
  readonly grams: number | null;
  readonly missing: Missing | null;
  /** Empty unless requested, because batches do not need lines. */
  readonly lines: readonly Line[];
}

/** How a quote is put into words. */
export interface Explain {
  /** Labels places, given their names in rows. */
  readonly placeLabel?: PlaceLabel;
  /** False if only a missing price is put into words, which is faster for many parcels. */
  readonly lines?: boolean;
}

/** Whether cash is collected for a parcel: an empty or zero amount means that it is not a COD order. */
export const isCod = ({ cod }: Pick<Parcel, 'cod'>): boolean => cod !== null && cod > 0;

/** Why a parcel cannot be quoted; null if it can. */
export function parcelProblem({ declared, measured, orderValue, cod, shopGroup }: Parcel): string | null {
  const whole = (value: number | null, least: number, most: number) =>
    value === null || (Number.isSafeInteger(value) && value >= least && value <= most);
  for (const [name, { grams, sides }] of [
    ['declared', declared],
    ['measured', measured],
  ] as const) {
    if (!whole(grams, 0, MOST_GRAMS)) return `The ${name} weight must be whole grams from 0 to ${MOST_GRAMS}`;
    if (sides && !sides.every(side => whole(side, 1, MOST_MILLIMETERS)))
      return `The ${name} sizes must be whole millimeters from 1 to ${MOST_MILLIMETERS}`;
  }
  if (!whole(orderValue, 0, Number.MAX_SAFE_INTEGER)) return 'The order value must be an amount of at least 0';
  if (!whole(cod, 0, Number.MAX_SAFE_INTEGER)) return 'The COD amount must be an amount of at least 0';
  return whole(shopGroup, 0, Number.MAX_SAFE_INTEGER) ? null : 'The shop group must be a whole number of at least 0';
}

/** Both quotes for a parcel under one version, ESF and ASF. */
export const quoteBoth = (table: RateTable, parcel: Parcel, explain: Explain | null = null) => ({
  esf: quote(table, 'esf', parcel, explain),
  asf: quote(table, 'asf', parcel, explain),
});

/**
 * Quotes a parcel.
 * @param explain if omitted, no lines are created, which is faster for many parcels
 * @throws RangeError for a parcel that `parcelProblem` rejects
 */
export function quote(table: RateTable, kind: QuoteKind, parcel: Parcel, explain: Explain | null = null): Quote {
  const problem = parcelProblem(parcel);
  if (problem) throw new RangeError(problem);
  return new Quoting(table, kind, parcel, explain).run();
}

class Quoting {
  private readonly lines: Line[] = [];
  private readonly amounts: Record<Basis, number>;
  private readonly destination: Places;
  private area = -1;
  private grams: number | null = null;
  private sides: Sides | null = null;
  /** The line whose amount was computed last. */
  private computed: FeeLine = 'base';
  /** Whether lines are created. */
  private readonly explained: boolean;

  constructor(
    private readonly table: RateTable,
    private readonly kind: QuoteKind,
    private readonly parcel: Parcel,
    private readonly explain: Explain | null,
  ) {
    this.explained = explain !== null && explain.lines !== false;
    this.destination = table.placesOf(parcel.destination);
    this.amounts = { base: 0, volume: 0, remote: 0, cepRisk: 0, cod: 0, additional: 0, fuel: 0 } as Record<
      Basis,
      number
    >;
    this.amounts.orderValue = parcel.orderValue ?? 0;
    this.amounts.codAmount = parcel.cod ?? 0;
  }

  run(): Quote {
    let stopped: Missing | null;
    let sums: Pick<Quote, 'net' | 'tax' | 'total'> = { net: null, tax: null, total: null };
    try {
      stopped = this.lineByLine();
      if (!stopped) sums = this.sums();
    } catch (error) {
      // If a parcel's amounts cannot be computed exactly, its result says so, so that a batch or file can continue with
      // other parcels.
      if (!(error instanceof TooLargeError)) throw error;
      stopped = missing.tooLarge(this.computed, this.table.settings.currency);
    }
    const area = this.table.columns.areas[this.area]?.code ?? null;
    return { kind: this.kind, ...sums, area, grams: this.grams, missing: stopped, lines: this.lines };
  }

  private lineByLine(): Missing | null {
    return (
      this.place() ??
      this.weigh() ??
      this.base() ??
      this.volume() ??
      this.extra('remote') ??
      this.cepRisk() ??
      this.extra('cod') ??
      this.extra('additional') ??
      this.extra('fuel')
    );
  }

  private add(kind: LineKind, label: string, amount: number | null, row: RowRef | null, words: string): void {
    this.lines.push({ kind, label, amount, row, words });
  }

  private place(): Missing | null {
    const { table, parcel } = this;
    const by = table.settings[this.kind === 'esf' ? 'esfArea' : 'asfArea'];
    const { row, other } = table.addressOf(by, table.placesOf(parcel.origin), this.destination);
    const label = placeLabelOf(this.explain);
    if (parcel.area !== undefined) return this.givenArea(parcel.area, by, label);
    if (row < 0) return missing.place(by, parcel.origin, parcel.destination, label);
    const address = table.addressRow(row);
    if (other >= 0) return missing.twoAddresses(by, address, table.addressRow(other), label);
    this.area = table.columns.addresses.area[row] as number;
    const area = table.columns.areas[this.area];
    if (!area) return missing.place(by, parcel.origin, parcel.destination, label);
    if (this.explained)
      this.add(
        'place',
        by === 'zone' ? 'Zone' : 'Route',
        null,
        rowRef('addresses', address),
        addressWords(address, area, label),
      );
    return null;
  }

  private givenArea(code: string, by: 'zone' | 'route', label: PlaceLabel): Missing | null {
    const { table, parcel } = this;
    this.area = table.columns.areas.findIndex(area => area.kind === by && area.code === code);
    if (this.area < 0) return missing.place(by, parcel.origin, parcel.destination, label);
    if (this.explained) this.add('place', by === 'zone' ? 'Zone' : 'Route', null, null, `${by} ${code}, as given`);
    return null;
  }

  private weigh(): Missing | null {
    const { weightRule } = this.table.settings;
    const name = this.kind === 'esf' ? 'declared' : 'measured';
    const { grams, sides } = this.parcel[name];
    if (grams === null) return missing.input('weight', `no ${name} weight`);
    if (needsSides(weightRule) && sides === null)
      return missing.input('weight', `no ${name} sizes, which the weight rule requires`);
    this.sides = sides && roundedSides(sides, weightRule);
    this.grams = chargedGrams(grams, sides, weightRule);
    if (this.explained)
      this.add(
        'weight',
        'Weight',
        null,
        { part: 'settings', key: 'weightRule' },
        weightWords(grams, sides, weightRule),
      );
    return null;
  }

  private base(): Missing | null {
    const { table, area } = this;
    const grams = this.grams as number;
    const { bound, tiers } = table.settings.weightRule;
    const sum = tiers && this.sides ? this.sides[0] + this.sides[1] + this.sides[2] : null;
    const { row, other } = table.feeAt(area, grams, sum);
    if (row < 0) return missing.fee(table, area, grams, sum);
    const fee = table.columns.fees.fee[row] as number;
    if (other >= 0) return missing.twoFees(table.feeRow(row), table.feeRow(other), grams);
    const isLowest = row === table.feesOf(area)[0];
    if (Number.isNaN(fee)) return missing.emptyFee(table.feeRow(row), bound, isLowest);
    this.amounts.base = fee;
    if (this.explained) {
      const rowFee = table.feeRow(row);
      const byWeight = sum === null || table.feeAt(area, grams, null).row === row;
      const words = feeWords(rowFee, { bound, isLowest }, table.settings.currency) + tierWords(rowFee, sum, byWeight);
      this.add('base', 'Base fee', fee, rowRef('fees', rowFee), words);
    }
    return null;
  }

  private volume(): Missing | null {
    const { table, area } = this;
    if (!table.hasVolumes(area)) return null;
    if (this.sides === null) return missing.input('volume', 'no sizes, which the volume fee requires');
    const volume = volumeOf(this.sides);
    const { row, other } = table.volumeAt(area, volume);
    if (row < 0) return null;
    const rowFee = table.volumeFeeRow(row);
    if (other >= 0) return missing.twoVolumeFees(rowFee, table.volumeFeeRow(other), volume);
    if (rowFee.fee === null) return missing.emptyVolumeFee(rowFee);
    this.amounts.volume = rowFee.fee;
    if (this.explained)
      this.add(
        'volume',
        'Volume fee',
        rowFee.fee,
        rowRef('volumeFees', rowFee),
        volumeWords(rowFee, volume, table.settings.currency),
      );
    return null;
  }

  /**
   * Adds remote, COD, additional and fuel fees. If the version has COD fees, one of them must match a COD parcel; for
   * the other types, no fee is charged if none matches.
   */
  private extra(type: ExtraType): Missing | null {
    if (type === 'cod' && !isCod(this.parcel)) return null;
    for (const found of this.table.extrasAt(type, this.destination, this.parcel.shopGroup)) {
      if (found.row < 0 && type === 'cod') return missing.codFee(this.parcel.shopGroup);
      const stopped = found.row < 0 ? null : this.charge(type, found);
      if (stopped) return stopped;
    }
    return null;
  }

  private charge(type: (typeof EXTRA_TYPES)[number], { row, other }: Hit): Missing | null {
    const fee = this.table.extraFeeRow(row);
    const ref = rowRef('extraFees', fee);
    if (other >= 0) return missing.twoExtras(fee, this.table.extraFeeRow(other));
    const problem = extraFeeProblem(fee.name, fee);
    if (problem) return missing.extraFee(fee, problem.message);
    return this.percentFee(type, fee.name, fee, fee.of, ref);
  }

  private cepRisk(): Missing | null {
    const { table } = this;
    const { cep, country } = this.parcel.destination;
    if (cep === undefined)
      return hasCepRanges(country) && table.hasCepRisk
        ? missing.input('cepRisk', 'no destination CEP, on which the CEP risk addition depends')
        : null;
    const { row, other } = table.cepRangeAt(Number(cep));
    if (row < 0) return null;
    const range = table.cepRangeRow(row);
    if (other >= 0) return missing.twoCepRanges(range, table.cepRangeRow(other), cep);
    const level = table.levelOf(range.level);
    if (!level || level.ppm === null) return missing.cepLevel(range);
    return this.percentFee(
      'cepRisk',
      `CEP risk level ${range.level}`,
      { ...level, fixed: null },
      ['orderValue'],
      rowRef('cepRanges', range),
    );
  }

  private percentFee(kind: FeeLine, label: string, fee: PercentFee, of: readonly Basis[], row: RowRef): Missing | null {
    const { currency } = this.table.settings;
    this.computed = kind;
    // A share of 0 needs no base.
    if (fee.ppm !== null && fee.ppm > 0 && of.includes('orderValue') && this.parcel.orderValue === null)
      return missing.input(kind, `no order value, of which ${label} is a share`);
    const foreign = this.foreignAmount(of);
    if (fee.ppm !== null && fee.ppm > 0 && foreign !== undefined)
      return missing.foreignAmount(kind, label, foreign, this.parcel.currency ?? currency, currency);
    const base = of.reduce((sum, one) => sum + this.amounts[one], 0);
    const amount = percentFeeOf(fee, base, currency);
    this.amounts[kind] += amount;
    if (this.explained) {
      const names = BASES.filter(one => of.includes(one)).map(one => BASIS_WORDS[one]);
      this.add(kind, label, amount, row, percentFeeWords(fee, base, names.join(' + '), currency));
    }
    return null;
  }

  /**
   * The first of the fee's bases that is an amount of the parcel in a currency other than the version's; undefined if
   * there is none.
   */
  private foreignAmount(of: readonly Basis[]): 'orderValue' | 'codAmount' | undefined {
    const { currency = this.table.settings.currency } = this.parcel;
    if (currency === this.table.settings.currency) return undefined;
    return (['orderValue', 'codAmount'] as const).find(one => of.includes(one) && this.amounts[one] > 0);
  }

  private sums(): { net: number; tax: number; total: number } {
    const { amounts } = this;
    const { vat, taxable, currency } = this.table.settings;
    const all =
      amounts.base +
      amounts.volume +
      amounts.remote +
      amounts.cepRisk +
      amounts.cod +
      amounts.additional +
      amounts.fuel;
    const base = taxable.reduce((sum, line) => sum + amounts[line], 0);
    const { tax, total: taxed } = vatOf(base, vat, currency);
    const total = roundTo(all - base + taxed, currency);
    if (this.explained) {
      // Tax that is already included in the fees is not added again.
      const added = vat.mode === 'inclusive' ? null : tax;
      this.add('vat', 'VAT', added, { part: 'settings', key: 'vat' }, vatWords(base, vat, currency));
      const rest = total - all - (added ?? 0);
      if (rest !== 0) this.add('rounding', 'Rounding', rest, null, `to an amount that can be paid in ${currency}`);
    }
    return { net: total - tax, tax, total };
  }
}
