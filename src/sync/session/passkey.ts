import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/**
 * Talks to the browser's authenticator (WebAuthn); loaded when a passkey is used. Input and output are JSON strings.
 */

const refused = (error: unknown): Error => {
  const { name, code } = error as { name?: string; code?: string };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return new Error('You already have a passkey on this device or security key.');
  if (name === 'NotAllowedError' || name === 'AbortError')
    return new Error(
      'No passkey was used: it was canceled, it took too long, or none of yours is on this device or key. Try again.',
    );
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
