/** Compares two channels, or two states of one channel, by group of settings. */

type Values = Readonly<Record<string, unknown>>;

export interface SettingsGroup {
  id: string;
  label: string;
  fields: readonly string[];
}

export interface ComparedSetting {
  name: string;
  a: unknown;
  b: unknown;
}

export interface ComparedGroup extends SettingsGroup {
  differ: ComparedSetting[];
  equal: ComparedSetting[];
}

/**
 * Whether a value counts as unset: missing values, unset settings and empty strings are equal. 0 and No are values
 * (G61).
 */
const nothing = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** The settings of some groups in two channels, including those that are equal, in the order of the groups. */
export const compareSettings = (groups: readonly SettingsGroup[], a: Values, b: Values): ComparedGroup[] =>
  groups.map(group => {
    const all = group.fields.map((name): ComparedSetting => ({ name, a: a[name] ?? null, b: b[name] ?? null }));
    const isEqual = (setting: ComparedSetting) => Object.is(nothing(setting.a), nothing(setting.b));
    return { ...group, differ: all.filter(setting => !isEqual(setting)), equal: all.filter(isEqual) };
  });

const settings = (count: number): string => (count === 1 ? '1 setting' : `${count} settings`);

/** "7 settings differ in 3 groups, 40 are equal". */
export function comparedText(groups: readonly ComparedGroup[]): string {
  const differ = groups.reduce((sum, group) => sum + group.differ.length, 0);
  const equal = groups.reduce((sum, group) => sum + group.equal.length, 0);
  if (differ === 0) return `All ${settings(equal)} are equal`;
  const within = groups.filter(group => group.differ.length > 0).length;
  const where = within === 1 ? '1 group' : `${within} groups`;
  return `${settings(differ)} ${differ === 1 ? 'differs' : 'differ'} in ${where}, ${equal} ${equal === 1 ? 'is' : 'are'} equal`;
}
