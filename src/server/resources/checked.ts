import { canonicalValues } from '../../contract/canonical.ts';
import { scopeOfField } from '../../contract/fields/channel.ts';
import { referencesOf } from '../../contract/references.ts';
import { fieldsOfKind, labelOf, mayBeBlank, type Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Queryable } from '../db/transaction.ts';
import { badRequest } from '../base/envelope.ts';
import type { Input } from './extras.ts';
import { nameOfOwner } from './owners.ts';
import { requireArea, requireNamed, requireOwner } from './references.ts';
import type { Values } from './write.ts';

/**
 * Validates a write's values against their fields' rules, and converts each to its canonical stored form
 * (contract/canonical): a place must belong to the entity and not be too deep, a channel must belong to the entity, and
 * a record to which a field refers must exist.
 * @throws ApiError 400 that names the field
 */
export async function checked(db: Queryable, resource: Resource, entity: Country, input: Input): Promise<Input> {
  const read = canonicalValues(resource, entity, input);
  if ('problem' in read) throw badRequest(`${read.field}: ${read.problem}`);
  const { values } = read;
  requireNone(blankProblem(resource, entity, values));
  for (const [name, { deepest }] of fieldsOfKind(resource, 'place')) {
    if (values[name] !== undefined) await requireArea(db, entity, name, Number(values[name]), deepest);
  }
  for (const [name, field] of fieldsOfKind(resource, 'channel')) {
    if (values[name] !== undefined)
      await requireOwner(db, entity, name, { kind: scopeOfField(field), id: Number(values[name]) });
  }
  for (const { name, names } of referencesOf(resource)) await requireNamed(db, entity, name, values[name], names);
  return values;
}

/**
 * Finds a required value that is blank. Most input schemas refuse it, but those of calls whose documents give a field
 * its own message accept any text. The message is that of the resource's rule, if the rule knows the field.
 */
function blankProblem(resource: Resource, entity: Country, values: Input): Problem | null {
  const name = Object.keys(values).find(
    key => resource.fields[key] !== undefined && values[key] === '' && !mayBeBlank(resource.fields[key]),
  );
  if (name === undefined) return null;
  const found = resource.problem?.({ [name]: '' }, entity, [name]);
  return found?.field === name ? found : { field: name, problem: `${labelOf(resource, name)} is required` };
}

/** @throws ApiError 400 that names the field and what is wrong with it, if anything is */
export function requireNone(found: Problem | null | undefined): void {
  if (found) throw badRequest(`${found.field}: ${found.problem}`);
}

/**
 * Converts the key fields of an input to their stored form, because a device may still have them as a person typed
 * them.
 */
export function withStoredKey<I extends Input>({ key, fields }: Resource, entity: Country, input: I): I {
  const read = canonicalValues({ fields }, entity, Object.fromEntries(key.map(name => [name, input[name]])));
  return 'values' in read ? { ...input, ...read.values } : input;
}

/** The names of the channels or 3PLs to which a new record refers, if its list shows them. */
export async function ownerNames(db: Queryable, resource: Resource, entity: Country, values: Input): Promise<Input> {
  const names: Record<string, string> = {};
  for (const [name, { of }] of fieldsOfKind(resource, 'text')) {
    const field = of === undefined ? undefined : resource.fields[of];
    if (of === undefined || field?.kind !== 'channel') continue;
    names[name] = (await nameOfOwner(db, entity, { kind: scopeOfField(field), id: Number(values[of]) })) ?? '';
  }
  return names;
}

/** The folded forms of strings that have a folded column for searching. */
export const foldedOf = (resource: Resource, values: Input): Values =>
  Object.fromEntries(
    fieldsOfKind(resource, 'text').flatMap(([name, { folded }]) =>
      folded && values[name] !== undefined ? [[`${name}Folded`, fold(String(values[name]))]] : [],
    ),
  );
