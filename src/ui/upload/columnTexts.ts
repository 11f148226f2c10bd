import { columnLetter } from '../../domain/sheet/columns.ts';
import type { UploadFile } from './uploadTypes.ts';

/** Number of values shown from a column, so that the person can identify the column. */
const SHOWN = 3;

type Several = NonNullable<UploadFile['matched']>['match']['twice'][number]['columns'];

/**
 * Describes columns with the same header, so that a person can choose among them, e.g. "B (hidden): 1027732, 1027904",
 * with the first values of each.
 */
export function columnTexts(
  { opened, matched }: Pick<UploadFile, 'opened' | 'matched'>,
  columns: Several,
): { column: number; text: string }[] {
  const rows = opened?.sheets[matched?.sheet ?? 0]?.head.slice((matched?.match.row ?? -1) + 1) ?? [];
  return columns.map(({ column, hidden }) => {
    const values = rows.map(({ cells }) => cells[column] ?? '').filter(value => value.trim() !== '');
    const shown = values.length === 0 ? 'empty in the first rows' : values.slice(0, SHOWN).join(', ');
    return { column, text: `Column ${columnLetter(column)}${hidden ? ' (hidden)' : ''}: ${shown}` };
  });
}
