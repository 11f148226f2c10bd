/**
 * Who owns a resource's records, and whether the device caches all of them (design 10). The owner is a channel, a 3PL
 * (third-party logistics partner), or the entity, which is the country. Records with the scope `none` also belong to
 * the entity but are not cached whole: the server pages their list. Records with the scope `platform` belong to no
 * country: the server pages them, their keys contain no owner, and they are the same in every country in which a person
 * may see them. All differences between scopes are defined here. This file imports nothing, so that every layer can
 * import it.
 */
export type Scope = 'channel' | '3pl' | 'entity' | 'none' | 'platform';

export type OwnerField = 'channelId' | 'threePlId' | 'country';

export interface OwnerTerms {
  /** The field that identifies a record's owner; it comes first in every key. */
  field: OwnerField;
  /** The field that contains the owner's name; null if the id is also the name. */
  nameField: 'channelName' | 'threePlName' | null;
  /** The word for the owner within a sentence: "channel 10021". */
  word: string;
  /** The same word at the start of a sentence or heading. */
  title: string;
  /** The snake_case name of the owner's id in call parameters (G22, G85). */
  parameter: string;
}

const ENTITY: OwnerTerms & { field: 'country' } = {
  field: 'country',
  nameField: null,
  word: 'country',
  title: 'Country',
  parameter: 'country',
};

/** For records without an owner, whose keys do not contain one. */
const PLATFORM = {
  field: null,
  nameField: null,
  word: 'platform',
  title: 'Platform',
  parameter: '',
} as const;

export const OWNERS: Readonly<Record<Exclude<Scope, 'platform'>, OwnerTerms>> & { readonly platform: typeof PLATFORM } =
  {
    channel: {
      field: 'channelId',
      nameField: 'channelName',
      word: 'channel',
      title: 'Channel',
      parameter: 'channel_id',
    },
    '3pl': {
      field: 'threePlId',
      nameField: 'threePlName',
      word: '3PL',
      title: '3PL',
      parameter: 'three_pl_id',
    },
    entity: ENTITY,
    none: ENTITY,
    platform: PLATFORM,
  };

/** Kinds of owners that are identified by an id, because a country has several of them. */
export type IdScope = Exclude<Scope, 'entity' | 'none' | 'platform'>;
export const ID_SCOPES: readonly IdScope[] = ['channel', '3pl'];

/** Whether no channel or 3PL owns the records of a scope: they belong to the entity itself, or to no country. */
export const belongsToEntity = (scope: Scope): scope is Exclude<Scope, IdScope> => OWNERS[scope].nameField === null;

/** Scopes whose records are cached whole, together with their owner. */
export type CachedScope = Exclude<Scope, 'none' | 'platform'>;

/** Whether the device caches all records of an owner. Otherwise, it caches only the pages that were opened. */
export const isCachedWhole = (scope: Scope): scope is CachedScope => scope !== 'none' && scope !== 'platform';

/** A channel or a 3PL. A channel and a 3PL may have the same id, so an id alone does not identify an owner. */
export interface Owner {
  kind: IdScope;
  id: number;
}

/** An owner as a key: "channel:10021", "3pl:501". */
export type OwnerKey = `${IdScope}:${number}`;

/** Takes the place of an owner's key for records that are cached with the entity. */
export const OF_ENTITY = 'entity';

/** Takes the place of an owner's id for records that belong to the entity. */
export const NO_OWNER = 0;

/** The owner with which the device caches records: a channel, a 3PL, or the entity. */
export type CachedOwner = OwnerKey | typeof OF_ENTITY;

export const keyOfOwner = ({ kind, id }: Owner): OwnerKey => `${kind}:${id}`;

export const keyOfChannel = (channelId: number): OwnerKey => keyOfOwner({ kind: 'channel', id: channelId });

/** The channel or 3PL that a key identifies. */
export function ownerOfKey(key: OwnerKey): Owner {
  const at = key.indexOf(':');
  return { kind: key.slice(0, at) as IdScope, id: Number(key.slice(at + 1)) };
}

/**
 * Parses an owner's key from a stored or shared value; null if it contains none. Older builds stored a number: a
 * channel's id, or the negated id of a 3PL.
 */
export function readOwnerKey(value: unknown): OwnerKey | null {
  const [, kind, id] = /^(channel:|3pl:|-)?([1-9]\d*)$/.exec(String(value)) ?? [];
  if (id === undefined || !Number.isSafeInteger(Number(id))) return null;
  return keyOfOwner({ kind: kind === '-' || kind === '3pl:' ? '3pl' : 'channel', id: Number(id) });
}

/** Compares owners: the entity first, then channels by id, then 3PLs by id. */
export function compareOwners(a: CachedOwner, b: CachedOwner): number {
  if (a === OF_ENTITY || b === OF_ENTITY) return Number(b === OF_ENTITY) - Number(a === OF_ENTITY);
  const [first, second] = [ownerOfKey(a), ownerOfKey(b)];
  return ID_SCOPES.indexOf(first.kind) - ID_SCOPES.indexOf(second.kind) || first.id - second.id;
}

/** The owner with which a scope's records are cached: the entity, or the channel or 3PL with the given id. */
export const cachedOwner = (scope: Scope, id: number): CachedOwner =>
  belongsToEntity(scope) ? OF_ENTITY : keyOfOwner({ kind: scope, id });

/** The scope of the records that are cached with an owner. */
export const scopeOfOwner = (owner: CachedOwner): CachedScope =>
  owner === OF_ENTITY ? OF_ENTITY : ownerOfKey(owner).kind;

/** The owner's field and id, as calls expect them; empty for the entity. */
export function ownerInput(owner: CachedOwner): Partial<Record<'channelId' | 'threePlId', number>> {
  if (owner === OF_ENTITY) return {};
  const { kind, id } = ownerOfKey(owner);
  return kind === 'channel' ? { channelId: id } : { threePlId: id };
}

/**
 * The owner with which the requested records are cached: the channel or 3PL in the values, or the entity. Null if the
 * values contain no owner, or if the records are not cached whole.
 */
export function cachedOwnerIn(scope: Scope, values: Readonly<Record<string, unknown>>): CachedOwner | null {
  if (!isCachedWhole(scope)) return null;
  if (scope === 'entity') return OF_ENTITY;
  const id = values[OWNERS[scope].field];
  return typeof id === 'number' ? keyOfOwner({ kind: scope, id }) : null;
}

/** The channel or 3PL that the values contain; null if they contain neither. */
export function ownerIn(values: Readonly<Record<string, unknown>>): (Owner & { name: string }) | null {
  for (const kind of ID_SCOPES) {
    const { field, nameField } = OWNERS[kind];
    if (values[field] !== undefined && values[field] !== null)
      return { kind, id: Number(values[field]), name: String(values[nameField ?? ''] ?? '') };
  }
  return null;
}
