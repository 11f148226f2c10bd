import type { Collection } from '../../contract/call.ts';
import { isProvisional, keyOf, type Resource } from '../../contract/resource.ts';
import { provisionalKey } from '../../sync/actions/provisionalKey.ts';
import type { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';

/**
 * Props for the form of a record that the server numbers: input typed before the record had its number is restored.
 *
 * @param draftKey returns the key of the form's draft for a record key
 */
export function formerDraft(
  { client, entity }: Pick<ReturnType<typeof useSync>, 'client' | 'entity'>,
  resource: Resource,
  row: Row,
  draftKey: (key: string) => string,
): { formerDraftKey?: () => Promise<string | null> } {
  if (resource.numbered === undefined || isProvisional(resource, row)) return {};
  return {
    formerDraftKey: async () => {
      const former = await provisionalKey(client, entity, resource.collection as Collection, keyOf(resource, row));
      return former === null ? null : draftKey(former);
    },
  };
}
