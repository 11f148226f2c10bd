/** The message of a thrown error, or any other thrown value as a string. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
