import { problemAfter, problemOf } from '../../src/contract/rule.ts';
import { kindOf, type Field } from '../../src/contract/fields/all.ts';
import type { Resource } from '../../src/contract/resource.ts';
import type { Country } from '../../src/domain/country.ts';
import { TEXT_FORMS } from '../../src/domain/textForms.ts';

/**
 * Samples that satisfy the rule between a resource's fields (domain/problem), and samples that break it, found by
 * trying values.
 */

type Values = Readonly<Record<string, unknown>>;

/** Strings that satisfy or break a rule, for fields with a form. */
const ODD_TEXTS: Readonly<Partial<Record<keyof typeof TEXT_FORMS, readonly string[]>>> = {
  code: ['ID', '1000001'],
  cdtEnd: ['ID', '1000001'],
  weekends: ['Kedah: Sat', 'Sun'],
  weekdays: ['Mon', 'Tue, Sat'],
  openingHours: ['Mon-Fri 08:00-17:00', 'Sat 09:00-12:00'],
  holidays: ['Kedah: 2026-06-21', '2026-01-01'],
};

/** A few valid values for a field. */
function candidatesOf(field: Field): readonly unknown[] {
  const kind = kindOf(field);
  if (kind.typed === null && field.kind !== 'choice' && field.kind !== 'flag') return [];
  // An empty value breaks a rule that requires the field.
  const empty = 'empty' in field && field.empty === true ? [null] : [];
  const samples = [...empty, ...[0, 1, 2, 3, 4, 5].map(n => kind.sample(field, n))];
  if (field.kind === 'choice') return field.choices.map(({ value }) => value);
  if (field.kind === 'text') {
    const own = field.form && field.form !== 'postcode' ? (ODD_TEXTS[field.form] ?? []) : ['a', 'ID'];
    return [...own, ...(field.optional ? [''] : []), ...samples];
  }
  if (field.kind === 'timeOfDay') return ['00:00', '23:59', ...samples];
  // A gap between weights breaks a rule.
  if (field.kind === 'formula') return ['{"weight_range":[[0,5,1],[7,9,2]]}', ...samples];
  // The statuses at which a recon channel's parcels may be billed, one of which does not exist.
  if (field.kind === 'json') return ['{"statuses":[0,1]}', '{"statuses":[1,99]}', ...samples];
  const rule = kind.rule?.(field, 'ID');
  if (!rule) return samples;
  const { decimals, min = -1000, max = 1000 } = rule;
  return [
    ...[min, max, 0].filter(value => value >= min && value <= max).map(value => value * 10 ** decimals),
    ...samples,
  ];
}

/** All possible changes of a single field. */
export const changesOf = ({ fields }: Resource, names: readonly string[]): Record<string, unknown>[] =>
  names.flatMap(name => candidatesOf(fields[name] as Field).map(value => ({ [name]: value })));

/**
 * A change to one or two of the given fields that makes a valid record break the rule.
 *
 * @throws Error if none of the values tried breaks it
 */
export function breaking(resource: Resource, row: Values, names: readonly string[], entity: Country = 'ID') {
  const single = changesOf(resource, names);
  const all = [...single, ...single.flatMap(one => single.map(other => ({ ...one, ...other })))];
  for (const set of all) {
    const problem = problemAfter(resource, row, set, entity);
    if (problem) return { set, problem };
  }
  throw new Error(
    `no value of ${names.join(', ')} breaks the rule of ${resource.id}: add one to tests/support/rules.ts`,
  );
}

/**
 * Changes of a valid record that break the rule only because of values that are left blank in a row of a file, and that
 * the record has: the row itself satisfies it. The list is empty if none of the values tried does so.
 *
 * @param names the fields that may change
 * @param blankable the fields that a row may leave blank
 */
export function breakingWithBlanks(
  resource: Resource,
  row: Values,
  names: readonly string[],
  blankable: readonly string[],
  entity: Country = 'ID',
) {
  for (const set of changesOf(resource, names)) {
    const problem = problemAfter(resource, row, set, entity);
    if (!problem) continue;
    const blank = blankable.filter(name => !(name in set));
    const given = Object.entries({ ...row, ...set }).filter(([name]) => !blank.includes(name));
    if (!problemOf(resource, Object.fromEntries(given), entity)) return [{ set, problem, blank }];
  }
  return [];
}

/** The fields of a valid record whose values its rule reads, before or after a change of one of the given fields. */
export function readByRule(
  resource: Resource,
  row: Values,
  names: readonly string[],
  entity: Country = 'ID',
): ReadonlySet<string> {
  const { problem } = resource;
  const read = new Set<string>();
  if (!problem) return read;
  const noting = (values: Values): Values =>
    new Proxy(values, {
      get: (target, name) => {
        read.add(String(name));
        return Reflect.get(target, name) as unknown;
      },
    });
  const observed = {
    ...resource,
    problem: (values: Values, ...others: [Country, (readonly string[])?]) => problem(noting(values), ...others),
  };
  for (const set of [{}, ...changesOf(resource, names)]) problemAfter(observed, row, set, entity);
  return read;
}

/**
 * Changes values, field by field, until the rule is satisfied.
 *
 * @throws Error if none of the values tried satisfies it
 */
export function lawful(resource: Resource, values: Values, names: readonly string[], entity: Country = 'ID'): Values {
  const seen = new Set<string>();
  let now = values;
  for (;;) {
    const found = problemOf(resource, now, entity);
    if (!found) return now;
    seen.add(found.problem);
    const suggested = found.suggestion === undefined ? [] : [{ [found.field]: found.suggestion }];
    const own = [
      ...suggested,
      ...changesOf(
        resource,
        [found.field].filter(name => names.includes(name)),
      ),
    ];
    const all = [...own, ...changesOf(resource, names)].map(set => ({ ...now, ...set }));
    const next =
      all.find(one => !problemOf(resource, one, entity)) ??
      all.find(one => !seen.has(problemOf(resource, one, entity)?.problem ?? ''));
    if (!next) throw new Error(`no value of tests/support/rules.ts keeps the rule of ${resource.id}: ${found.problem}`);
    now = next;
  }
}
