/** The message of a failure that kept a dialog open. Engine errors have one for people. */
export const failureText = (error: unknown): string =>
  error instanceof Error && error.message !== ''
    ? error.message
    : 'This could not be saved on this device. Try again; if it keeps failing, reload the page.';
