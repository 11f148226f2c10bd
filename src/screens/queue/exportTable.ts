import { COUNTRIES } from '../../domain/country.ts';
import { formatMillis } from '../../domain/format.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { fieldLabel, valueText } from '../shared/fieldWords.ts';
import { fieldChanges, stateWord } from './queueTexts.ts';
import { operationWord, recordName } from './recordNames.ts';

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
    fieldLabel(entry.collection, field),
    from ?? '',
    to,
    others && field in others ? valueText(entry.collection, field, others[field]) : '',
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

/** Media types of exported files. */
export const FILE_TYPES = {
  json: 'application/json',
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Hands a content to the browser as a download; nothing leaves the device. The type goes by the name's ending. */
export function saveFile(name: string, content: string | Blob): void {
  const type = FILE_TYPES[(name.split('.').at(-1) ?? '') as keyof typeof FILE_TYPES];
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
