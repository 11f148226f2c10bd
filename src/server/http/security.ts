import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HEADER } from '../../contract/call.ts';
import type { ServerContext } from '../context.ts';
import { getVersion } from '../../contract/activity.ts';
import { getHealth, getReady } from '../../contract/operation.ts';
import type { Config } from '../config.ts';
import { pathsOf } from './call.ts';
import type { ConsolePage } from './consolePage.ts';
import { forbidden } from '../base/envelope.ts';
import { hostCheck } from './hosts.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the browser reports that another site caused the request. Programs other than browsers report nothing. */
export function isCrossSite(request: FastifyRequest, baseUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return false;
  if (site !== undefined) return true;
  const { origin } = request.headers;
  if (origin === undefined) return false;
  if (baseUrl !== undefined) return origin !== baseUrl;
  return !URL.canParse(origin) || new URL(origin).host !== request.host;
}

/** Headers that the console sends with its calls, and that neither a link nor a form can send. */
const OWN_HEADERS = [HEADER.contract, HEADER.person, HEADER.project] as const;

/**
 * Whether a GET that changes state was certainly not caused by a link. Browsers report this in Sec-Fetch-Site; however,
 * "none", as for a typed address, may also be a link in an e-mail. With a GET, old browsers send neither this header
 * nor Origin, and a link can hide its origin. In these cases, the request must have a header that only a script of this
 * origin, or another program, can send.
 */
export function isOwnScript(request: FastifyRequest, baseUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (isCrossSite(request, baseUrl)) return false;
  return OWN_HEADERS.some(name => request.headers[name] !== undefined);
}

/**
 * The trusted proxies in the form that Fastify expects. A number of hops is not passed on as it is, because trusting it
 * is safe only if nobody can bypass the proxies.
 */
export const trustProxy = (trusted: Config['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number): boolean => hop < trusted : trusted;

/**
 * Sets security headers and refuses foreign hosts and cross-site writes. This is the second line of defense, because
 * the session cookie is SameSite=Lax. The policy permits the inline scripts of the page that is currently served, and
 * everything that the console needs (its workers and service worker come from its own origin; Fluent writes style
 * elements).
 */
export async function protect(app: FastifyInstance, context: ServerContext, page: ConsolePage | null): Promise<void> {
  const { secure, baseUrl } = context.config;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", () => page?.scripts.join(' ') ?? ''],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 15_552_000 } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  const isOwnHost = hostCheck(context.config);
  const open = new Set([...[getVersion, getHealth, getReady].flatMap(pathsOf), '/api/metrics']);
  app.addHook('onRequest', async request => {
    // Health checks use the machine's address and reveal nothing; metrics require a token.
    if (!isOwnHost(request.host) && !open.has(request.routeOptions.url ?? '')) {
      throw forbidden(
        baseUrl === undefined
          ? 'This host name is not served. Open the demo at localhost, or set OPS_BASE_URL to the address that people use.'
          : `This host name is not served. Open Ops Portal at ${baseUrl}.`,
      );
    }
    if (!SAFE.has(request.method) && isCrossSite(request, baseUrl)) {
      throw forbidden('This request came from another site and was refused. Open Ops Portal itself and try again.');
    }
  });
}
