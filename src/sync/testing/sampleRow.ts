import { DECLARED } from '../../contract/cached.ts';
import { kindOf, type Field } from '../../contract/fields/all.ts';
import { mayBeEmpty } from '../../contract/fields/base.ts';
import { fieldsOfKind, mayBeBlank, namingFields, ownerField, withMade } from '../../contract/resource.ts';
import { requireResource, type ResourceCollection } from '../../contract/resources/all.ts';
import type { Row } from '../types.ts';

/** The value of a field; each `n` makes another one where the kind has enough of them. */
function valueOf(field: Field, owner: number, n: number): unknown {
  if (field.kind === 'channel') return owner;
  if (n % 4 === 0 && mayBeEmpty(field)) return null;
  if (n % 4 === 0 && mayBeBlank(field)) return '';
  return kindOf(field).sample(field, n);
}

/**
 * A record of a declared resource, without its version: `n` says what it is about, `bits` what changes of it. A new declaration
 * needs no fixture of its own.
 *
 * @param owner id of the channel that owns it; what belongs to an entity belongs to Indonesia
 */
export function sampleRow(collection: ResourceCollection, owner: number, n: number, bits: number): Row {
  const resource = requireResource(collection);
  const naming = namingFields(resource);
  const fields = Object.entries(resource.fields).filter(([, { kind }]) => kind !== 'made' && kind !== 'placeName');
  const { ofEntity } = DECLARED[collection];
  // Records of an entity that are named by their channel are about another one each.
  const channelOf = (name: string): number => (ofEntity && naming.includes(name) ? owner + n : owner);
  const values = fields.map(([name, field], at): [string, unknown] => [
    name,
    // A flag has a bit of its own; two fields of one kind differ.
    valueOf(field, channelOf(name), naming.includes(name) ? n + at : field.kind === 'flag' ? bits >> at : bits),
  ]);
  const names = fieldsOfKind(resource, 'placeName').map(([name]): [string, string] => [name, '']);
  return withMade(resource, {
    ...(ofEntity ? {} : { [ownerField(resource)]: owner }),
    country: 'ID',
    ...Object.fromEntries([...values, ...names]),
    updatedBy: `p${bits % 3}`,
    updatedAt: bits,
  });
}
