/**
 * U+FFFD, the replacement character: programs write it for a letter that they could not read. The original letter is
 * unknown, so the character is refused wherever a text is stored (form, cell, paste, file, call, bulk change).
 * Filters accept it.
 */
const LOST = '\ufffd';

/** Whether a text contains a lost letter. */
export const hasLostLetter = (text: string): boolean => text.includes(LOST);

/** The end of a sentence that begins with the field's name. */
export const LOST_LETTER = `has "${LOST}" where a letter was lost; write that letter again`;

/** Why a text of a field is refused; null if none of its letters was lost. */
export const lostLetterProblem = (label: string, text: string): { problem: string } | null =>
  hasLostLetter(text) ? { problem: `${label} ${LOST_LETTER}` } : null;

/**
 * The path of a text with a lost letter in a JSON value, ignoring its keys: `name`, `set.name`, `rows.3.name`; null if
 * no text has one.
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
