/**
 * U+FFFD, the replacement character, which programs write in place of a character that they cannot decode. The original
 * character is unknown, so U+FFFD is refused wherever a string is stored (form, cell, paste, file, call, bulk change).
 * Filters accept it.
 */
const LOST = '\ufffd';

/** Whether a string contains a replacement character. */
export const hasLostLetter = (text: string): boolean => text.includes(LOST);

/** The end of an error message that begins with the field's name. */
export const LOST_LETTER = `contains "${LOST}" instead of a letter that was lost. Enter that letter again`;

/** Why a field's value is refused; null if it contains no replacement character. */
export const lostLetterProblem = (label: string, text: string): { problem: string } | null =>
  hasLostLetter(text) ? { problem: `${label} ${LOST_LETTER}` } : null;

/**
 * The path to a string with a replacement character within a JSON value: `name`, `set.name`, `rows.3.name`; null if
 * there is none. Object keys are not checked.
 */
export function lostLetterAt(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return hasLostLetter(value) ? path : null;
  if (value === null || typeof value !== 'object') return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = lostLetterAt(inner, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
