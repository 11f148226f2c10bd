import { DECLARED } from '../../contract/cached.ts';
import { kindOf, type Field } from '../../contract/fields/all.ts';
import { mayBeEmpty } from '../../contract/fields/base.ts';
import { fieldsOfKind, mayBeBlank, namingFields, ownerField, withMade } from '../../contract/resource.ts';
import { requireResource, type ResourceCollection } from '../../contract/resources/all.ts';
import type { Row } from '../types.ts';

/** A sample value of a field, different for each `n` if the kind has enough values. */
function valueOf(field: Field, owner: number, n: number): unknown {
  if (field.kind === 'channel') return owner;
  if (n % 4 === 0 && mayBeEmpty(field)) return null;
  if (n % 4 === 0 && mayBeBlank(field)) return '';
  return kindOf(field).sample(field, n);
}

/**
 * A record of a declared resource, without its version: `n` determines its key, and `bits` the values that change. New
 * declarations need no fixture of their own.
 *
 * @param owner id of the channel that owns it; a record of an entity belongs to Indonesia
 */
export function sampleRow(collection: ResourceCollection, owner: number, n: number, bits: number): Row {
  const resource = requireResource(collection);
  const naming = namingFields(resource);
  const fields = Object.entries(resource.fields).filter(([, { kind }]) => kind !== 'made' && kind !== 'placeName');
  const { ofEntity } = DECLARED[collection];
  // Entity records whose key is their channel each belong to a different channel.
  const channelOf = (name: string): number => (ofEntity && naming.includes(name) ? owner + n : owner);
  const values = fields.map(([name, field], at): [string, unknown] => [
    name,
    // Each flag has its own bit, and two fields of the same kind differ.
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
