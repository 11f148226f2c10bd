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
}

/**
 * '{label} must be one whole number' and the like where a text is not such a number; null for a right one and for an empty
 * text, which is the required check's business. What was typed is never changed into a number that nobody typed.
 */
export function numberError(label: string, text: string, { decimals = 0, negative = false }: NumberRule = {}) {
  const plain = normalizeTyped(text);
  if (plain === '') return null;
  const sign = negative ? '-?' : '';
  const right =
    decimals === 0
      ? new RegExp(`^${sign}\\d+$`)
      : new RegExp(`^${sign}(\\d+(\\.\\d{1,${decimals}})?|\\.\\d{1,${decimals}})$`);
  if (!right.test(plain))
    return decimals === 0
      ? `${label} must be one whole number, in digits alone`
      : `${label} must be one number with at most ${decimals} digits after the point`;
  return Math.abs(Number(plain)) > Number.MAX_SAFE_INTEGER ? `${label} is too long to be a number of this field` : null;
}
