import { kindOf, type Field } from '../../src/contract/fields/all.ts';
import { mayBeEmpty, PLACES } from '../../src/contract/fields/base.ts';
import type { TextField } from '../../src/contract/fields/text.ts';
import { fieldsOfKind, inputFields, type Resource } from '../../src/contract/resource.ts';
import { referenceOf } from '../../src/contract/references.ts';
import { sheetKey } from '../../src/contract/resourceSheet.ts';
import { problemAfter } from '../../src/contract/rule.ts';
import { fold } from '../../src/domain/fold.ts';
import { withFollowing } from '../../src/domain/follows.ts';
import { choicesFrom, withOwnKeys } from '../../src/sync/testing/otherKeys.ts';
import { breaking, lawful } from './rules.ts';
import { CHANNEL } from './serverFixture.ts';

/**
 * The samples of a declared resource for its promises: unsorted values, some of them equal or empty, that keep the
 * resource's rule, each with a key of its own.
 */

type Values = Record<string, unknown>;
/** Locations by the most specific level that they may have. */
type Places = ReadonlyMap<number, readonly number[]>;

const POSTCODES = ['40111', '40115', '50200', '00411', '40112', '90001'];
const CODES = ['REG-01', 'COD_02', 'REG-011', 'A1', 'Z', 'SAME-DAY', 'NEXT'];
const TEXTS = ['Zóne A', 'Zone A-1', 'b 2', 'B', 'Zz', 'ändert'];
/** Numbers and days for the samples, unsorted. */
const NUMBERS = [40, 7, 600, 7, 0, 3, 85];
const DAYS = ['2026-02-28', '2024-02-29', '2026-12-31', '2025-06-01', '2026-02-01', '2024-02-29', '2027-01-01'];
/** Strings for fields with a form, by form. */
const FORM_TEXTS: Readonly<Record<NonNullable<TextField['form']>, readonly string[]>> = {
  code: CODES,
  cdtEnd: CODES,
  postcode: POSTCODES,
  serviceType: ['LM', 'FL', 'LM', 'LM', 'FL', 'FL', 'LM'],
  weekends: ['Sat, Sun', 'Sun', 'None', 'Fri, Sat', 'Sat', 'Fri', 'Fri, Sat, Sun'],
  holidays: DAYS,
  weekdays: ['Mon', 'Tue', 'Mon, Wed', 'Sat, Sun', 'Mon, Tue, Wed, Thu, Fri', 'Wed', 'Thu'],
  openingHours: [
    'Mon-Fri 08:00-17:00',
    'Mon 08:00-17:00',
    'Sat-Sun 10:00-22:00',
    'Mon-Sun 00:00-24:00',
    'Mon 08:00-17:00; Wed 09:00-12:00',
    'Sun 09:00-12:00',
    'Tue 09:00-12:00',
  ],
};
/** A value for each n, again from the first one after the last. */
const nth = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;

/** The samples' flags, bit by bit; one sample has none. */
const FLAGS = [0b0001, 0b1011, 0b0000, 0b0110, 0b1111, 0b0101];
export const SAMPLES = POSTCODES.length;

/** Separate channels and 3PLs, for records identified by one of them. */
export const OWN_CHANNELS = Array.from({ length: SAMPLES + 2 }, (_, n) => (n === 0 ? CHANNEL.first : 10_900 + n));

/**
 * A field's valid stored number that is closest to a value: limits are declared as people write them, while numbers are
 * stored times 10^decimals.
 */
const withinBounds = (field: { decimals?: number; min?: number; max?: number }, value: number): number => {
  const { decimals = 0, min = -Infinity, max = Infinity } = field;
  return Math.min(Math.max(value, min * 10 ** decimals), max * 10 ** decimals);
};

/** Whether a field refers to places by their id. */
const isPlace = (field: Field | undefined): boolean => referenceOf(field)?.collection === PLACES;

/** A field's value in the nth sample; places come from the tree, a different one for each sample. */
function sampleValue(field: Field, name: string, n: number, resource: Resource, places: Places) {
  switch (field.kind) {
    case 'text':
      if (field.optional && n % 3 === 2) return '';
      if (field.form) return nth(FORM_TEXTS[field.form], n);
      return (field.folded ? nth(TEXTS, n) : fold(nth(TEXTS, n))).slice(0, field.max);
    case 'channel':
      if (sheetKey(resource).includes(name)) return nth(OWN_CHANNELS, n);
      return n % 2 === 0 ? CHANNEL.first : CHANNEL.second;
    case 'choice':
      return field.empty && n % 3 === 2 ? null : nth(field.choices, n).value;
    case 'number':
      if (field.empty && n % 3 === 2) return null;
      if (isPlace(field)) return nth(places.get(3) ?? [], n);
      return withinBounds(field, nth(NUMBERS, n) * (field.min === undefined && n % 2 ? -1 : 1));
    case 'day':
      return field.empty && n % 3 === 2 ? null : nth(DAYS, n);
    case 'flag': {
      const bit = fieldsOfKind(resource, 'flag').findIndex(([own]) => own === name);
      return (nth(FLAGS, n) & (1 << bit)) !== 0;
    }
    case 'place': {
      const [first] = fieldsOfKind(resource, 'place')[0] ?? [];
      return nth(places.get(field.deepest) ?? [], first === name ? n : n * 2 + 1);
    }
    default:
      return mayBeEmpty(field) && n % 3 === 2 ? null : kindOf(field).sample(field, n);
  }
}

