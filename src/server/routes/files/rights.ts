import { ALL_IMPORTS } from '../../../contract/imports/registry.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { allows } from '../../../domain/permission.ts';
import type { Person } from '../../auth/person.ts';
import { requireRight } from '../../http/call.ts';
import { forbidden } from '../../http/envelope.ts';

/**
 * Files are uploaded by whoever may import anything in the entity.
 * @throws ApiError 403
 */
export function requireUpload(person: Person, entity: Country): void {
  requireRight(person, entity, 'signedIn');
  if (ALL_IMPORTS.some(({ permission }) => allows(person, entity, permission))) return;
  throw forbidden(
    `You are lack of permission: uploading needs the right to import something in ${COUNTRIES[entity].name}. Ask an administrator of that entity.`,
  );
}
