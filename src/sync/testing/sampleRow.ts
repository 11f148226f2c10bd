import { kindOf, type Field } from '../../contract/fields/all.ts';
import { mayBeEmpty } from '../../contract/fields/base.ts';
import {
  fieldsOfKind,
  isOfEntity,
  mayBeBlank,
  namingFields,
  ownerField,
  withMade,
  type Resource,
} from '../../contract/resource.ts';
import { requireResource, type ResourceCollection } from '../../contract/resources/all.ts';
import type { Row } from '../types.ts';
import { withOwnKeys } from './otherKeys.ts';

/** A sample value of a field, different for each `n` if the kind has enough values. */
function valueOf(field: Field, owner: number, n: number): unknown {
  if (field.kind === 'channel') return owner;
  if (n % 4 === 0 && mayBeEmpty(field)) return null;
  if (n % 4 === 0 && mayBeBlank(field)) return '';
  return kindOf(field).sample(field, n);
}

const storedFields = ({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([, { kind }]) => kind !== 'made' && kind !== 'placeName');

/** The immutable fields of each resource's n-th record, with a distinct key. */
const NAMED = new WeakMap<Resource, (n: number) => Row>();

function namedValues(resource: Resource): (n: number) => Row {
  const known = NAMED.get(resource);
  if (known) return known;
  const naming = namingFields(resource);
  const row = withOwnKeys(resource, n =>
    Object.fromEntries(
      storedFields(resource).flatMap(([name, field], at) =>
        // Two fields of the same kind differ, and entity records whose key is their channel belong to different channels.
        naming.includes(name) ? [[name, valueOf(field, isOfEntity(resource) ? n : 0, n + at)]] : [],
      ),
    ),
  );
  NAMED.set(resource, row);
  return row;
}

/**
 * A record of a declared resource, without its version: `n` determines its key, and `bits` the values that change. New
 * declarations need no fixture of their own.
 *
 * @param owner id of the channel that owns it; a record of an entity belongs to Indonesia
 */
export function sampleRow(collection: ResourceCollection, owner: number, n: number, bits: number): Row {
  const resource = requireResource(collection);
  const values = storedFields(resource).map(([name, field], at): [string, unknown] => [
    name,
    // Each flag has its own bit.
    valueOf(field, owner, field.kind === 'flag' ? bits >> at : bits),
  ]);
  const named = namedValues(resource)(n);
  const channels = fieldsOfKind(resource, 'channel').flatMap(([name]) =>
    name in named ? [[name, owner + Number(named[name])]] : [],
  );
  const names = fieldsOfKind(resource, 'placeName').map(([name]): [string, string] => [name, '']);
  return withMade(resource, {
    ...(isOfEntity(resource) ? {} : { [ownerField(resource)]: owner }),
    country: 'ID',
    ...Object.fromEntries([...values, ...names]),
    ...named,
    ...Object.fromEntries(channels),
    updatedBy: `p${bits % 3}`,
    updatedAt: bits,
  });
}
