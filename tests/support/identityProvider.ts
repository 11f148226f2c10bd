import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenIdProvider from 'oidc-provider';

/** The provider's data about a person; the key is `sub`. */
export interface Claims {
  email: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

const CLIENT = { id: 'ops', secret: 'a secret of the test client' } as const;

/** A browser's cookies for the provider, by name. */
export class Jar {
  readonly #cookies = new Map<string, string>();

  /** Sends a request without following redirects. */
  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}

/** A real OpenID provider on 127.0.0.1, whose sign-in page signs `person` in without asking. */
export class IdentityProvider {
  /** The provider's data about people, which tests can change. */
  readonly people = new Map<string, Claims>();
  /** The person who signs in next; null if they cancel. */
  person: string | null = null;
  /** Internal errors of the provider, printed if a test fails. */
  readonly faults: string[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #provider: OpenIdProvider | null = null;

  async listen(): Promise<void> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The server's settings for this provider. */
  get settings() {
    return {
      issuer: this.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      name: 'Example',
      scopes: 'openid email profile',
      groupsClaim: 'groups',
    };
  }

  /**
   * Registers the client.
   *
   * @param origin origin at which people use the client
   * @param backchannel URL that is notified when a session has ended
   */
  register(origin: string, backchannel: string): void {
    const provider = new OpenIdProvider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${origin}/api/oidc/callback`],
          post_logout_redirect_uris: [`${origin}/login`],
          backchannel_logout_uri: backchannel,
          backchannel_logout_session_required: true,
        },
      ],
      cookies: { keys: ['keys of the tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      pkce: { required: () => true },
      // Turns off the provider's protection against local addresses, because its client is local.
      fetch: (url: string, options: RequestInit) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
      findAccount: (_context: unknown, accountId: string) => ({
        accountId,
        claims: async () => ({ sub: accountId, ...this.people.get(accountId) }),
      }),
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    for (const event of ['server_error', 'authorization.error', 'grant.error', 'backchannel.error', 'userinfo.error'])
      provider.on(event, (...details) => this.faults.push(`${event} ${details.map(String).join(' ')}`));
    this.#provider = provider;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider;
    if (!provider) return void response.writeHead(503).end();
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    await provider.interactionDetails(request, response);
    const result =
      this.person === null
        ? { error: 'access_denied', error_description: 'cancelled' }
        : { login: { accountId: this.person } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  /**
   * Follows the provider's pages like a browser until it redirects back.
   * @returns the URL of that redirect
   */
  async visit(url: string, jar: Jar, until: string): Promise<string> {
    let next = url;
    for (let step = 0; step < 10; step++) {
      const answer = await jar.ask(next);
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${next}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
      next = new URL(location, next).href;
      if (next.startsWith(until)) return next;
    }
    throw new Error(`The provider does not lead back, but to ${next}`);
  }

  /** Ends a browser's session at the provider, as the provider's sign-out page would. */
  async signOut(url: string, jar: Jar): Promise<string | null> {
    const page = await (await jar.ask(url)).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (xsrf === undefined || action === undefined) throw new Error(`No page of signing out: ${page.slice(0, 300)}`);
    const answer = await jar.ask(new URL(action, this.issuer).href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });
    return answer.headers.get('location');
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise(resolve => this.#server.close(() => resolve()));
  }
}
