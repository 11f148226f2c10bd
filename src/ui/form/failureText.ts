/** The message for a failure that kept a dialog open. The engine's errors contain user-facing text. */
export const failureText = (error: unknown): string =>
  error instanceof Error && error.message !== ''
    ? error.message
    : 'This could not be saved on this device. Try again; if it keeps failing, reload the page.';
