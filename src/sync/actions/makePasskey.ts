/** Makes the browser's authenticator create a passkey. @throws Error with a message */
export const makePasskey = async (options: string): Promise<string> =>
  (await import('../session/passkey.ts')).makePasskey(options);
