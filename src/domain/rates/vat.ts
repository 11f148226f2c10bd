import type { Currency } from '../currency.ts';
import { amountText, percentText, PPM, shareOf } from './money.ts';

/** VAT of a version (RATE-14, G96; study 1 d 7). It is computed and rounded (half up) only once per quote. */
export interface Vat {
  /**
   * exclusive: VAT is added to the fees. inclusive: the fees already include VAT. inside: VAT is a share of the total
   * that includes it (BR).
   */
  readonly mode: 'exclusive' | 'inclusive' | 'inside';
  /** Parts per million: 80000 is 8 %. */
  readonly ppm: number;
}

export interface VatAmounts {
  /** The amount without tax, the tax, and the total, in e5: net + tax = total. */
  readonly net: number;
  readonly tax: number;
  readonly total: number;
}

/** What is wrong with a VAT setting; null if it is valid. */
export function vatProblem({ mode, ppm }: Vat): string | null {
  if (!['exclusive', 'inclusive', 'inside'].includes(mode))
    return 'VAT: the mode must be exclusive, inclusive or inside';
  const most = mode === 'inside' ? PPM - 1 : PPM;
  return Number.isSafeInteger(ppm) && ppm >= 0 && ppm <= most
    ? null
    : `VAT must be a percentage from 0 to ${mode === 'inside' ? 'below 100' : '100'}`;
}

/**
 * The tax on an amount in e5.
 * @param amount the taxable fees as in the table: with tax for `inclusive`, otherwise without
 */
export function vatOf(amount: number, { mode, ppm }: Vat, currency: Currency): VatAmounts {
  if (mode === 'inclusive') {
    const tax = shareOf(amount, ppm, PPM + ppm, currency);
    return { net: amount - tax, tax, total: amount };
  }
  if (mode === 'inside') {
    const total = ppm === 0 ? amount : shareOf(amount, PPM, PPM - ppm, currency);
    // The tax is a payable share of the total. If the amount is not payable either, the total minus the amount is not.
    const tax = shareOf(total, ppm, PPM, currency);
    return { net: total - tax, tax, total };
  }
  const tax = shareOf(amount, ppm, PPM, currency);
  return { net: amount, tax, total: amount + tax };
}

/** The calculation in words: "8% of 33,000 = 2,640". */
export function vatWords(amount: number, vat: Vat, currency: Currency): string {
  const { tax, total } = vatOf(amount, vat, currency);
  const [of, rate] = [amountText(amount, currency), percentText(vat.ppm)];
  if (vat.mode === 'inclusive')
    return `${of} contains ${rate}: ${of} x ${percentText(vat.ppm)} / ${percentText(PPM + vat.ppm)} = ${amountText(tax, currency)}`;
  if (vat.mode === 'inside')
    return `${rate} inside its own base: ${of} / ${percentText(PPM - vat.ppm)} = ${amountText(total, currency)}, of which tax ${amountText(tax, currency)}`;
  return `${rate} of ${of} = ${amountText(tax, currency)}`;
}
