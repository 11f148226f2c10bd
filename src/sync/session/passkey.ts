import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/**
 * Talks to the browser's authenticator (WebAuthn); loaded when a passkey is used. Input and output are JSON strings.
 */

const refused = (error: unknown): Error => {
  const { name, code } = error as { name?: string; code?: string };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return new Error('This device or key already has a passkey of yours.');
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new Error('The passkey was not used: it was canceled, or it took too long. Try again.');
  if (name === 'SecurityError')
    return new Error(
      'The browser does not allow passkeys at this address. Open Ops Portal at its own host name, over https.',
    );
  return new Error('This browser or device could not use a passkey. Try another one.');
};

/** Signs with a passkey. @throws Error with a message */
export async function usePasskey(options: string): Promise<string> {
  try {
    return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) as never }));
  } catch (error) {
    throw refused(error);
  }
}

/** Creates a passkey. @throws Error with a message */
export async function makePasskey(options: string): Promise<string> {
  try {
    return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) as never }));
  } catch (error) {
    throw refused(error);
  }
}
