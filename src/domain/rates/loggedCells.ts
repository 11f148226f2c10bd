import { changedFields } from '../merge.ts';
import { cellField, cellText, headerFields } from './cells.ts';
import { keyOfPart, type Part, type PartRow, type RateSettings } from './rows.ts';

/** Converts logged writes to a draft into changes of the draft's fields (cells.ts). */

type Values = Readonly<Record<string, unknown>>;
type LoggedRow = { part?: Part; row?: PartRow<Part>; remove?: string } & Values;

/**
 * The rows in a logged write, by field: each row as a string, or null if the row was deleted. Null if the log contains
 * no rows.
 */
function loggedCells(logged: Values): Map<string, string | null> | null {
  const rows = logged['changedRows'] as readonly LoggedRow[] | null | undefined;
  if (!Array.isArray(rows)) return null;
  return new Map(
    (rows as readonly LoggedRow[]).map(one => {
      const part = (one.part ?? logged['part']) as Part;
      if (one.remove !== undefined) return [cellField(part, one.remove), null];
      const row = (one.row ?? one) as PartRow<Part>;
      return [cellField(part, keyOfPart(part, row)), cellText(part, row)];
    }),
  );
}

export interface LoggedChange {
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

/**
 * A draft's cells, name and settings before and after a logged write, by field.
 * @returns null if the write changed something else, or too many rows to be logged
 */
export function loggedChange(before: Values | null, after: Values | null): LoggedChange | null {
  if (!before || !after || before['state'] !== 0 || after['state'] !== 0) return null;
  const isOfRows = 'changedRows' in after || 'changedRows' in before;
  const [old, made] = [loggedCells(before), loggedCells(after)];
  if (isOfRows && (!old || !made)) return null;
  const fields = [...new Set([...(old?.keys() ?? []), ...(made?.keys() ?? [])])];
  const valuesOf = (row: Values) =>
    headerFields(row as unknown as { name: string; remark: string; settings: RateSettings });
  const header = Object.keys(changedFields(valuesOf(before), valuesOf(after)));
  const side = (row: Values, cells: ReadonlyMap<string, string | null> | null) =>
    Object.fromEntries([
      ...header.map(field => [field, valuesOf(row)[field]]),
      ...fields.map(field => [field, cells?.get(field) ?? null]),
    ]);
  return { before: side(before, old), after: side(after, made) };
}
