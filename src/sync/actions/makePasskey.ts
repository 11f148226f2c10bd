/** Has the browser's authenticator make a passkey. @throws Error with a sentence */
export const makePasskey = async (options: string): Promise<string> =>
  (await import('../session/passkey.ts')).makePasskey(options);
