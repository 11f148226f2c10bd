import { kindOf, type Field } from '../../contract/fields/all.ts';
import { PLACES } from '../../contract/fields/base.ts';
import { referenceOf } from '../../contract/references.ts';
import type { Resource } from '../../contract/resource.ts';

/** Generates samples of a resource with distinct keys, even if the key's fields have only a few possible values. */

type Values = Readonly<Record<string, unknown>>;

/** The number of values tried for one field. */
const TRIED = 40;

/** A given number followed by nearby numbers within the field's bounds, in stored form. */
function numbersFrom(first: number, { decimals, min = -Infinity, max = Infinity }: NonNullable<Bounds>): number[] {
  const [low, high] = [min * 10 ** decimals, max * 10 ** decimals];
  const up = Array.from({ length: TRIED }, (_, n) => first + n).filter(value => value <= high);
  const down = Array.from({ length: TRIED }, (_, n) => first - 1 - n).filter(value => value >= low);
  return [...up, ...down].slice(0, TRIED);
}
type Bounds = ReturnType<NonNullable<ReturnType<typeof kindOf>['rule']>>;

/**
 * Values of a field, a given one first: numbers within its bounds, otherwise the samples of its kind. Not every number
 * within its bounds can be paid. A channel or a
 * place stays, because it refers to an existing record.
 */
export function choicesFrom(field: Field, first: unknown): unknown[] {
  if (field.kind === 'channel' || field.kind === 'place' || referenceOf(field)?.collection === PLACES) return [first];
  const kind = kindOf(field);
  const bounds = kind.rule?.(field);
  if (bounds && !bounds.payable && typeof first === 'number') return numbersFrom(first, bounds);
  return [...new Set([first, ...Array.from({ length: TRIED }, (_, n) => kind.sample(field, n))])];
}

/** The fields that identify a record within its owner and that people enter. */
export const keyInputs = ({ key, fields }: Resource): string[] =>
  key.flatMap(name => {
    const field = fields[name];
    if (field?.kind !== 'made') return field ? [name] : [];
    return field.from.filter(part => fields[part] !== undefined);
  });

/** Records that differ from a given one only in their key; the given one comes first. */
export function* otherKeys(resource: Resource, values: Values, names = keyInputs(resource)): Generator<Values> {
  const [name, ...rest] = names;
  if (name === undefined) {
    yield values;
    return;
  }
  for (const value of choicesFrom(resource.fields[name] as Field, values[name]))
    yield* otherKeys(resource, { ...values, [name]: value }, rest);
}

/**
 * Returns samples one after another, each with a key of its own.
 *
 * @param sample the n-th sample, whose key may be that of an earlier one
 * @param accept returns the record in its final form; null if its values cannot be used
 * @throws Error if the key of the n-th sample cannot be changed to a new one
 */
export function withOwnKeys<V extends Values>(
  resource: Resource,
  sample: (n: number) => V,
  accept: (values: V) => V | null = values => values,
): (n: number) => V {
  const made: V[] = [];
  const taken = new Set<string>();
  const next = (n: number): V => {
    for (const values of otherKeys(resource, sample(n)) as Generator<V>) {
      const key = JSON.stringify(keyInputs(resource).map(name => values[name]));
      // The server numbers the record, so its key is always new.
      if (resource.numbered === undefined && taken.has(key)) continue;
      const accepted = accept(values);
      if (accepted === null) continue;
      taken.add(key);
      return accepted;
    }
    throw new Error(`${resource.id} has no valid sample number ${n + 1} whose key differs from the others`);
  };
  return n => {
    while (made.length <= n) made.push(next(made.length));
    return made[n] as V;
  };
}
