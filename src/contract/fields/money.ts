import { currencyOf } from '../../domain/currency.ts';
import { formatAmount, MONEY_DECIMALS } from '../../domain/money.ts';
import { E5, unitOf } from '../../domain/rates/money.ts';
import { payableText } from '../../domain/wholeNumber.ts';
import { scattered, type FieldBase, type FieldKind } from './base.ts';
import { scaledKind, type ScaledOptions } from './scaled.ts';

/**
 * An amount in the entity's currency, stored as an integer in units of 1/100000 (design 6). Lists display the
 * currency's symbol and decimal places, and show negative amounts in red (LIST-11, LIST-12, G72). An empty amount is
 * not the same as 0. An amount is paid or collected, so it has no more decimal places than the currency: 12,500.5 is refused
 * in IDR, whichever way it is entered. Our decision (G96), because nobody can pay it and rounding would change it.
 */
export interface MoneyField extends FieldBase, ScaledOptions {
  kind: 'money';
  /**
   * Whether the amount is a price by which weights or shares are multiplied before the result is rounded (issue 29, 1). It
   * may have up to five decimal places in every currency.
   */
  fractions?: true;
}

/** An amount; `empty: true` makes it optional. */
export const money = <const O extends Omit<MoneyField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'money', label, ...options }) as { kind: 'money'; label: string } & O;

const isPayable = ({ fractions }: MoneyField): boolean => fractions !== true;

const scaled = scaledKind<MoneyField>({ decimals: () => MONEY_DECIMALS, money: true, payable: isPayable });

export const moneyKind: FieldKind<MoneyField> = {
  ...scaled,
  words: (field, value, country) =>
    country === undefined ? scaled.words(field, value) : formatAmount(Number(value), country),
  canonical: (field, value, country) =>
    isPayable(field) && Number(value) % unitOf(currencyOf(country)) !== 0
      ? { problem: `${field.label} ${payableText(country)}` }
      : scaled.canonical(field, value, country),
  // Whole amounts can be paid in every currency.
  sample: ({ min = 0, max = Infinity }, n) => (Math.ceil(min) + (scattered(n) % (max - Math.ceil(min) + 1))) * E5,
};
