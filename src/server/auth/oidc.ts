import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { writtenEmail } from '../../domain/email.ts';

/** An identity provider through which people can sign in (OpenID Connect). */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which only PKCE protects. */
  clientSecret: string | undefined;
  /** The provider's name on the button "Sign in with NAME". */
  name: string;
  scopes: string;
  /** Name of the claim that contains the person's groups. */
  groupsClaim: string;
}

/** What an identity provider reports about a person who has signed in. */
export interface ProviderIdentity {
  /** The provider's permanent id for the person. */
  subject: string;
  email: string;
  /** Whether the provider has verified the person's e-mail address. */
  verified: boolean;
  name: string;
  /** Names or ids of the person's groups, or null if the provider does not send groups. */
  groups: string[] | null;
  /**
   * Data needed to end the session at the provider: the provider's id of the session, and the ID token that contains
   * it.
   */
  session: string | null;
  idToken: string;
}

/** The state of a sign-in while the browser is at the provider, stored in a cookie. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  /** The console path to open after signing in. */
  redirect: string;
}

/**
 * Why a sign-in at the provider failed. The console has a message for each reason (screens/signIn). email: the provider
 * has not verified an e-mail. address: the e-mail is verified but cannot be that of a new account.
 */
export type OidcProblem =
  | 'unreachable'
  | 'denied'
  | 'again'
  | 'refused'
  | 'email'
  | 'address'
  | 'whitelist'
  | 'disabled'
  | 'taken';

export class OidcError extends Error {
  override readonly name = 'OidcError';
  constructor(
    readonly problem: OidcProblem,
    /** An error code for the server's log, which never contains a token. */
    readonly code: string,
  ) {
    super(`${problem}: ${code}`);
  }
}

const TIMEOUT_SECONDS = 10;
/** Maximum age of a logout token from the provider. */
const LOGOUT_MAX_AGE = '5 minutes';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const GROUPS_MOST = 200;

const codeOf = (error: unknown): string => {
  const { code, name, error: said } = error as { code?: unknown; name?: unknown; error?: unknown };
  return [name, code, said].filter(part => typeof part === 'string').join(' ') || 'unknown';
};

/** Communicates with the identity provider (OpenID Connect, authorization code with PKCE, state and nonce). */
export class OidcClient {
  readonly #settings: OidcSettings;
  #known: Promise<client.Configuration> | null = null;
  /**
   * The provider's keys. They are refetched only for an unknown key and at a limited rate, because anyone may send a
   * logout token.
   */
  #keys: ReturnType<typeof createRemoteJWKSet> | null = null;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
  }

  /** Returns the provider's metadata, which is fetched once and, if that fails, again at the next call. */
  #configuration(): Promise<client.Configuration> {
    this.#known ??= this.#discover().catch((error: unknown) => {
      this.#known = null;
      throw new OidcError('unreachable', codeOf(error));
    });
    return this.#known;
  }

  async #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const issuerUrl = new URL(issuer);
    const execute = issuerUrl.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    const authentication = clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret);
    return client.discovery(issuerUrl, clientId, undefined, authentication, { execute, timeout: TIMEOUT_SECONDS });
  }

  /**
   * Returns the URL to which the browser is redirected, and the state to keep until it returns.
   * @throws OidcError
   */
  async begin(callback: string, redirect: string): Promise<{ url: string; attempt: Attempt }> {
    const configuration = await this.#configuration();
    const attempt = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      redirect,
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: callback,
      scope: this.#settings.scopes,
      response_type: 'code',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, attempt };
  }

  /**
   * Returns the person who signed in at the provider.
   * @param current the URL to which the browser returned
   * @throws OidcError if the response does not belong to this attempt, or if its tokens are invalid
   */
  async finish(current: URL, attempt: Attempt): Promise<ProviderIdentity> {
    const configuration = await this.#configuration();
    if (current.searchParams.get('state') !== attempt.state) throw new OidcError('again', 'state');
    if (current.searchParams.has('error')) {
      const said = current.searchParams.get('error') ?? '';
      throw new OidcError(said === 'access_denied' ? 'denied' : 'refused', said.slice(0, 60));
    }
    try {
      const tokens = await client.authorizationCodeGrant(configuration, current, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims: Record<string, unknown> = { ...tokens.claims() };
      const subject = String(claims['sub']);
      const { groupsClaim } = this.#settings;
      const lacks = ['email', 'email_verified', 'name', groupsClaim].some(claim => claims[claim] === undefined);
      if (lacks && configuration.serverMetadata().userinfo_endpoint !== undefined) {
        const more = await client.fetchUserInfo(configuration, tokens.access_token, subject);
        for (const [claim, value] of Object.entries(more)) claims[claim] ??= value;
      }
      const groups = claims[groupsClaim];
      const email = typeof claims['email'] === 'string' ? writtenEmail(claims['email']) : '';
      return {
        subject,
        email,
        verified: claims['email_verified'] === true,
        name: typeof claims['name'] === 'string' ? claims['name'] : email,
        groups: Array.isArray(groups)
          ? groups.filter((group): group is string => typeof group === 'string' && group !== '').slice(0, GROUPS_MOST)
          : null,
        session: typeof claims['sid'] === 'string' ? claims['sid'] : null,
        idToken: tokens.id_token ?? '',
      };
    } catch (error) {
      if (error instanceof OidcError) throw error;
      throw new OidcError('refused', codeOf(error));
    }
  }

  /**
   * Returns the URL at which the browser ends the session at the provider, or null if the provider has no such URL.
   * @throws OidcError
   */
  async endOf(idToken: string, back: string): Promise<string | null> {
    const configuration = await this.#configuration();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return client.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: back }).href;
  }

  /**
   * Parses a logout token, with which the provider reports that a session has ended (OpenID Connect Back-Channel Logout
   * 1.0).
   * @returns the provider's id for the session or, if all of the person's sessions have ended, for the person
   * @throws OidcError if the token is not from the provider, not for this client, too old, or not a logout token
   */
  async readLogout(token: string): Promise<{ session: string | null; subject: string | null }> {
    const configuration = await this.#configuration();
    const { jwks_uri: keys, issuer } = configuration.serverMetadata();
    if (keys === undefined) throw new OidcError('refused', 'no jwks_uri');
    this.#keys ??= createRemoteJWKSet(new URL(keys), { timeoutDuration: TIMEOUT_SECONDS * 1000 });
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        issuer,
        audience: this.#settings.clientId,
        maxTokenAge: LOGOUT_MAX_AGE,
        requiredClaims: ['iat', 'jti', 'events'],
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
      });
      const events = payload['events'] as Record<string, unknown> | null;
      const [session, subject] = [payload['sid'], payload.sub];
      if (typeof events !== 'object' || events === null || events[LOGOUT_EVENT] === undefined)
        throw new OidcError('refused', 'no logout event');
      // A token with a nonce is an ID token that somebody tries to use as a logout token.
      if (payload['nonce'] !== undefined) throw new OidcError('refused', 'nonce');
      if (typeof session !== 'string' && typeof subject !== 'string') throw new OidcError('refused', 'nobody named');
      return { session: typeof session === 'string' ? session : null, subject: subject ?? null };
    } catch (error) {
      if (error instanceof OidcError) throw error;
      throw new OidcError('refused', codeOf(error));
    }
  }
}
