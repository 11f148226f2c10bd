import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Queryable } from '../db/transaction.ts';

/** Passkeys (WebAuthn) as a second factor: creates the options for an authenticator and verifies its response. */

/** A stored passkey. */
export interface StoredPasskey {
  id: number;
  name: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

const PRODUCT = 'Ops Portal';

/** Returns all of a person's passkeys. */
export async function passkeysOf(db: Queryable, userId: number): Promise<StoredPasskey[]> {
  const { rows } = await db.query<StoredPasskey>(
    `SELECT id, name, credential_id AS "credentialId", public_key AS "publicKey", counter, transports
       FROM passkeys WHERE user_id = $1 ORDER BY id`,
    [userId],
  );
  return rows;
}

const described = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
});

/** Options for registering a new passkey with an authenticator that does not have one for this person yet. */
export const registrationOptions = (
  origin: string,
  person: { userId: number; email: string; name: string },
  had: readonly StoredPasskey[],
) =>
  generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: new URL(origin).hostname,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(`ops-${person.userId}`),
    attestationType: 'none',
    excludeCredentials: had.map(described),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });

/** Options for signing in with a passkey. */
export const authenticationOptions = (origin: string, had: readonly StoredPasskey[]) =>
  generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    allowCredentials: had.map(described),
    userVerification: 'preferred',
  });

/** Parses JSON sent by a browser; returns null if it is invalid. */
function parsed<T extends { id: string }>(text: string): T | null {
  try {
    const value = JSON.parse(text) as T | null;
    return typeof value === 'object' && value !== null && typeof value.id === 'string' ? value : null;
  } catch {
    return null;
  }
}

/**
 * Returns the passkey that an authenticator created, or null if its response does not match this challenge and origin.
 */
export async function readRegistration(
  text: string,
  challenge: string,
  origin: string,
): Promise<Omit<StoredPasskey, 'id' | 'name'> | null> {
  const response = parsed<RegistrationResponseJSON>(text);
  if (!response) return null;
  // The library throws many kinds of errors for an invalid response, and the person can do nothing about any of them.
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    // Checking the user's presence is enough, because the password or the identity provider is the other factor.
    requireUserVerification: false,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return null;
  const { credential } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

/** Why a passkey's response is refused. */
export type PasskeyRefusal =
  /** The passkey is not one of the person's. */
  | 'unknown'
  /** Its counter did not increase, so there are two authenticators with the same key. */
  | 'copied'
  /** The response does not match the challenge, the origin or the key. */
  | 'invalid';

/** Returns the passkey that signed, with its new counter, or why the response is refused. */
export async function readAuthentication(
  text: string,
  challenge: string,
  origin: string,
  had: readonly StoredPasskey[],
): Promise<{ id: number; counter: number } | PasskeyRefusal> {
  const response = parsed<AuthenticationResponseJSON>(text);
  if (!response) return 'invalid';
  const passkey = had.find(({ credentialId }) => credentialId === response.id);
  if (!passkey) return 'unknown';
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      // The library cannot tell a copied passkey from an invalid response, so the counter is checked below.
      counter: 0,
      transports: passkey.transports as AuthenticatorTransport[],
    },
    requireUserVerification: false,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return 'invalid';
  const counter = authenticationInfo.newCounter;
  // Many authenticators have no counter and always send 0.
  const hasCounter = counter > 0 || passkey.counter > 0;
  return hasCounter && counter <= passkey.counter ? 'copied' : { id: passkey.id, counter };
}
