import { COUNTRIES, type Country } from './country.ts';
import {
  ADMINISTRATION,
  allows,
  FEATURE,
  isActionCode,
  PRIVILEGE,
  STATUS,
  SYSTEM,
  type Principal,
  type Privilege,
  type Status,
} from './permission.ts';

/**
 * Who may administer what (shell spec 6; USER-1 to USER-9, G24). A System Admin may do everything. An Entity Admin
 * manages users, roles and shops of their own entities and can only grant rights that they have themselves. A Normal user
 * cannot administer anything.
 */

/** Features with a further permission: the maintenance switch, and starting a version of a rate table in the past. */
const WITH_MAINTENANCE: readonly string[] = [FEATURE.channelConfigIntegrated, FEATURE.rateTable, FEATURE.thirdPartyFee];

/** Codes that a role can grant, in the order of the features. */
export const GRANTABLE_CODES: readonly string[] = Object.values(FEATURE).flatMap(feature => [
  `${feature}.read`,
  `${feature}.write`,
  ...(WITH_MAINTENANCE.includes(feature) ? [`${feature}.maintenance`] : []),
]);

/** Codes that follow from a person's privilege, and that no role can grant. */
export const PRIVILEGE_CODES: readonly string[] = [ADMINISTRATION, SYSTEM].flatMap(code => [
  `${code}.read`,
  `${code}.write`,
]);

/** Codes that an Entity Admin has in their entities without any role. */
export const ENTITY_ADMIN_CODES: readonly string[] = [ADMINISTRATION, FEATURE.shop].flatMap(code => [
  `${code}.read`,
  `${code}.write`,
]);

/** An administrator's rights and the entities they work in. */
export interface Administrator extends Principal {
  readonly email: string;
  readonly entities: readonly { readonly country: Country }[];
}

export const isSystemAdmin = ({ privilege }: Pick<Principal, 'privilege'>): boolean =>
  privilege === PRIVILEGE.systemAdmin;

const nameOf = (country: Country): string => COUNTRIES[country].inText;
const worksIn = (person: Pick<Administrator, 'entities'>, entity: Country): boolean =>
  person.entities.some(({ country }) => country === entity);

/** Why a person may not administer an entity; null if they may. */
export function entityProblem(person: Administrator, entity: Country): string | null {
  if (isSystemAdmin(person)) return null;
  if (person.privilege !== PRIVILEGE.entityAdmin)
    return 'You are lack of permission: only administrators may do this. Ask an administrator.';
  return worksIn(person, entity)
    ? null
    : `You are lack of permission: you do not administer ${nameOf(entity)}. Ask an administrator of that entity.`;
}

/** Rights to grant to a user: permission codes in an entity. */
export interface Grant {
  entity: Country;
  codes: readonly string[];
}

/**
 * Why a person may not grant rights, naming the code and the entity: nobody may grant rights that they do not have
 * themselves.
 */
export function grantProblem(person: Administrator, grants: readonly Grant[]): string | null {
  for (const { entity, codes } of grants) {
    const problem = entityProblem(person, entity);
    if (problem !== null) return problem;
    const missing = codes.find(code => !allows(person, entity, code));
    if (missing !== undefined)
      return `You cannot grant ${missing} in ${nameOf(entity)}, because you do not have it yourself. Ask a System Admin.`;
  }
  return null;
}

/**
 * The codes that a change removes from a role and that the person, who lacks them, cannot add again. The removal is
 * permitted, because it does not grant anyone anything.
 */
export const unreturnable = (
  person: Administrator,
  entity: Country,
  before: readonly string[],
  after: readonly string[],
): string[] => before.filter(code => !after.includes(code) && !allows(person, entity, code));

/**
 * Why a person may not act on an account that has rights they lack, naming the code and the entity. With a password
 * link, a restored account or a new privilege, they would gain those rights.
 */
export function strongerProblem(person: Administrator, email: string, held: readonly Grant[]): string | null {
  if (isSystemAdmin(person)) return null;
  for (const { entity, codes } of held) {
    const code = codes.find(own => !allows(person, entity, own));
    if (code !== undefined)
      return `${email} has ${code} in ${nameOf(entity)}, which you do not have, so you cannot do this to their account. Ask a System Admin.`;
  }
  return null;
}

/** The user account that an administrator edits. */
export interface Administered {
  email: string;
  privilege: Privilege;
  entities: readonly Country[];
}

/**
 * Why a person may not change an account; null if they may.
 * @param after the account after the change; null if it is disabled
 */
export function accountProblem(
  person: Administrator,
  before: Administered | null,
  after: Administered | null,
): string | null {
  const own = before !== null && before.email === person.email;
  if (own && (after === null || after.privilege > person.privilege))
    return 'You cannot remove your own administrator privilege. Ask another System Admin.';
  if (isSystemAdmin(person)) return null;
  if (person.privilege !== PRIVILEGE.entityAdmin)
    return 'You are lack of permission: only administrators may do this. Ask an administrator.';
  for (const account of [before, after]) {
    if (!account) continue;
    if (account.privilege < PRIVILEGE.entityAdmin || (account.privilege < person.privilege && !own))
      return 'Only a System Admin can change a System Admin or make someone a System Admin.';
    const foreign = account.entities.find(entity => !worksIn(person, entity));
    if (foreign !== undefined)
      return `${account.email} works in ${nameOf(foreign)}, which you do not administer. Ask a System Admin.`;
    if (account.entities.length === 0 && account === after)
      return 'Choose at least one of your entities for this user.';
  }
  return null;
}