/** The ends of a record that are placed by a level: the first one is the whole country, the others are locations. */
function placedValues(resource: Resource, n: number, places: Places): Values {
  const ends = fieldsOfKind(resource, 'text').flatMap(([name, { placed }]) =>
    placed ? [[name, placed] as const] : [],
  );
  const id = nth(places.get(3) ?? [0], n);
  const level = [0, 1, 2, 3].find(deepest => places.get(deepest)?.includes(id));
  return Object.fromEntries(
    ends.flatMap(([name, placed], at) =>
      at === 0
        ? [[placed, -1] as const, [name, 'ID'] as const]
        : [[placed, level] as const, [name, String(id)] as const],
    ),
  );
}

/** Returns a resource's samples by their number. */
export function samplesOf(resource: Resource, places: Places): (n: number) => Values {
  const names = inputFields(resource);
  const unnamed = names.filter(name => !resource.key.includes(name));
  return withOwnKeys(
    resource,
    n => {
      const values = Object.fromEntries(
        names.map(name => [name, sampleValue(resource.fields[name] as Field, name, n, resource, places)]),
      );
      return { ...values, ...placedValues(resource, n, places) };
    },
    values => {
      try {
        return lawful(resource, values, unnamed);
      } catch {
        return null;
      }
    },
  );
}

/** Whether any value of a field breaks a record's rule. */
export function breaksAlone(resource: Resource, row: Values, name: string): boolean {
  if (!resource.problem) return false;
  try {
    return breaking(resource, row, [name]) !== null;
  } catch {
    return false;
  }
}

/** The values other than a given one, beginning with the next one. */
function after(values: readonly unknown[], value: unknown): unknown[] {
  const at = values.indexOf(value) + 1;
  return [...values.slice(at), ...values.slice(0, at)].filter(other => other !== value);
}

/** Other values of a field that a person may enter, beginning with the one that is closest in the samples. */
function othersOf(field: Field, value: unknown): unknown[] {
  switch (field.kind) {
    case 'flag':
      return [value !== true];
    case 'choice':
      return after(
        field.choices.map(choice => choice.value),
        value,
      );
    case 'day':
      return [value === '2026-05-05' ? '2026-05-06' : '2026-05-05'];
    case 'number':
      // The next number first, and numbers below it if that exceeds the field's limit.
      return [
        ...choicesFrom(field, Number(value ?? 11) + 1),
        withinBounds(field, -1_000),
        withinBounds(field, 1_000),
      ].filter(other => other !== value && isWithin(field, other));
    case 'text':
      return field.form === undefined
        ? [`${String(value).slice(0, field.max - 2)} x`]
        : after([...new Set(FORM_TEXTS[field.form])], value);
    default:
      return choicesFrom(field, kindOf(field).sample(field, 0)).filter(other => other !== value);
  }
}

const isWithin = (field: Field, value: unknown): boolean => 'value' in kindOf(field).canonical(field, value, 'ID');

/**
 * A field that an update changes, with a different value that keeps the rule.
 *
 * @param names the fields that the update may change
 * @param rows all records that get the value; by default, the given one
 */
export function edited(
  resource: Resource,
  row: Values,
  names: readonly string[] = resource.edit,
  rows: readonly Values[] = [row],
): Values {
  const { fields } = resource;
  const possible = names.filter(own => fields[own]?.kind !== 'channel' && !isPlace(fields[own]));
  const setsOf = (own: string): Values[] => othersOf(fields[own] as Field, row[own]).map(value => ({ [own]: value }));
  // Without values that follow, the result is the same whether a call contains all fields or only the changed ones.
  const keeps = (set: Values): boolean =>
    rows.every(
      each => withFollowing(resource.follows, each, set) === set && problemAfter(resource, each, set, 'ID') === null,
    );
  // Prefers a field that the rule does not depend on.
  const free = possible.filter(own => !breaksAlone(resource, row, own)).flatMap(own => setsOf(own).slice(0, 1));
  const sets = possible.flatMap(setsOf);
  return free.find(keeps) ?? sets.find(keeps) ?? sets[0] ?? {};
}

/** Codes of shop types to which the samples of shops refer. */
export const SHOP_TYPES = ['ID', '1000001', ...CODES];
