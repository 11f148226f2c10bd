import { columnLetter } from '../../domain/sheet/columns.ts';
import type { UploadFile } from './uploadTypes.ts';

/** Number of values of a column that are shown, so that a person can identify it. */
const SHOWN = 3;

type Several = NonNullable<UploadFile['matched']>['match']['twice'][number]['columns'];

/**
 * The columns with the same heading, as a person chooses among them: "B (hidden): 1027732, 1027904", with the first
 * values of each.
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