/** The fields of a person's role that an explanation uses. */
export interface HeldRole {
  name: string;
  entity: Country;
  codes: readonly string[];
}

/** Explains why a user may or may not do something: lists the roles that grant the right, or what is missing. */
export interface Explanation {
  code: string;
  allowed: boolean;
  /** The roles that grant it, as "R2, ID"; empty if the privilege grants it. */
  from: readonly { role: string; entity: Country }[];
  /** A sentence, e.g. "No role in Malaysia." */
  why: string;
}

/**
 * Explains whether a person has a right in an entity, by the same rules as `allows` and sign-in.
 * @param isActive whether the entity is enabled: nobody can work in a disabled one
 */
export function explain(
  person: {
    privilege: Privilege;
    status: Status;
    whitelisted: boolean;
    entities: readonly Country[];
    roles: readonly HeldRole[];
  },
  entity: Country,
  code: string,
  isActive = true,
): Explanation {
  const where = nameOf(entity);
  const no = (why: string): Explanation => ({ code, allowed: false, from: [], why });
  if (person.status === STATUS.disabled) return no('The account is disabled.');
  if (!person.whitelisted) return no('Not on the whitelist.');
  if (!isActive) return no(`${COUNTRIES[entity].atStart} is not an active entity.`);
  if (person.privilege === PRIVILEGE.systemAdmin)
    return { code, allowed: true, from: [], why: 'A System Admin may do everything.' };
  if (!person.entities.includes(entity)) return no(`Does not work in ${where}.`);
  if (PRIVILEGE_CODES.includes(code)) {
    if (code.startsWith(`${SYSTEM}.`)) return no('Only a System Admin has this.');
    return person.privilege === PRIVILEGE.entityAdmin
      ? { code, allowed: true, from: [], why: `An Entity Admin administers ${where}.` }
      : no('Only administrators have this.');
  }
  if (
    person.privilege === PRIVILEGE.entityAdmin &&
    ENTITY_ADMIN_CODES.includes(isActionCode(code) ? code : `${code}.read`)
  )
    return { code, allowed: true, from: [], why: `An Entity Admin manages the shops of ${where}.` };
  const here = person.roles.filter(role => role.entity === entity);
  const granting = here.filter(({ codes }) =>
    allows({ privilege: PRIVILEGE.normal, codes: { [entity]: codes } }, entity, code),
  );
  if (granting.length > 0) {
    const from = granting.map(({ name }) => ({ role: name, entity }));
    return { code, allowed: true, from, why: `From ${from.map(({ role }) => `${role}, ${entity}`).join('; ')}.` };
  }
  if (here.length === 0) return no(`No role in ${where}.`);
  const names = here.map(({ name }) => name).join(', ');
  const needed = isActionCode(code) ? code : `${code}.read`;
  return no(`${names} in ${where} ${here.length === 1 ? 'does' : 'do'} not grant ${needed}.`);
}

/** A page of the menu, with the permission that it requires; '' if the page is visible to everyone. */
export interface MenuPage {
  name: string;
  permission: string;
}

/** What one person loses or gains. */
interface RightsOfPerson {
  email: string;
  codes: string[];
  /** The names of the pages that appear in or disappear from their menu. */
  pages: string[];
}

/**
 * Preview of a role change: which permissions and pages people lose or gain.
 * @param holders people with the role who use the console with their roles, and the codes that they have without it, from
 *   other roles or their privilege
 * @param pages the pages of the menu
 */
export function roleChange(
  before: readonly string[],
  after: readonly string[],
  holders: readonly { email: string; otherCodes: readonly string[] }[],
  entity: Country,
  pages: readonly MenuPage[],
): { lost: RightsOfPerson[]; gained: RightsOfPerson[] } {
  const differing = (from: readonly string[], to: readonly string[]) =>
    holders
      .map(({ email, otherCodes }) => {
        const has = (codes: readonly string[], code: string) =>
          allows({ privilege: PRIVILEGE.normal, codes: { [entity]: [...codes, ...otherCodes] } }, entity, code);
        const differs = (code: string) => has(from, code) && !has(to, code);
        return {
          email,
          // One code may include another, so codes that the role itself does not have can differ too.
          codes: [...new Set([...from, ...GRANTABLE_CODES])].filter(differs),
          pages: pages.filter(({ permission }) => permission !== '' && differs(permission)).map(({ name }) => name),
        };
      })
      .filter(({ codes }) => codes.length > 0);
  return { lost: differing(before, after), gained: differing(after, before) };
}
