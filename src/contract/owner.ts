/**
 * What owns the records of a resource, and whether the device caches all of them (design 10): a channel, a 3PL
 * (third-party logistics partner), or the entity, which is the country. Records of scope `none` also belong to the
 * entity, but are not cached whole: the server pages their list. Records of scope `platform` belong to no country: the
 * server pages them, their key has no owner, and they are the same records in every country in which a person may see
 * them. All differences between scopes are here. Imports nothing, so that every layer can read it.
 */
export type Scope = 'channel' | '3pl' | 'entity' | 'none' | 'platform';

export type OwnerField = 'channelId' | 'threePlId' | 'country';

export interface Owner {
  /** The field that names the owner of a record: it is first in every key. */
  field: OwnerField;
  /** The field with the owner's name; null if the id is its name. */
  nameField: 'channelName' | 'threePlName' | null;
  /** The owner in a sentence: "channel 10021". */
  word: string;
  /** Its word at the start of a sentence or heading. */
  title: string;
  /** The owner's id in the parameters of calls that are spelled with underscores (G22, G85). */
  parameter: string;
  /** Sign of its numbers on the device (`ownerNumber`), because ids of channels and 3PLs may be equal. */
  sign: 1 | -1 | 0;
}

const ENTITY: Owner & { field: 'country' } = {
  field: 'country',
  nameField: null,
  word: 'country',
  title: 'Country',
  parameter: 'country',
  sign: 0,
};

/** For records without an owner, whose keys do not contain one. */
const PLATFORM = {
  field: null,
  nameField: null,
  word: 'platform',
  title: 'Platform',
  parameter: '',
  sign: 0,
} as const;

export const OWNERS: Readonly<Record<Exclude<Scope, 'platform'>, Owner>> & { readonly platform: typeof PLATFORM } = {
  channel: {
    field: 'channelId',
    nameField: 'channelName',
    word: 'channel',
    title: 'Channel',
    parameter: 'channel_id',
    sign: 1,
  },
  '3pl': {
    field: 'threePlId',
    nameField: 'threePlName',
    word: '3PL',
    title: '3PL',
    parameter: 'three_pl_id',
    sign: -1,
  },
  entity: ENTITY,
  none: ENTITY,
  platform: PLATFORM,
};

/** Owners with an id of their own, of which a country has several. */
export type IdScope = Exclude<Scope, 'entity' | 'none' | 'platform'>;
export const ID_SCOPES: readonly IdScope[] = ['channel', '3pl'];

/** Whether no channel or 3PL owns the records of a scope: they belong to the entity itself, or to no country. */
export const belongsToEntity = (scope: Scope): scope is Exclude<Scope, IdScope> => OWNERS[scope].nameField === null;

/** Scopes whose records are cached whole with what owns them. */
export type CachedScope = Exclude<Scope, 'none' | 'platform'>;

/** Whether the device caches all records of an owner; otherwise it caches the pages of opened lists. */
export const isCachedWhole = (scope: Scope): scope is CachedScope => scope !== 'none' && scope !== 'platform';

/** Used instead of an owner's number for what is cached with the entity. */
export const OF_ENTITY = 0;

/**
 * The number under which the device caches an owner's records: a channel's id, a 3PL's id below zero, `OF_ENTITY` for
 * the entity.
 */
export const ownerNumber = (scope: Scope, id: number): number =>
  belongsToEntity(scope) ? OF_ENTITY : OWNERS[scope].sign * id;

/** The owner that a number on the device identifies. */
export const scopeOfNumber = (number: number): CachedScope =>
  number === OF_ENTITY ? 'entity' : number > 0 ? 'channel' : '3pl';

/** The owner's field and id for a number on the device; empty for the entity. */
export const ownerIdOf = (number: number): Partial<Record<'channelId' | 'threePlId', number>> => {
  if (number === OF_ENTITY) return {};
  return number > 0 ? { channelId: number } : { threePlId: -number };
};

/**
 * The number under which the device caches the requested records: that of the channel or 3PL in the values, or the
 * entity's; null if there is none, or the records are not cached whole.
 */
export const numberIn = (scope: Scope, values: Readonly<Record<string, unknown>>): number | null => {
  if (!isCachedWhole(scope)) return null;
  if (scope === 'entity') return OF_ENTITY;
  const id = values[OWNERS[scope].field];
  return typeof id === 'number' ? ownerNumber(scope, id) : null;
};

/** "channel 10021", "3PL 501": the owner of a number on the device. */
export const ownerText = (number: number): string => `${OWNERS[scopeOfNumber(number)].word} ${Math.abs(number)}`;

/** The channel or 3PL in some values; null if they have neither. */
export function ownerIn(
  values: Readonly<Record<string, unknown>>,
): { scope: IdScope; id: number; name: string } | null {
  for (const scope of ID_SCOPES) {
    const { field, nameField } = OWNERS[scope];
    if (values[field] !== undefined && values[field] !== null)
      return { scope, id: Number(values[field]), name: String(values[nameField ?? ''] ?? '') };
  }
  return null;
}
