import { ArrowDownloadRegular } from '@fluentui/react-icons';
import type { OutboxEntry } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { formatMillis } from '../../domain/format.ts';
import { fieldLabel, valueText } from './entryWords.ts';
import { FILE_TYPES, TableMenu } from '../shared/export/TableMenu.tsx';
import { saveBlob } from '../shared/saveBlob.ts';
import { fieldChanges, operationWord, recordName, stateWord } from './queueTexts.ts';

interface ExportMenuProps {
  entries: readonly OutboxEntry[];
  /** The button's text, e.g. "Export 3 that need attention". */
  label: string;
  /** Accessible name, if the text alone is ambiguous. */
  name?: string;
  /** Less prominent, for use next to a write's other buttons. */
  subtle?: boolean;
}

/** Exports several writes: in full as JSON, or in readable form as a workbook or comma-separated values. */
export function ExportMenu({ entries, label, name: accessible, subtle = false }: ExportMenuProps) {
  const { timeZone } = useUi();
  const name = `changes-${new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}`;
  const json = () =>
    saveBlob(`${name}.json`, new Blob([`${JSON.stringify(entries, null, 2)}\n`], { type: FILE_TYPES.json }));
  return (
    <TableMenu
      label={label}
      button={{
        size: 'small',
        ...(subtle ? { appearance: 'subtle' as const } : { icon: <ArrowDownloadRegular /> }),
        ...(accessible === undefined ? {} : { 'aria-label': accessible }),
      }}
      name={name}
      sheet="Changes"
      rows={() => exportRows(entries, timeZone)}
      more={[{ key: 'json', label: 'Everything (.json)', run: json }]}
    />
  );
}

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
  'Your change',
  'Their change',
  'Their change by',
  'Made',
  'Last sent',
  'Attempts',
  'Made from version',
  'ID',
] as const;

type Cell = string | number;

/** One row for each field changed by a write, or a single row for a write without fields (a deletion). */
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
