/**
 * U+FFFD, the replacement character: a program writes it where it could not read a letter. Nobody means it, and which letter it was nobody can
 * tell, so it is refused wherever a text is stored (form, cell, paste, file, call, change of many). Filters take it.
 */
const LOST = '\ufffd';

/** Whether a letter of a text was lost. */
export const hasLostLetter = (text: string): boolean => text.includes(LOST);

/** The end of a sentence that begins with the name of what has it. */
export const LOST_LETTER = `has "${LOST}" where a letter was lost; write that letter again`;

/** Why a text of a field is refused; null if no letter of it was lost. */
export const lostLetterProblem = (label: string, text: string): { problem: string } | null =>
  hasLostLetter(text) ? { problem: `${label} ${LOST_LETTER}` } : null;

/** Where a JSON value has a text with a lost letter, its keys aside: `name`, `set.name`, `rows.3.name`; null if no text has one. */
export function lostLetterAt(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return hasLostLetter(value) ? path : null;
  if (value === null || typeof value !== 'object') return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = lostLetterAt(inner, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
