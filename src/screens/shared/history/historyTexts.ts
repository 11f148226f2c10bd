import type { RecordChange } from '../../../contract/history.ts';
import { fieldsChanged, type FieldChange } from '../../../contract/recordChange.ts';
import type { Resource } from '../../../contract/resource.ts';
import { formatCount } from '../../../domain/format.ts';
import type { OutboxEntry } from '../../../sync/types.ts';

/** Texts for a record's history. */

/** What happened to the record: "Created", "Deleted"; null if only fields were changed. */
export const eventText = ({ before, after }: Pick<RecordChange, 'before' | 'after'>): string | null =>
  before === null ? 'Created' : after === null ? 'Deleted' : null;

/** How the change was made: by hand, or by which import. */
export function meansText({ import: imported }: Pick<RecordChange, 'import'>): string {
  if (!imported) return 'manually';
  const { files, rows, takesBack, again, many, from } = imported;
  const counted = `${formatCount(rows)} ${many ? (rows === 1 ? 'record' : 'records') : rows === 1 ? 'row' : 'rows'}`;
  const what = from !== undefined ? 'a copy' : many ? 'a change of many records' : 'an import';
  if (takesBack) return `${what} ${again ? 'is in effect again' : 'was undone'}, ${counted}`;
  // The last part of a key is the record's own id.
  if (from !== undefined) return `copied from ${from.split('/').at(-1) ?? from}, ${counted}`;
  if (many) return `changed together, ${counted}`;
  return `import ${[...files, counted].join(', ')}`;
}

/** The fields of a write that is still waiting on this device. */
export function waitingFields(
  resource: Resource | undefined,
  { effect, base, changes }: Pick<OutboxEntry, 'effect' | 'base' | 'changes'>,
): FieldChange[] {
  return effect === 'update' && base ? fieldsChanged(resource, base, { ...base, ...changes }) : [];
}

/** The state of a write on this device. */
export function waitingText({ state, effect }: Pick<OutboxEntry, 'state' | 'effect'>): string {
  const what = { create: 'Creation', update: 'Change', delete: 'Deletion' }[effect];
  if (state === 'conflict') return `${what} conflicts with another change; decide in the queue`;
  if (state === 'refused') return `${what} refused by the server: decide in the queue`;
  return `${what} on this device, not on the server yet`;
}

/** The fields of a write that have since been changed again, each with its current value. */
export const changedSince = (
  changes: readonly FieldChange[],
  after: Readonly<Record<string, unknown>> | null,
  now: Readonly<Record<string, unknown>> | null,
): readonly FieldChange[] =>
  now && after ? changes.filter(({ name }) => name in now && now[name] !== after[name]) : [];
