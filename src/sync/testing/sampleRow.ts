import { DECLARED } from '../../contract/cached.ts';
import {
  fieldsOfKind,
  namingFields,
  ownerField,
  withMade,
  type Field,
  type NumberField,
} from '../../contract/resource.ts';
import { requireResource, type ResourceCollection } from '../../contract/resources/all.ts';
import type { Row } from '../types.ts';

/** A number from 1 to 101 for each of the first hundred: their order is not that of the numbers they come from. */
const scattered = (n: number): number => ((n * 7919) % 101) + 1;

/** A number of its bounds, as records have it. */
function numberWithin({ decimals = 0, min = 0, max = Infinity }: NumberField, n: number): number {
  const unit = 10 ** decimals;
  return min * unit + (scattered(n) % Math.min(1000, (max - min) * unit + 1));
}

/** The value of a field; each `n` makes another one where the kind has enough of them. */
function valueOf(field: Field, owner: number, n: number): unknown {
  switch (field.kind) {
    case 'text':
      if (field.optional && n % 4 === 0) return '';
      if (field.form === 'serviceType') return n % 2 === 0 ? 'FL' : 'LM';
      if (field.form === 'weekends') return n % 2 === 0 ? 'Sun' : 'Sat, Sun';
      if (field.form === 'holidays') return `2026-01-${String((scattered(n) % 28) + 1).padStart(2, '0')}`;
      return field.form === 'postcode' ? `${40_000 - n}` : `C${scattered(n)}`.slice(0, field.max);
    case 'choice':
      return field.empty && n % 4 === 0 ? null : field.choices[n % field.choices.length]?.value;
    case 'flag':
      return n % 2 === 1;
    case 'number':
      return field.empty && n % 4 === 0 ? null : numberWithin(field, n);
    case 'day':
      return field.empty && n % 4 === 0 ? null : `2026-01-${String((scattered(n) % 28) + 1).padStart(2, '0')}`;
    case 'channel':
      return owner;
    default:
      return scattered(n);
  }
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
