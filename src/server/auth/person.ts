import type { EntityRow, SessionInfo } from '../../contract/session.ts';
import { ENTITY_ADMIN_CODES } from '../../domain/administration.ts';
import { isCountry, type Country } from '../../domain/country.ts';
import { PRIVILEGE, STATUS, type Category, type Principal, type Privilege } from '../../domain/permission.ts';
import type { Queryable } from '../db/transaction.ts';

/** The signed-in person, including everything that requests need to know about them (ENT-1). */
export interface Person extends Principal {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly category: Category;
  readonly currentEntity: Country;
  /** Active entities to which the person belongs; all active entities for a System Admin (PERM-3). */
  readonly entities: readonly EntityRow[];
  readonly whitelisted: boolean;
  /** Name of the API token that is used on behalf of the person; missing for the person's own session. */
  readonly tokenName?: string;
}

interface PersonRow {
  id: number;
  email: string;
  name: string;
  privilege: Privilege;
  category: Category;
  current_entity: string;
  whitelisted: boolean;
  entities: (EntityRow & { codes: string[] })[] | null;
}

/**
 * Loads everything about a person in one statement, so that a request needs only one additional round trip. A
 * permission code is valid only in the entity of the role that grants it, and only while the person belongs to that
 * entity.
 */
export const PERSON_COLUMNS = `
  u.id, u.email, u.name, u.privilege, u.category, u.current_entity,
  EXISTS (SELECT 1 FROM whitelist w WHERE w.email = u.email) AS whitelisted,
  (SELECT json_agg(json_build_object('id', e.id, 'name', e.name, 'country', e.country, 'status', e.status, 'codes',
            (SELECT coalesce(json_agg(DISTINCT code), '[]'::json)
               FROM user_roles ur JOIN roles r ON r.id = ur.role_id CROSS JOIN unnest(r.codes) AS code
              WHERE ur.user_id = u.id AND r.entity_id = e.id)) ORDER BY e.id)
     FROM entities e
    WHERE e.status = ${STATUS.normal} AND (u.privilege = ${PRIVILEGE.systemAdmin} OR EXISTS
          (SELECT 1 FROM user_entities ue WHERE ue.user_id = u.id AND ue.entity_id = e.id))) AS entities`;

/** Builds a Person from a row that was selected with PERSON_COLUMNS. */
export function toPerson(row: PersonRow): Person {
  const found = (row.entities ?? []).filter(entity => isCountry(entity.country));
  const current = found.find(entity => entity.country === row.current_entity) ?? found[0];
  const own = row.privilege === PRIVILEGE.entityAdmin ? ENTITY_ADMIN_CODES : [];
  return {
    userId: row.id,
    email: row.email,
    name: row.name,
    privilege: row.privilege,
    category: row.category,
    currentEntity: current?.country ?? (row.current_entity as Country),
    entities: found.map(({ id, name, country, status }) => ({ id, name, country, status })),
    codes: Object.fromEntries(found.map(entity => [entity.country, [...entity.codes, ...own]])),
    whitelisted: row.whitelisted,
  };
}

/** Returns the person with the given id, or null if they do not exist or are disabled. */
export async function loadPerson(db: Queryable, userId: number): Promise<Person | null> {
  const { rows } = await db.query<PersonRow>(
    `SELECT ${PERSON_COLUMNS} FROM users u WHERE u.id = $1 AND u.status = ${STATUS.normal}`,
    [userId],
  );
  return rows[0] ? toPerson(rows[0]) : null;
}

export type { PersonRow };

/** Returns the person in the format that the console receives. */
export function sessionInfo(person: Person): SessionInfo {
  return {
    userId: person.userId,
    email: person.email,
    name: person.name,
    privilege: person.privilege,
    category: person.category,
    currentEntity: person.currentEntity,
    entityIds: person.entities.map(entity => entity.id),
    entities: [...person.entities],
    permissionCodes: [...(person.codes[person.currentEntity] ?? [])],
    codesByEntity: Object.fromEntries(Object.entries(person.codes).map(([key, codes]) => [key, [...(codes ?? [])]])),
    whitelisted: person.whitelisted,
  };
}
