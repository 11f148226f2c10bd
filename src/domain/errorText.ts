/** The text of a failure: an error's message, or any other thrown value as text. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
