import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInOutcome } from '../../../contract/access.ts';
import { safeRedirect } from '../../../domain/redirect.ts';
import { clearSessionCookies } from '../../auth/cookies.ts';
import { OidcError, type Attempt, type OidcClient, type ProviderIdentity } from '../../auth/oidc.ts';
import { endOfProvider, endSession, isSecure, startSession, tokenHashOf } from '../../auth/sessions.ts';
import { noteSignIn } from '../../auth/signInHistory.ts';
import { nowSeconds } from '../../base/clock.ts';
import { ApiError } from '../../base/envelope.ts';
import { toApiError } from '../../base/errors.ts';
import type { ServerContext } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { RIGHTS_CHANGED } from '../../feed/hub.ts';
import { notifyNews, notifyOthers } from '../../feed/listen.ts';
import { asksPasskey } from './secondFactor.ts';
import { originOf } from './origin.ts';
import { accountOfIdentity, followGroups } from './oidcAccount.ts';

/**
 * Signing in with an identity provider (docs/sign-in.md). These URLs are for browsers and for the provider, not for the
 * console's calls.
 */

const BASE = '/api/oidc';
/** Number of seconds within which a person must return from the provider. */
const ATTEMPT_SECONDS = 15 * 60;

const encode = (attempt: Attempt): string => Buffer.from(JSON.stringify(attempt)).toString('base64url');

/** Reads the sign-in attempt from a cookie; returns null if the cookie is missing or was not written by this server. */
function decode(text: string | undefined): Attempt | null {
  try {
    const value = JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as Record<string, unknown>;
    const { state, nonce, verifier, redirect } = value;
    if (![state, nonce, verifier].every(part => typeof part === 'string' && part.length >= 20)) return null;
    return { state, nonce, verifier, redirect: safeRedirect(redirect) } as Attempt;
  } catch {
    return null;
  }
}

/** Reasons for refusing a sign-in that are recorded in the person's history. */
const NOTED: Readonly<Record<string, SignInOutcome>> = { disabled: 'disabled', taken: 'taken' };

/** Registers the routes for an identity provider, if one is configured. */
export function oidcRoutes(app: FastifyInstance, context: ServerContext, oidc: OidcClient | null): void {
  if (!oidc) return;
  const { database, hub } = context;
  const cookieName = context.cookies.session.replace('ops_session', 'ops_oidc');
  const cookie = (request: FastifyRequest) => ({
    path: BASE,
    httpOnly: true,
    // The provider's response is a top-level navigation from another site.
    sameSite: 'lax' as const,
    secure: isSecure(context, request),
  });
  /** Redirects to the sign-in page, which shows the problem, or to the page that the person requested. */
  const back = (reply: FastifyReply, redirect: string, problem?: string): FastifyReply => {
    const query = new URLSearchParams({
      ...(redirect === '/' ? {} : { redirect }),
      ...(problem === undefined ? {} : { problem }),
    }).toString();
    return reply.header('cache-control', 'no-store').redirect(`/login${query === '' ? '' : `?${query}`}`, 302);
  };
  /**
   * Shows the problem on the sign-in page, whatever it is: a browser navigates to these addresses, and a person cannot
   * do anything with an error reply for programs.
   */
  const failed = (reply: FastifyReply, redirect: string, error: unknown): FastifyReply => {
    if (error instanceof OidcError) {
      reply.log.warn({ code: error.code, problem: error.problem }, 'A sign-in with the identity provider failed');
      return back(reply, redirect, error.problem);
    }
    const { status } = toApiError(error);
    if (!(error instanceof ApiError)) reply.log.error({ err: error }, 'A sign-in with the identity provider failed');
    return back(reply, redirect, [429, 503].includes(status) ? 'busy' : 'server');
  };

  /** @returns whether the session has started; if not, a passkey is required first */
  const signIn = async (request: FastifyRequest, reply: FastifyReply, identity: ProviderIdentity): Promise<boolean> => {
    const at = nowSeconds(context);
    const account = await transaction(database.pool, async db => {
      const found = await accountOfIdentity(db, at, identity);
      const changed = await followGroups(db, at, found.id, identity.groups);
      if (changed) await notifyNews(database, db, RIGHTS_CHANGED);
      await notifyOthers(database, db);
      return { ...found, changed };
    }).catch(async (error: unknown) => {
      const outcome = error instanceof OidcError ? NOTED[error.problem] : undefined;
      if (outcome) await noteSignIn(database.pool, request, { email: identity.email, at, way: 'oidc', outcome });
      throw error;
    });
    if (account.changed) hub.announce(RIGHTS_CHANGED);
    hub.poke();
    const { session, subject, idToken } = identity;
    const first = { userId: account.id, way: 'oidc' as const, provider: { session, subject, idToken } };
    if (await asksPasskey(context, request, reply, first)) return false;
    const former = tokenHashOf(context, request);
    if (former && (await endSession(context, former, false))) clearSessionCookies(request, reply, context.cookies);
    await startSession(context, reply, { userId: account.id, way: 'oidc', provider: identity, isValid: () => true });
    await noteSignIn(database.pool, request, { email: account.email, at, way: 'oidc', outcome: 'in' });
    return true;
  };

  void app.register(async pages => {
    // Errors thrown before a route runs, e.g. because the server is overloaded, are also shown as a page.
    pages.setErrorHandler((error, _request, reply) => void failed(reply, '/', error));
    pages.get(`${BASE}/start`, async (request, reply) => {
      const redirect = safeRedirect((request.query as { redirect?: unknown }).redirect);
      try {
        const { url, attempt } = await oidc.begin(`${originOf(context, request)}${BASE}/callback`, redirect);
        reply.setCookie(cookieName, encode(attempt), { ...cookie(request), maxAge: ATTEMPT_SECONDS });
        return reply.header('cache-control', 'no-store').redirect(url, 302);
      } catch (error) {
        return failed(reply, redirect, error);
      }
    });

    pages.get(`${BASE}/callback`, async (request, reply) => {
      const attempt = decode(request.cookies[cookieName]);
      reply.clearCookie(cookieName, { path: BASE });
      if (!attempt) return failed(reply, '/', new OidcError('again', 'no attempt'));
      try {
        const identity = await oidc.finish(new URL(request.url, originOf(context, request)), attempt);
        return back(reply, attempt.redirect, (await signIn(request, reply, identity)) ? undefined : 'passkey');
      } catch (error) {
        return failed(reply, attempt.redirect, error);
      }
    });
  });

  // The provider itself reports that a session has ended. No browser is involved, so only the token is checked.
  void app.register(async provider => {
    provider.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    provider.post(`${BASE}/backchannel-logout`, async (request, reply) => {
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
      reply.header('cache-control', 'no-store');
      try {
        await endOfProvider(context, await oidc.readLogout(token ?? ''));
        return await reply.code(200).send();
      } catch (error) {
        if (!(error instanceof OidcError)) throw error;
        reply.log.warn({ code: error.code }, 'A logout token of the identity provider was refused');
        return reply.code(error.problem === 'unreachable' ? 503 : 400).send({ error: 'invalid_request' });
      }
    });
  });
}
