import type { RecordChange } from '../../../contract/history.ts';
import { fieldsChanged } from '../../../contract/recordChange.ts';
import type { Resource } from '../../../contract/resource.ts';
import { formatTime } from '../../../domain/format.ts';
import { formulaChangeLines } from '../../../domain/rates/formula.ts';

/** A record's past states, and the differences between any two of them. */
export interface RecordState {
  version: number;
  values: Readonly<Record<string, unknown>>;
  /** When a state was created and by whom: "version 3, 2026-11-26 10:00:00, a@b.c". */
  text: string;
}

/**
 * A record's states, newest first, except those in which it was deleted.
 *
 * @param changes the record's writes, newest first
 */
export function statesOf(changes: readonly RecordChange[], timeZone: string): RecordState[] {
  const states = changes.flatMap(({ version, after, timestamp, email }) =>
    after === null
      ? []
      : [{ version, values: after, text: `version ${version}, ${formatTime(timestamp, timeZone)}, ${email}` }],
  );
  const first = changes.at(-1);
  if (!first?.before) return states;
  const version = Number(first.before['version'] ?? first.version - 1);
  return [...states, { version, values: first.before, text: `version ${version}, before the changes shown` }];
}

export interface StateDifference {
  label: string;
  lines: readonly string[];
}

/** The differences between two states, by field; formulas are compared by the weights at which their values differ. */
export function stateDifferences(
  resource: Resource | undefined,
  before: RecordState,
  after: RecordState,
): StateDifference[] {
  return fieldsChanged(resource, before.values, after.values).map(({ name, label, before: was, after: is }) => {
    const isFormula = resource?.fields[name]?.kind === 'formula';
    const text = ({ values }: RecordState) => (typeof values[name] === 'string' ? values[name] : '');
    const lines = isFormula ? formulaChangeLines(text(before), text(after)) : null;
    return { label, lines: lines ?? [`${was} -> ${is}`] };
  });
}
