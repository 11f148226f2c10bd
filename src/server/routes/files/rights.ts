import type { FastifyRequest } from 'fastify';
import type { Declarations } from '../../../contract/declarations.ts';
import { UPLOAD_BUSINESS } from '../../../contract/files.ts';
import { allUnits } from '../../../contract/imports/registry.ts';
import { COUNTRIES, COUNTRY_CODES, type Country } from '../../../domain/country.ts';
import { allows } from '../../../domain/permission.ts';
import type { Person } from '../../auth/person.ts';
import { entityOfRequest, namesEntity, requireRight } from '../../http/call.ts';
import { badRequest, forbidden } from '../../base/envelope.ts';

/**
 * The business key for imports of serviceable areas: the name of the entity in lower case, and the path of the call
 * that will use the file.
 */
const SERVICEABLE = /^lcos_serviceable\/([^/]+)\/([^/]+)$/;

/**
 * A person may upload files if they may import anything in the entity.
 * @throws ApiError 403
 */
export function requireUpload({ resources }: Declarations, person: Person, entity: Country): void {
  requireRight(person, entity, 'signedIn');
  if (allUnits(resources).some(({ permission }) => allows(person, entity, permission))) return;
  throw forbidden(
    `You are lack of permission: uploading requires the right to import something in ${COUNTRIES[entity].inText}. Ask an administrator of that entity.`,
  );
}

/** Whether a string is the name of an entity or the code of its country, in any case. */
const isNamed = (name: string, code: Country, own: string): boolean =>
  [code, COUNTRIES[code].name, own].some(known => known.toLowerCase() === name.toLowerCase());

/**
 * Returns the entity for which a file is uploaded, according to its business key (UPLOAD-11, G9). The entity in the key
 * is used if neither the header nor the URL specifies one. It must not contradict header and URL, and the caller must
 * be permitted to import in it.
 * @param business `ssc-ops`, `lcos_serviceable/{entity name lowercased}/{submit path with slashes replaced by |}`, or
 * none
 * @throws ApiError 400, 403
 */
export function entityOfUpload(
  declared: Declarations,
  person: Person,
  request: FastifyRequest,
  business: unknown,
): Country {
  const asked = entityOfRequest(person, request);
  if (business === undefined || business === UPLOAD_BUSINESS) {
    requireUpload(declared, person, asked);
    return asked;
  }
  const [, name = ''] = (typeof business === 'string' && SERVICEABLE.exec(business)) || [];
  if (name === '') {
    throw badRequest('business: must be ssc-ops, or lcos_serviceable/{entity}/{submit path with | in place of /}');
  }
  const isOf = (code: Country): boolean =>
    isNamed(name, code, person.entities.find(({ country }) => country === code)?.name ?? code);
  const entity = COUNTRY_CODES.find(isOf);
  if (!entity) throw badRequest('business: names an entity that does not exist');
  requireUpload(declared, person, entity);
  if (entity !== asked && namesEntity(request)) {
    throw badRequest(`business: names ${COUNTRIES[entity].name}, but the request is for ${COUNTRIES[asked].name}`);
  }
  return entity;
}

/**
 * Must be called before a body is read whose key may name any entity: checks that there is an entity in which the
 * caller may import.
 * @throws ApiError 403
 */
export function requireUploadSomewhere(declared: Declarations, person: Person, request: FastifyRequest): void {
  const asked = entityOfRequest(person, request);
  const may = (entity: Country): boolean =>
    allUnits(declared.resources).some(({ permission }) => allows(person, entity, permission));
  if (namesEntity(request) || !person.entities.some(({ country }) => may(country)))
    requireUpload(declared, person, asked);
}
