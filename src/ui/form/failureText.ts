/** The message for a failure because of which a dialog stayed open. The engine's errors contain user-facing text. */
export const failureText = (error: unknown): string =>
  error instanceof Error && error.message !== ''
    ? error.message
    : 'This could not be saved on this device. Try again; if it keeps failing, reload the page.';
