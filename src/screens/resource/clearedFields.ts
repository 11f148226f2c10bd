import { inputFields, type Resource } from '../../contract/resource.ts';

/** The fields from which a record's key is made, including those of a made id. */
function keyFields({ key, fields }: Pick<Resource, 'key' | 'fields'>): ReadonlySet<string> {
  return new Set(
    key.flatMap(name => {
      const field = fields[name];
      return field?.kind === 'made' ? field.from : [name];
    }),
  );
}

/**
 * The fields that are empty in the form of the next record: those that tell one record from another. The owner, choices
 * and flags are kept, e.g. the channel and its Applicable Type, and so are numbers that are not part of the key.
 */
export function clearedFields(resource: Resource): string[] {
  const ofKey = keyFields(resource);
  return inputFields(resource).filter(name => {
    const kind = resource.fields[name]?.kind;
    if (kind === 'number') return ofKey.has(name);
    return kind === 'text' || kind === 'place' || (kind === 'channel' && resource.key.includes(name));
  });
}
