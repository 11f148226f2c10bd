/** Creates a passkey with the browser's authenticator. @throws Error with a message */
export const makePasskey = async (options: string): Promise<string> =>
  (await import('../session/passkey.ts')).makePasskey(options);
