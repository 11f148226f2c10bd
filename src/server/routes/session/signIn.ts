import type { FastifyInstance } from 'fastify';
import { HEADER } from '../../../contract/call.ts';
import type { SignInOutcome } from '../../../contract/access.ts';
import { login, logout, signInWays } from '../../../contract/session.ts';
import { STATUS } from '../../../domain/permission.ts';
import { safeRedirect } from '../../../domain/redirect.ts';
import { clearSessionCookies } from '../../auth/cookies.ts';
import { knownDevice, rememberDevice } from '../../auth/devices.ts';
import { verifyPassword } from '../../auth/password.ts';
import { loadPerson, sessionInfo, type Person } from '../../auth/person.ts';
import type { OidcClient } from '../../auth/oidc.ts';
import { endSession, idTokenOf, isSecure, startSession, tokenHashOf } from '../../auth/sessions.ts';
import { noteSignIn } from '../../auth/signInHistory.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { ApiError, forbidden } from '../../base/envelope.ts';
import { registerPublic, registerRead } from '../../http/registrar.ts';
import { isOwnScript } from '../../http/security.ts';
import { storedEmail } from '../admin/support.ts';
import { originOf } from './origin.ts';
import { asksPasskey, passkeyNeeded } from './secondFactor.ts';

/** Returns the person if the password is correct, or why they cannot sign in. */
async function checkPassword(
  context: ServerContext,
  email: string,
  password: string,
): Promise<{ userId: number; hash: string } | { userId: null; outcome: SignInOutcome }> {
  const { rows } = await context.database.pool.query<{ id: number; password_hash: string; status: number }>(
    'SELECT id, password_hash, status FROM users WHERE email = $1',
    [email],
  );
  const [user] = rows;
  const right = await verifyPassword(password, user?.password_hash ?? null, context.passwordCost);
  if (!right || !user) return { userId: null, outcome: 'wrongPassword' };
  return user.status === STATUS.normal
    ? { userId: user.id, hash: user.password_hash }
    : { userId: null, outcome: 'disabled' };
}

/** Registers the calls for signing in and out (G76, USER-3, REQ-5). */
export function signInRoutes(app: FastifyInstance, context: ServerContext, oidc: OidcClient | null): void {
  registerPublic(app, login, async (request, reply, input) => {
    const email = await storedEmail(context.database.pool, 'users', input.email);
    let person: Person | null = null;
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    if (reply.raw.destroyed) left.abort();
    const device = await knownDevice(context, request, email);
    let outcome: SignInOutcome = 'wrongPassword';
    let hash = '';
    const note = (what: SignInOutcome): Promise<void> =>
      noteSignIn(context.database.pool, request, { email, at: nowSeconds(context), way: 'password', outcome: what });
    const guarded = context.loginLimit.guard({ request, email, device, left: left.signal }, async () => {
      const checked = await checkPassword(context, email, input.password);
      if (checked.userId === null) outcome = checked.outcome;
      else hash = checked.hash;
      person = checked.userId === null ? null : await loadPerson(context.database.pool, checked.userId);
      return person !== null;
    });
    const right = await guarded.catch(async (error: unknown) => {
      if (error instanceof ApiError && error.status === 429) await note('tooMany');
      throw error;
    });
    if (!right) await note(outcome);
    // The message is the same for an unknown e-mail, a wrong password and a disabled person.
    if (!right || !person) throw new ApiError(401, 'E-mail or password is wrong.');
    const signedIn: Person = person;
    // A correct password does not count as a failure. The session only starts once the passkey has been verified, too.
    if (await asksPasskey(context, request, reply, { userId: signedIn.userId, way: 'password', provider: null }))
      throw passkeyNeeded();
    const former = tokenHashOf(context, request);
    if (former && (await endSession(context, former, false))) clearSessionCookies(request, reply, context.cookies);
    await startSession(context, reply, {
      userId: signedIn.userId,
      way: 'password',
      provider: null,
      isValid: (_db, current) => current === hash,
    });
    await note('in');
    await rememberDevice(context, request, reply, email, isSecure(context, request));
    return sessionInfo(signedIn);
  });

  registerPublic(app, signInWays, async () => ({
    oidc: context.config.oidc ? { name: context.config.oidc.name } : null,
  }));

  app.get('/api/login', async (request, reply) => {
    const { redirect } = request.query as { redirect?: unknown };
    const target = safeRedirect(redirect);
    return reply
      .header('cache-control', 'no-store')
      .redirect(target === '/' ? '/login' : `/login?redirect=${encodeURIComponent(target)}`, 302);
  });

  registerRead(app, context, logout, async ({ request, reply }, input) => {
    // This GET changes state, so no link on any site may be able to sign people out.
    if (!isOwnScript(request, context.config.baseUrl)) {
      throw forbidden(
        `Sign out from within Ops Portal. A program that calls this must send the header ${HEADER.contract}, with any value.`,
      );
    }
    const tokenHash = tokenHashOf(context, request);
    const idToken = tokenHash && oidc ? await idTokenOf(context.database.pool, tokenHash) : null;
    if (tokenHash) await endSession(context, tokenHash, input.everywhere);
    // The browser removes its cached responses together with the session (SW1), and the console removes its own data.
    clearSessionCookies(request, reply, context.cookies);
    reply.header('clear-site-data', '"cache"');
    if (idToken === null || !oidc) return null;
    // The session here has ended even if the provider cannot say where its own session can be ended.
    const endSessionAt = await oidc.endOf(idToken, `${originOf(context, request)}/login`).catch(() => null);
    return endSessionAt === null ? null : { endSession: endSessionAt };
  });
}
