/** What a failure says: an error's message; anything else that was thrown as text. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
