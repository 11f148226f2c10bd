/**
 * SCIM 2.0 (RFC 7643, 7644) as sent by identity providers: filters, and PATCH operations with and without a path,
 * including "False" as a string and operation names in upper case.
 */

export const SCIM_SCHEMA = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

/** Thrown for a request that cannot be executed; contains SCIM's keyword for the error. */
export class ScimProblem extends Error {
  constructor(
    readonly scimType: 'invalidFilter' | 'invalidPath' | 'invalidValue' | 'invalidSyntax' | 'mutability' | 'noTarget',
    message: string,
  ) {
    super(message);
  }
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const OWN_SCHEMA = new RegExp(`^(?:${SCIM_SCHEMA.user}|${SCIM_SCHEMA.group}):`, 'i');

/** The name of an attribute without its optional schema prefix (RFC 7644, 3.10). */
const plainName = (name: string): string => name.replace(OWN_SCHEMA, '');

/** The value of a field. Names are case-insensitive (RFC 7643, 2.1). */
export function fieldOf(of: Fields, name: string): unknown {
  const key = Object.keys(of).find(own => plainName(own).toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : of[key];
}

/** Unwraps a single value that a provider sent as `{"value": x}` or `[{"value": x}]`, as Entra does for some attributes. */
function single(value: unknown): unknown {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isFields(only) && fieldOf(only, 'value') !== undefined ? fieldOf(only, 'value') : value;
}

/**
 * Parses a boolean, including the string form that some providers send.
 * @throws ScimProblem
 */
export function booleanOf(given: unknown, name: string): boolean {
  const value = single(given);
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw new ScimProblem('invalidValue', `${name} is ${JSON.stringify(given)}, but it must be true or false.`);
}

/**
 * Parses a string of at most 200 characters; undefined if the field is missing or empty.
 * @throws ScimProblem
 */
export function textOf(given: unknown, name: string): string | undefined {
  const value = single(given);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length > 200)
    throw new ScimProblem('invalidValue', `${name} must be a text of at most 200 characters.`);
  return value.trim() === '' ? undefined : value.trim();
}

/** A condition of a filter, or several of them. Attributes are in lower case. */
export type ScimFilter =
  | { kind: 'eq'; attribute: string; value: string }
  | { kind: 'and' | 'or'; of: readonly ScimFilter[] }
  | { kind: 'not'; of: ScimFilter };

const FILTER_FORM = 'Use attribute eq "value", and connect several with and, or, not and parentheses.';

/** An attribute with an optional filter of its entries, a value, or a parenthesis. */
const FILTER_TOKEN =
  /\s*(?:([\w.$:-]+(?:\[[^\]"]*(?:"(?:[^"\\]|\\.)*"[^\]"]*)*\](?:\.[\w$]+)?)?)|("(?:[^"\\]|\\.)*")|([()]))/y;

/**
 * Parses a filter (RFC 7644, 3.4.2.2) with `eq`, `and`, `or`, `not` and parentheses; `and` binds tighter than `or`.
 * `emails[type eq "work"].value`, as Entra sends it, is the same as `emails.value`, because a user has one e-mail.
 * @throws ScimProblem for any other filter
 */
export function filterOf(text: string): ScimFilter {
  const problem = (what: string): ScimProblem => new ScimProblem('invalidFilter', `${what} ${FILTER_FORM}`);
  const tokens: string[] = [];
  for (let at = 0; at < text.trimEnd().length; at = FILTER_TOKEN.lastIndex) {
    FILTER_TOKEN.lastIndex = at;
    const [, name, value, parenthesis] = FILTER_TOKEN.exec(text) ?? [];
    const token = name ?? value ?? parenthesis;
    if (token === undefined) throw problem(`The filter ${text.slice(0, 100)} cannot be read.`);
    tokens.push(token);
  }
  let next = 0;
  const isNext = (word: string): boolean => tokens[next]?.toLowerCase() === word;
  const take = (word: string): boolean => {
    if (!isNext(word)) return false;
    next += 1;
    return true;
  };
  const several = (kind: 'and' | 'or', one: () => ScimFilter): ScimFilter => {
    const of = [one()];
    while (take(kind)) of.push(one());
    return of.length === 1 ? (of[0] as ScimFilter) : { kind, of };
  };
  const any = (): ScimFilter => several('or', all);
  const all = (): ScimFilter => several('and', condition);
  const condition = (): ScimFilter => {
    if (isNext('not') && tokens[next + 1] === '(') {
      next += 1;
      return { kind: 'not', of: condition() };
    }
    if (take('(')) {
      const inside = any();
      if (!take(')')) throw problem(`The filter ${text.slice(0, 100)} has an open parenthesis.`);
      return inside;
    }
    return comparison();
  };
  const comparison = (): ScimFilter => {
    const [name = '', operator = '', literal = ''] = tokens.slice(next, next + 3);
    next += 3;
    const attribute = /^([\w.$:-]+?)(?:\[\s*type\s+eq\s+"work"\s*\]((?:\.[\w$]+)?))?$/i.exec(name);
    if (!attribute) throw problem(`The filter ${text.slice(0, 100)} is not supported.`);
    if (operator.toLowerCase() !== 'eq')
      throw problem(
        operator === ''
          ? `The filter ${text.slice(0, 100)} is not complete.`
          : `The operator ${operator.slice(0, 100)} is not supported.`,
      );
    if (!/^(?:"|(?:true|false|\d+)$)/i.test(literal))
      throw problem(`The filter ${text.slice(0, 100)} has no value after ${name} eq.`);
    try {
      const value = String(JSON.parse(literal.startsWith('"') ? literal : literal.toLowerCase()));
      return { kind: 'eq', attribute: plainName(`${attribute[1] ?? ''}${attribute[2] ?? ''}`).toLowerCase(), value };
    } catch {
      throw new ScimProblem('invalidFilter', `The value ${literal.slice(0, 100)} of the filter cannot be read.`);
    }
  };
  const found = any();
  if (next < tokens.length) throw problem(`The filter ${text.slice(0, 100)} goes on after its end.`);
  return found;
}

/** A request's changes to a user; fields that the request does not contain are omitted. */
export interface UserChange {
  userName?: string;
  externalId?: string | null;
  /** The name as displayed. */
  name?: string;
  givenName?: string;
  familyName?: string;
  active?: boolean;
  /** Addresses to which a PATCH sets `emails`, which is read-only: the account's own is accepted, any other is refused. */
  emails?: readonly string[];
}

/** The parts of a name, '' if unknown. */
export interface NameParts {
  givenName: string;
  familyName: string;
}

/** A name composed of its parts. */
export const composedName = ({ givenName, familyName }: NameParts): string => `${givenName} ${familyName}`.trim();

/**
 * The name that an account has after a change. A name that was sent as a whole stays until another one is sent; a name
 * that consists of the parts follows them, also if only one of them is sent.
 * @param was the account's name, and its parts as last sent; null for a new account
 */
export function nameAfter(change: UserChange, was: (NameParts & { name: string; email: string }) | null): string {
  const { name, givenName = was?.givenName ?? '', familyName = was?.familyName ?? '' } = change;
  const composed = composedName({ givenName, familyName });
  const hasBoth = change.givenName !== undefined && change.familyName !== undefined;
  const follows = was === null || hasBoth || was.name === composedName(was) || was.name === was.email;
  return name ?? (follows && composed !== '' ? composed : (was?.name ?? ''));
}

const namesOf = (of: Fields): Pick<UserChange, 'name' | 'givenName' | 'familyName'> => {
  const name = fieldOf(of, 'name');
  const parts = isFields(name) ? name : {};
  const sent = {
    name: textOf(fieldOf(of, 'displayName'), 'displayName') ?? textOf(fieldOf(parts, 'formatted'), 'name.formatted'),
    givenName: textOf(fieldOf(parts, 'givenName'), 'name.givenName'),
    familyName: textOf(fieldOf(parts, 'familyName'), 'name.familyName'),
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
};

/**
 * Parses a user resource (POST, PUT, PATCH without a path).
 * @throws ScimProblem
 */
export function userChangeOf(resource: unknown): UserChange {
  if (!isFields(resource)) throw new ScimProblem('invalidSyntax', 'The request must be a JSON object.');
  const flat = Object.fromEntries(Object.entries(resource).map(([key, value]) => [plainName(key), value]));
  // If a change has no path, providers may send "name.formatted" as a separate field.
  const parts = Object.entries(flat).filter(([key]) => /^name\./i.test(key));
  const whole =
    parts.length === 0
      ? flat
      : { ...flat, name: Object.fromEntries(parts.map(([key, value]) => [key.slice(5), value])) };
  const userName = textOf(fieldOf(whole, 'userName'), 'userName');
  const external = fieldOf(whole, 'externalId');
  const active = fieldOf(whole, 'active');
  return {
    ...(userName === undefined ? {} : { userName }),
    ...(external === undefined ? {} : { externalId: textOf(external, 'externalId') ?? null }),
    ...namesOf(whole),
    // Null is the same as an attribute that was not sent (RFC 7643, 2.5).
    ...(active === undefined || active === null ? {} : { active: booleanOf(active, 'active') }),
  };
}

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  path: string | null;
  value: unknown;
}

/**
 * Parses the operations of a PATCH.
 * @throws ScimProblem
 */
export function operationsOf(body: unknown): PatchOperation[] {
  const list = isFields(body) ? fieldOf(body, 'Operations') : undefined;
  if (!Array.isArray(list) || list.length === 0 || list.length > 1000)
    throw new ScimProblem('invalidSyntax', 'Operations must be a list of 1 to 1000 operations.');
  return list.map((item: unknown) => {
    const own = isFields(item) ? item : {};
    const op = String(fieldOf(own, 'op')).toLowerCase();
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw new ScimProblem(
        'invalidSyntax',
        `op is ${JSON.stringify(fieldOf(own, 'op'))}, but it must be add, replace or remove.`,
      );
    const path = fieldOf(own, 'path');
    return {
      op,
      path: typeof path === 'string' && path.trim() !== '' ? plainName(path.trim()) : null,
      value: fieldOf(own, 'value'),
    };
  });
}

/** The addresses in a value of `emails`: a list, one entry or a bare address. */
function addressesOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((entry: unknown) => {
    const address = isFields(entry) ? fieldOf(entry, 'value') : entry;
    return typeof address === 'string' ? [address] : [];
  });
}

/**
 * The addresses to which an operation sets `emails`, in any of the forms that providers send; null if it concerns another
 * attribute. Only a PATCH must refuse a change of a read-only attribute (RFC 7644, 3.5.2); in POST and PUT such values
 * are ignored (3.3, 3.5.1).
 * @throws ScimProblem for a removal, and for an operation on `groups`
 */
function emailsIn({ op, path, value }: PatchOperation): string[] | null {
  if (path !== null && /^groups\b/i.test(path))
    throw new ScimProblem('mutability', 'groups is read-only here. Change the members of the group instead.');
  if (path === null) {
    // Entra sends `emails[type eq "work"].value` as the name of a field, too.
    const fields = isFields(value) ? Object.entries(value) : [];
    const found = fields.flatMap(([name, own]) =>
      own === null || !/^emails/i.test(plainName(name))
        ? []
        : (emailsIn({ op, path: plainName(name), value: own }) ?? []),
    );
    return found.length === 0 ? null : found;
  }
  const [, rest] = /^emails(?![\w-])(.*)$/i.exec(path) ?? [];
  if (rest === undefined) return null;
  if (op === 'remove') throw new ScimProblem('mutability', 'emails cannot be removed, because it is the userName.');
  // The other parts of an entry, such as its type, are always the same here.
  return /\.(?!value$)\w+$/i.test(rest) ? [] : addressesOf(value);
}

/**
 * Refuses to remove attributes that every user or group has. A PATCH that sets an attribute to null removes it (RFC 7643, 2.5).
 * @throws ScimProblem
 */
function refuseRemovals({ op, path, value }: PatchOperation, required: RegExp): void {
  const given = path === null && isFields(value) ? Object.entries(value) : [[path ?? '', value] as const];
  const removed = given.map(([name, own]) => ({ name: plainName(name), own }));
  const name = removed.find(({ name: one, own }) => (op === 'remove' || own === null) && required.test(one))?.name;
  if (name !== undefined) throw new ScimProblem('mutability', `${name} cannot be removed.`);
}

/**
 * The changes to a user that the operations of a PATCH specify. Attributes that this server does not store are ignored.
 * @throws ScimProblem
 */
export function userPatchOf(body: unknown): UserChange {
  let change: UserChange = {};
  // Providers send the parts of a name as separate operations.
  const parts: Record<string, unknown> = {};
  for (const operation of operationsOf(body)) {
    const { op, path: name, value } = operation;
    refuseRemovals(operation, /^(active|userName)$/i);
    const emails = emailsIn(operation);
    if (emails !== null) change = { ...change, emails: [...(change.emails ?? []), ...emails] };
    const [, part] = /^name\.(givenName|familyName)$/i.exec(name ?? '') ?? [];
    if (part !== undefined && op !== 'remove') parts[part] = value;
    if (name === null) {
      if (op === 'remove') throw new ScimProblem('noTarget', 'The operation remove needs a path.');
      change = { ...change, ...userChangeOf(value) };
      continue;
    }
    if (op === 'remove') {
      if (/^externalId$/i.test(name)) change = { ...change, externalId: null };
      continue;
    }
    change = { ...change, ...userChangeOf({ [name]: value }) };
  }
  return { ...userChangeOf({ name: parts }), ...change };
}

/** A request's changes to a group. Members are user ids. */
export interface GroupChange {
  name?: string;
  externalId?: string | null;
  /** All members of the group after the change. */
  members?: readonly number[];
}

const idOf = (value: unknown): number => {
  const id = Number(value);
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647)
    throw new ScimProblem('invalidValue', `${JSON.stringify(value)} is not the id of a user.`);
  return id;
};

/** Whether a member is another group. Its id must not be mistaken for a user's. */
const isGroup = (member: Fields): boolean => {
  const [type, ref] = [fieldOf(member, 'type'), fieldOf(member, '$ref')];
  return (typeof type === 'string' && /^group$/i.test(type)) || (typeof ref === 'string' && /\/Groups\//i.test(ref));
};

/**
 * Parses ids from a list of members or from a single member.
 * @throws ScimProblem for anything that is not a user, such as another group
 */
export function membersOf(value: unknown): number[] {
  if (value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.length > 10_000) throw new ScimProblem('invalidValue', 'A request can contain at most 10,000 members.');
  return list.map(own => {
    if (!isFields(own)) return idOf(own);
    if (isGroup(own)) throw new ScimProblem('invalidValue', 'Only users can be members of a group, not other groups.');
    return idOf(fieldOf(own, 'value'));
  });
}

/**
 * Parses a group resource.
 * @throws ScimProblem
 */
export function groupChangeOf(resource: unknown): GroupChange {
  if (!isFields(resource)) throw new ScimProblem('invalidSyntax', 'The request must be a JSON object.');
  const name = textOf(fieldOf(resource, 'displayName'), 'displayName');
  const external = fieldOf(resource, 'externalId');
  const members = fieldOf(resource, 'members');
  return {
    ...(name === undefined ? {} : { name }),
    ...(external === undefined ? {} : { externalId: textOf(external, 'externalId') ?? null }),
    ...(members === undefined ? {} : { members: membersOf(members) }),
  };
}

/**
 * The changes to a group that the operations of a PATCH specify, given the group's current members.
 * @throws ScimProblem
 */
export function groupPatchOf(body: unknown, has: readonly number[]): GroupChange {
  let change: GroupChange = {};
  const members = new Set(has);
  for (const operation of operationsOf(body)) {
    const { op, path, value } = operation;
    refuseRemovals(operation, /^displayName$/i);
    const one = path === null ? null : /^members\[\s*value\s+eq\s+"?(\d+)"?\s*\]$/i.exec(path);
    if (one) {
      if (op !== 'remove') throw new ScimProblem('invalidPath', `${path} can only be removed.`);
      members.delete(idOf(one[1]));
    } else if (path !== null && /^members$/i.test(path)) {
      const named = value === undefined ? null : membersOf(value);
      if (op === 'replace' || (op === 'remove' && named === null)) members.clear();
      for (const id of named ?? []) {
        if (op === 'remove') members.delete(id);
        else members.add(id);
      }
    } else if (op === 'remove') {
      if (path === null) throw new ScimProblem('noTarget', 'The operation remove needs a path.');
      if (/^externalId$/i.test(path)) change = { ...change, externalId: null };
    } else {
      const next = groupChangeOf(path === null ? value : { [path]: value });
      if (next.members && op === 'replace') members.clear();
      for (const id of next.members ?? []) members.add(id);
      change = { ...change, ...next };
    }
  }
  return { ...change, members: [...members] };
}
