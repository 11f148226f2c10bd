import { COUNTRIES, type Country } from './country.ts';
import { currencyOf } from './currency.ts';
import { amountText } from './rates/money.ts';

/**
 * The number of decimal places of a stored amount: amounts are stored as integers, 100000 times the displayed value
 * (design 6).
 */
export const MONEY_DECIMALS = 5;

/**
 * Formats a stored amount with the currency's symbol and decimal places: Rp20,000, R$1.50, -Rp20,000 (LIST-11, G72).
 */
export function formatAmount(amount: number, country: Country): string {
  const text = amountText(Math.abs(amount), currencyOf(country));
  return `${amount < 0 ? '-' : ''}${COUNTRIES[country].symbol}${text}`;
}
