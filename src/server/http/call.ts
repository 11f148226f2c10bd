import type { FastifyReply, FastifyRequest } from 'fastify';
import { HEADER, type CallDefinition } from '../../contract/call.ts';
import { COUNTRIES, isCountry, type Country } from '../../domain/country.ts';
import { allows, isActionCode } from '../../domain/permission.ts';
import type { Person } from '../auth/person.ts';
import { findPerson, tokenHashOf } from '../auth/sessions.ts';
import { bearerOf, personOfToken } from '../auth/tokens.ts';
import type { ServerContext } from '../context.ts';
import { ApiError, badRequest, forbidden, NOT_WHITELISTED, notSignedIn } from '../base/envelope.ts';
import { fieldsOf } from './schemaKind.ts';

/** An authorized request, in the form in which a route's handler receives it. */
export interface Call {
  readonly context: ServerContext;
  readonly person: Person;
  /** The entity to which the call applies. */
  readonly entity: Country;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Refuses a call that only people may make, if an API token makes it.
 * @throws ApiError 403
 */
export function refuseToken(person: Pick<Person, 'tokenName'>, forScripts: boolean): void {
  if (person.tokenName !== undefined && !forScripts)
    throw forbidden('An API token may not do this. Sign in to Ops Portal to do it.');
}

/** Whether a call requires that the person is on the whitelist. */
const needsWhitelist = (permission: string): boolean => permission !== 'session' && permission !== 'public';

/**
 * Whether the request is meant for this person. If the caller specifies nobody, it acts for the signed-in person (MR4).
 */
const isForPerson = (person: Person, request: FastifyRequest): boolean => {
  const personHeader = request.headers[HEADER.person];
  return personHeader === undefined || personHeader === String(person.userId);
};

/**
 * Returns the caller: the person of the API token if the request has one, otherwise the person of the session. Token
 * and cookie are never combined: a request with a token has only the token's rights.
 * @throws ApiError 401, 403, 429
 */
async function callerOf(context: ServerContext, request: FastifyRequest, forScripts: boolean): Promise<Person | null> {
  const token = bearerOf(request);
  if (token !== null) {
    const person = await personOfToken(context, request, token);
    refuseToken(person, forScripts);
    return person;
  }
  const tokenHash = tokenHashOf(context, request);
  return tokenHash ? findPerson(context, tokenHash) : null;
}

/**
 * Returns the caller, who must be on the whitelist if the call requires it.
 * @param forScripts whether an API token is accepted
 * @throws ApiError 401, or 403 with retcode 4031
 */
export async function requirePerson(
  context: ServerContext,
  request: FastifyRequest,
  permission: string,
  forScripts: boolean,
): Promise<Person> {
  const person = await callerOf(context, request, forScripts);
  if (!person || !isForPerson(person, request)) throw notSignedIn();
  if (needsWhitelist(permission) && !person.whitelisted) {
    throw new ApiError(403, `${person.email} is not on the whitelist of Ops Portal. Ask an administrator to add it.`, {
      retcode: NOT_WHITELISTED,
      data: { whitelisted: false },
    });
  }
  return person;
}

/**
 * Whether a person works in a country. Data from other countries is treated as missing, so that ids reveal nothing
 * about it.
 */
export const worksIn = (person: Pick<Person, 'entities'>, country: Country): boolean =>
  person.entities.some(own => own.country === country);

/**
 * Refuses a request that specifies a country in which the person does not work. If a request specifies no country, or a
 * different one than the record's, the reply is the same as for an id that does not exist.
 * @throws ApiError 403
 */
export function refuseNamedEntity(person: Person, request: FastifyRequest): void {
  const { asked } = askedEntity(request);
  if (isCountry(asked)) requireRight(person, asked, 'signedIn');
}

/**
 * Why a person may not do what requires this permission in an entity (PERM-3, PERM-4); null if they may. The text names
 * the entity or the permission.
 */
export function rightProblem(person: Person, entity: Country, permission: string): string | null {
  const { inText } = COUNTRIES[entity];
  if (!worksIn(person, entity))
    return `You are lack of permission: you do not work in ${inText}. Ask an administrator of that entity.`;
  if (permission === 'signedIn' || permission === 'session' || allows(person, entity, permission)) return null;
  const code = isActionCode(permission) ? permission : `${permission}.read`;
  return `You are lack of permission: this requires ${code} in ${inText}. Ask an administrator of that entity.`;
}

/**
 * Checks that a person works in an entity and has the permission that a call requires there (PERM-3, PERM-4).
 * @throws ApiError 403
 */
export function requireRight(person: Person, entity: Country, permission: string): void {
  const problem = rightProblem(person, entity, permission);
  if (problem !== null) throw forbidden(problem);
}

/**
 * Checks that a person has at least one of several permissions in an entity.
 * @throws ApiError 403 that names the first of them
 */
export function requireOneOf(person: Person, entity: Country, permissions: readonly string[]): void {
  const [first = 'signedIn'] = permissions;
  requireRight(person, entity, permissions.find(permission => allows(person, entity, permission)) ?? first);
}

/**
 * Checks a call's permission as far as possible before its input is parsed, so that a person without permission is not
 * told that the input is invalid. The person must have the permission in the request's entity or, if the input
 * specifies the entity, in any entity.
 * @throws ApiError 403
 */
export function requireRightBefore(
  person: Person,
  request: FastifyRequest,
  permission: string,
  entityInInput: boolean,
): void {
  if (OPEN.has(permission)) return;
  if (entityInInput && person.entities.some(({ country }) => allows(person, country, permission))) return;
  requireRight(person, entityOfRequest(person, request), permission);
}

/** Permissions that are not a right in a country. */
const OPEN: ReadonlySet<string> = new Set(['public', 'session', 'signedIn']);

/**
 * Refuses a call that names another country than the one to which it applies, in a field that the call does not have:
 * rows contain their country, so programs send it back, and ignoring it would read or change the records of another
 * country than named. Calls that do not require a right in a country are about more than one.
 * @param given the query or the body, as received
 * @throws ApiError 400
 */
export function refuseOtherCountry(
  definition: Pick<CallDefinition, 'permission' | 'input'>,
  given: unknown,
  entity: Country,
): void {
  if (OPEN.has(definition.permission) || given === null || typeof given !== 'object') return;
  if ('country' in fieldsOf(definition.input)) return;
  for (const [key, value] of Object.entries(given)) {
    if (key.toLowerCase() !== 'country' || value === null || value === '') continue;
    if (typeof value === 'string' && value.trim().toUpperCase() === entity) continue;
    throw badRequest(
      `country: is ${JSON.stringify(value).slice(0, 40)}, but this call is for ${entity}. Name the country in the header ${HEADER.entity}, or leave it out`,
    );
  }
}

/** The entity specified in the header or the URL; undefined if neither specifies one. */
export const askedEntity = (request: FastifyRequest): { name: string; asked: unknown } => {
  const header = request.headers[HEADER.entity];
  const { entity } = request.query as { entity?: unknown };
  return header === undefined || header === ''
    ? { name: 'entity', asked: entity === '' ? undefined : entity }
    : { name: HEADER.entity, asked: header };
};

/** Whether the request specifies its entity. */
export const namesEntity = (request: FastifyRequest): boolean => askedEntity(request).asked !== undefined;

/**
 * The entity of a read: that of the header, or else that of the URL (opening a link sends no header), or else the
 * session's current entity, which another window of the same person may have changed.
 */
export function entityOfRequest(person: Person, request: FastifyRequest): Country {
  const { name, asked } = askedEntity(request);
  if (asked === undefined) return person.currentEntity;
  if (!isCountry(asked)) throw badRequest(`${name}: must be a country code such as ID`);
  return asked;
}

/** Returns the Idempotency-Key of a write, or null if it has none. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[HEADER.idempotencyKey];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw badRequest(`${HEADER.idempotencyKey}: must be 1 to 200 printable characters without spaces`);
  }
  return key;
}

/** Returns when the version that a write is based on was written; undefined if the caller does not say so. */
export function basedAtOf(request: FastifyRequest): number | undefined {
  const at = request.headers[HEADER.basedAt];
  if (at === undefined) return undefined;
  if (typeof at !== 'string' || !/^\d{1,12}$/.test(at))
    throw badRequest(`${HEADER.basedAt}: must be a time in seconds since 1970`);
  return Number(at);
}

const FORWARD = '/v2/sls/forward';

/**
 * Returns all paths of a call: the specified one, its aliases, and those below the forward base (G92). A trailing slash
 * makes no difference (G22; the router ignores it).
 */
export function pathsOf(definition: Pick<CallDefinition, 'path' | 'aliases'>): string[] {
  const own = [definition.path, ...(definition.aliases ?? [])];
  const forwarded = own.filter(path => !path.startsWith('/v2/')).map(path => FORWARD + path);
  const paths = [...own, ...forwarded].map(path => `/api${path.replace(/\/$/, '').replace(/\{(\w+)\}/g, ':$1')}`);
  return [...new Set(paths)];
}
