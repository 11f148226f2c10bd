import type { CallDefinition } from '../../contract/call.ts';
import { DECLARATIONS } from '../../contract/declarations.ts';
import type { OutboxEntry, Row } from '../types.ts';

/**
 * Converts a write to a call of another kind for the same record that accepts as much of the input as possible: a
 * conflict may turn an update of a deleted record into a creation, or the creation of an existing one into an update. A
 * write that is already of this kind keeps its own call; any other gets the first call that accepts all of `changes`,
 * so that no change is lost.
 *
 * @returns null if the contract has no such call, or a required field is missing from the values
 */
export function reshape(
  entry: Pick<OutboxEntry, 'collection' | 'callId'>,
  kind: 'create' | 'update',
  values: Row,
  changes: Row,
  calls: readonly CallDefinition[] = DECLARATIONS.calls(),
): { callId: string; input: Row } | null {
  const fitting = calls.filter(({ write }) => write?.collection === entry.collection && write.kind === kind);
  const own = fitting.filter(({ id }) => id === entry.callId);
  for (const call of own.length > 0 ? own : fitting) {
    const { fields = {} } = call.write ?? {};
    const lacks = Object.entries(fields).some(([field, needed]) => needed && values[field] === undefined);
    if (lacks) continue;
    const input = Object.fromEntries(
      Object.keys(fields).flatMap(field => (values[field] === undefined ? [] : [[field, values[field]]])),
    );
    if (Object.keys(changes).every(field => field in input)) return { callId: call.id, input };
  }
  return null;
}
