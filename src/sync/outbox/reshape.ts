import { ALL_CALLS } from '../../contract/registry.ts';
import type { OutboxEntry, Row } from '../types.ts';

/**
 * The same record's call of another kind, with as much of the input as that call takes: a conflict may turn an update
 * of a deleted record into a create, or a create of an existing one into an update.
 *
 * @returns null where the contract has no such call or the input does not fill it
 */
export function reshape(
  entry: OutboxEntry,
  kind: 'create' | 'update',
  values: Row,
): { callId: string; input: Row } | null {
  const call = ALL_CALLS.find(({ write }) => write?.collection === entry.collection && write.kind === kind);
  if (!call) return null;
  const parsed = call.input.safeParse(values);
  if (!parsed.success) return null;
  const { version: _, ...input } = parsed.data as Row;
  return { callId: call.id, input };
}
