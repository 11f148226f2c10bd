/** Digits of other scripts' widths as plain ones, without the spaces that a paste brings along. */
export const normalizeTyped = (text: string): string => text.normalize('NFKC').trim();

/** A typed text as a whole number of 0 or more; null where it is anything else, also a number too big to be exact. */
export function wholeNumber(text: string): number | null {
  const plain = normalizeTyped(text);
  if (!/^\d+$/.test(plain)) return null;
  const value = Number(plain);
  return Number.isSafeInteger(value) ? value : null;
}

/** How a field's number may be written. */
export interface NumberRule {
  /** Digits after the point; 0 for whole numbers. */
  decimals?: number;
  negative?: boolean;
  /** Bounds, as the number is written. */
  min?: number;
  max?: number;
}

/** "must be between 1 and 30": what a number's bounds ask. */
export function rangeText({ min, max }: Pick<NumberRule, 'min' | 'max'>): string {
  if (min === undefined) return max === undefined ? 'must be within its range' : `must be at most ${max}`;
  return max === undefined ? `must be at least ${min}` : `must be between ${min} and ${max}`;
}

/**
 * '{label} must be one whole number' and the like where a text is not such a number; null for a right one and for an empty
 * text, which is the required check's business. What was typed is never changed into a number that nobody typed.
 */
export function numberError(label: string, text: string, rule: NumberRule = {}): string | null {
  const { decimals = 0, negative = false, min = -Infinity, max = Infinity } = rule;
  const plain = normalizeTyped(text);
  if (plain === '') return null;
  const sign = negative ? '-?' : '';
  const right =
    decimals === 0
      ? new RegExp(`^${sign}\\d+$`)
      : new RegExp(`^${sign}(\\d+(\\.\\d{1,${decimals}})?|\\.\\d{1,${decimals}})$`);
  if (!right.test(plain)) {
    // A number below 0 breaks the bound, not the format.
    if (min > -Infinity && plain[0] === '-' && right.test(plain.slice(1))) return `${label} ${rangeText(rule)}`;
    return decimals === 0
      ? `${label} must be one whole number, in digits alone`
      : `${label} must be one number with at most ${decimals} digits after the point`;
  }
  const value = Number(plain);
  if (Math.abs(value) * 10 ** decimals > Number.MAX_SAFE_INTEGER)
    return `${label} is too long to be a number of this field`;
  return value < min || value > max ? `${label} ${rangeText(rule)}` : null;
}

/** A number that is kept as an integer, 10^decimals times what is written: 150 with two decimals is "1.50". */
export function decimalText(value: number, decimals = 0): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${value < 0 ? '-' : ''}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ''}`;
}

/**
 * The same as a person writes it, without zeros at its end: 41000 with three decimals is "41", since "41.000" reads as thousands in half
 * of our countries.
 */
export function shortDecimalText(value: number, decimals = 0): string {
  const text = decimalText(value, decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The integer that is kept of a written number; null where the text is none by the rule, or empty. */
export function readDecimal(text: string, rule: NumberRule = {}): number | null {
  const plain = normalizeTyped(text);
  if (plain === '' || numberError('', plain, rule) !== null) return null;
  // By digits: 1.005 times 1000 is less than 1005 for a machine. 0 has no sign.
  const [whole = '', part = ''] = plain.split('.');
  return Number(`${whole}${part.padEnd(rule.decimals ?? 0, '0')}`) || 0;
}
