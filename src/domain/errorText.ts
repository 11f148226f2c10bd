/** The message of a thrown error, or any other thrown value as a string. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return error.message;
  try {
    return String(error);
  } catch {
    // Not every value can be converted, for example an object without a prototype.
    return 'an unknown error';
  }
}

/** Adds a period to a sentence that lacks one. */
export const withPeriod = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
