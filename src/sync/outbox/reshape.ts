import type { CallDefinition } from '../../contract/call.ts';
import { ALL_CALLS } from '../../contract/registry.ts';
import type { OutboxEntry, Row } from '../types.ts';

/**
 * The same record's call of a kind, with as much of the input as that call takes: a conflict may turn an update of a deleted
 * record into a create, or a create of an existing one into an update. A write that is of the kind already keeps its own
 * call, for a record may be changed by several.
 *
 * @returns null where the contract has no such call or the input does not fill it
 */
export function reshape(
  entry: OutboxEntry,
  kind: 'create' | 'update',
  values: Row,
  calls: readonly CallDefinition[] = ALL_CALLS,
): { callId: string; input: Row } | null {
  const fitting = calls.filter(({ write }) => write?.collection === entry.collection && write.kind === kind);
  const call = fitting.find(({ id }) => id === entry.callId) ?? fitting[0];
  if (!call) return null;
  const parsed = call.input.safeParse(values);
  if (!parsed.success) return null;
  const { version: _, ...input } = parsed.data as Row;
  return { callId: call.id, input };
}
