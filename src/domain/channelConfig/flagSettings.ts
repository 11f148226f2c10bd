import { CHANNEL_BIT, DELIVERY_BIT, hasBit, PERMISSION_BIT, withBit } from '../flags.ts';
import { NO, YES, type YesNo } from '../serviceableChoices.ts';
import { NAME_LIST, type NameList } from './choices.ts';
import { applyFlagDelta, type FlagDelta } from './flagDelta.ts';

/** Converts between a channel's flags and the settings in forms and lists, one setting for each named bit. */

/** Settings stored as single bits of the channel flag (channels spec 3, "Flag bits"). */
const FLAG_FIELDS = {
  tracking: CHANNEL_BIT.tracking,
  pickup: CHANNEL_BIT.pickup,
  dropoff: CHANNEL_BIT.dropoff,
  cod: CHANNEL_BIT.cod,
  cod_toggle: CHANNEL_BIT.codToggle,
  shop_cod_whitelist: CHANNEL_BIT.shopCodWhitelist,
  sod: CHANNEL_BIT.sod,
  buyer_whitelist: CHANNEL_BIT.buyerWhitelist,
} as const;

/**
 * Settings stored as single bits of the delivery flag, which is sent as is_show_preferred_delivery_option (CHC-28,
 * CHC-29).
 */
const DELIVERY_FIELDS = {
  preferred_delivery_time: DELIVERY_BIT.time,
  delivery_instructions: DELIVERY_BIT.instructions,
  leave_parcel: DELIVERY_BIT.leaveParcel,
} as const;

/** Settings stored as single bits of the permission flag (CHC-22). */
const PERMISSION_FIELDS = { shop_cod_blacklist: PERMISSION_BIT.shopCodBlacklist } as const;

export type FlagSettings = Record<
  keyof typeof FLAG_FIELDS | keyof typeof DELIVERY_FIELDS | keyof typeof PERMISSION_FIELDS,
  YesNo
> & { name_list: NameList };
export type FlagField = keyof FlagSettings;

type FieldBits = readonly (readonly [name: FlagField, bit: number])[];
const bitsOf = (fields: Readonly<Record<string, number>>): FieldBits => Object.entries(fields) as never;
const FLAG_BITS = bitsOf(FLAG_FIELDS);
const DELIVERY_BITS = bitsOf(DELIVERY_FIELDS);
const PERMISSION_BITS = bitsOf(PERMISSION_FIELDS);

/** The three flags of a channel. Delivery and permission flags are small; the channel flag extends to bit 62 (G48). */
export interface ChannelFlags {
  flag: bigint;
  delivery: number;
  permission: bigint;
}

const yesNo = (on: boolean): YesNo => (on ? YES : NO);

/** Whitelist if bit 32 is set, blacklist if only bit 33 is set, otherwise neither. */
export const nameListOf = (flag: bigint): NameList =>
  hasBit(flag, CHANNEL_BIT.whitelist)
    ? NAME_LIST.whitelist
    : hasBit(flag, CHANNEL_BIT.blacklist)
      ? NAME_LIST.blacklist
      : NAME_LIST.none;

/**
 * Whitelist sets bit 32 and clears bit 33, blacklist does the reverse, and any other value clears both (channels spec
 * 4; CHC-27).
 */
export const withNameList = (flag: bigint, mode: NameList): bigint =>
  withBit(
    withBit(flag, CHANNEL_BIT.whitelist, mode === NAME_LIST.whitelist),
    CHANNEL_BIT.blacklist,
    mode === NAME_LIST.blacklist,
  );

/** Extracts the settings from the flags. */
export function flagSettings({ flag, delivery, permission }: ChannelFlags): FlagSettings {
  const settings = {} as Record<FlagField, YesNo | NameList>;
  for (const [name, bit] of FLAG_BITS) settings[name] = yesNo(hasBit(flag, bit));
  for (const [name, bit] of DELIVERY_BITS) settings[name] = yesNo(((delivery >> bit) & 1) === 1);
  for (const [name, bit] of PERMISSION_BITS) settings[name] = yesNo(hasBit(permission, bit));
  settings.name_list = nameListOf(flag);
  return settings as FlagSettings;
}

/**
 * The flags after changing some settings. Unnamed bits, and bits of settings that are not given, stay unchanged (G49).
 */
export function withSettings(flags: ChannelFlags, settings: Partial<FlagSettings>): ChannelFlags {
  let { flag, delivery, permission } = flags;
  for (const [name, bit] of FLAG_BITS) {
    const setting = settings[name];
    if (setting !== undefined) flag = withBit(flag, bit, setting === YES);
  }
  for (const [name, bit] of DELIVERY_BITS) {
    const setting = settings[name];
    if (setting !== undefined) delivery = setting === YES ? delivery | (1 << bit) : delivery & ~(1 << bit);
  }
  for (const [name, bit] of PERMISSION_BITS) {
    const setting = settings[name];
    if (setting !== undefined) permission = withBit(permission, bit, setting === YES);
  }
  return {
    flag: settings.name_list === undefined ? flag : withNameList(flag, settings.name_list),
    delivery,
    permission,
  };
}

/** The [bit, value] pairs that turn one permission flag into another (channels spec 7.1; CHC-41). */
export const permissionChanges = (before: bigint, after: bigint): [bit: number, value: YesNo][] =>
  PERMISSION_BITS.flatMap(([, bit]) =>
    hasBit(before, bit) === hasBit(after, bit) ? [] : [[bit, yesNo(hasBit(after, bit))]],
  );

/** The permission flag after applying [bit, value] pairs in order. */
export const withPermissions = (flag: bigint, changes: readonly (readonly [bit: number, value: YesNo])[]): bigint =>
  changes.reduce((changed, [bit, value]) => withBit(changed, bit, value === YES), flag);

/** The first bit in these pairs that has no name and so must not be changed (G49); null if all bits have names. */
export const unnamedPermission = (changes: readonly (readonly [bit: number, value: YesNo])[]): number | null =>
  changes.find(([bit]) => !(Object.values(PERMISSION_FIELDS) as number[]).includes(bit))?.[0] ?? null;

/** Whether both name lists are on, in a flag or among the bits being set. They are mutually exclusive (CHC-26). */
export const hasBothLists = (isOn: (bit: number) => boolean): boolean =>
  isOn(CHANNEL_BIT.whitelist) && isOn(CHANNEL_BIT.blacklist);

/**
 * The channel flag after applying a delta. Turning on one name list turns off the other, even if the delta does not
 * include it (CHC-27).
 */
export function withFlagDelta(before: bigint, delta: FlagDelta): bigint {
  const flag = applyFlagDelta(delta, before);
  if (delta.set1.includes(CHANNEL_BIT.blacklist)) return withBit(flag, CHANNEL_BIT.whitelist, false);
  return delta.set1.includes(CHANNEL_BIT.whitelist) ? withBit(flag, CHANNEL_BIT.blacklist, false) : flag;
}

const NAMED_BY_BIT = new Map<number, FlagField>([
  ...FLAG_BITS.map(([name, bit]) => [bit, name] as const),
  [CHANNEL_BIT.whitelist, 'name_list'],
  [CHANNEL_BIT.blacklist, 'name_list'],
]);

/** The settings that the given bits of a channel flag belong to; unnamed bits are skipped. */
export const settingsOfBits = (bits: readonly number[]): FlagField[] => [
  ...new Set(bits.flatMap(bit => NAMED_BY_BIT.get(bit) ?? [])),
];

/** Settings contained in the permission flag. */
export const PERMISSION_SETTINGS: readonly FlagField[] = PERMISSION_BITS.map(([name]) => name);
