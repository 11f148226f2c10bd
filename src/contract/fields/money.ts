import { formatAmount, MONEY_DECIMALS } from '../../domain/money.ts';
import type { FieldBase, FieldKind } from './base.ts';
import { scaledKind, type ScaledOptions } from './scaled.ts';

/**
 * An amount in the entity's currency, stored as an integer in units of 1/100000 (design 6). Lists display the
 * currency's symbol and decimal places, and show negative amounts in red (LIST-11, LIST-12, G72). An empty amount is
 * not the same as 0.
 */
export interface MoneyField extends FieldBase, ScaledOptions {
  kind: 'money';
}

/** An amount; `empty: true` makes it optional. */
export const money = <const O extends Omit<MoneyField, 'kind' | 'label'>>(label: string, options?: O) =>
  ({ kind: 'money', label, ...options }) as { kind: 'money'; label: string } & O;

const scaled = scaledKind<MoneyField>({ decimals: () => MONEY_DECIMALS, money: true });

export const moneyKind: FieldKind<MoneyField> = {
  ...scaled,
  words: (field, value, country) =>
    country === undefined ? scaled.words(field, value) : formatAmount(Number(value), country),
};
