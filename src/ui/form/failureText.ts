/** The message of a failure that kept a dialog open. Errors of the engine have a text for people. */
export const failureText = (error: unknown): string =>
  error instanceof Error && error.message !== ''
    ? error.message
    : 'This could not be saved on this device. Try again; if it keeps failing, reload the page.';
