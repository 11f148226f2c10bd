import { COUNTRIES } from '../../domain/country.ts';
import { formatMillis } from '../../domain/format.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { fieldLabel, valueText } from '../shared/recordWords.ts';
import { fieldChanges, stateWord } from './queueTexts.ts';
import { operationWord, recordName } from './workbench.ts';

/** Writes as tables and files, for a report to whoever looks into them. */

const HEAD = [
  'No.',
  'Country',
  'Record',
  'Key',
  'Operation',
  'State',
  'Why',
  'Field',
  'Before',
  'Mine',
  'Theirs',
  'Theirs by',
  'Made',
  'Last sent',
  'Attempts',
  'Made from version',
  'ID',
] as const;

type Cell = string | number;

/** One row a field that a write changes; a write without fields (a deletion) has one row. */
export function exportRows(entries: readonly OutboxEntry[], timeZone: string): readonly (readonly Cell[])[] {
  return [HEAD, ...entries.flatMap(entry => rowsOf(entry, timeZone))];
}

function rowsOf(entry: OutboxEntry, timeZone: string): Cell[][] {
  const { theirs, hold } = entry;
  const changes = fieldChanges(entry);
  const others = theirs?.row ?? hold?.row ?? null;
  const before: Cell[] = [
    entry.seq,
    COUNTRIES[entry.entity].name,
    recordName(entry),
    entry.recordKey,
    operationWord(entry),
    stateWord(entry.state),
    entry.problem?.message ?? entry.reason,
  ];
  const after: Cell[] = [
    theirs?.updatedBy ?? String(hold?.row?.['updatedBy'] ?? ''),
    formatMillis(entry.createdAt, timeZone),
    entry.sentAt === undefined ? '' : formatMillis(entry.sentAt, timeZone),
    entry.attempts,
    entry.baseVersion ?? '',
    entry.id,
  ];
  if (changes.length === 0) return [[...before, '', '', '', '', ...after]];
  return changes.map(({ field, from, to }) => [
    ...before,
    fieldLabel(field),
    from ?? '',
    to,
    others && field in others ? valueText(field, others[field]) : '',
    ...after,
  ]);
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
const csvCell = (cell: Cell): string => {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Comma-separated with a byte order mark, so that spreadsheets read names in any script. */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map(row => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
