import { useMemo } from 'react';
import { Button } from '@fluentui/react-components';
import { cellField } from '../../domain/rates/cells.ts';
import type { PendingState } from '../../sync/actions/draftOverlay.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import type { Edit } from '../../ui/grid/block.ts';
import type { Lead, SheetModel } from '../../ui/grid/sheetModel.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useLooks } from './looks.ts';
import { cellId, withKept, withTyped, type SheetDraft, type TypedCell } from './sheets/draft.ts';
import { typedText, type RecordSheet } from './sheets/recordSheet.ts';
import { valueIn, type RecordPart, type SheetContext } from './sheets/fields.ts';

export const SheetGrid = lazyPart(() => import('../../ui/grid/SheetGrid.tsx').then(module => module.SheetGrid));

/** Number of empty rows at the end of a grid, for typing and pasting. */
export const BLANK_ROWS = 5;

interface RecordPanelProps<P extends RecordPart> {
  label: string;
  /** The purpose of this part, and the meaning of an empty grid. */
  hint: string;
  sheet: RecordSheet<P>;
  draft: SheetDraft;
  context: SheetContext;
  lead: Lead | null;
  /** Rows that have not reached the server, by field. */
  pending: ReadonlyMap<string, PendingState>;
  /** Changes the draft; if omitted, the grid is read-only. */
  onChange?: ((next: (draft: SheetDraft) => SheetDraft) => void) | undefined;
  /** Why the grid is read-only, if it is. */
  locked: string | undefined;
  onUndo: (() => void) | undefined;
  onRedo: (() => void) | undefined;
  onRemoveRows?: ((ids: readonly string[]) => void) | undefined;
}

/** A part of a version, as a grid of its records. */
export function RecordPanel<P extends RecordPart>(props: RecordPanelProps<P>) {
  const { label, hint, sheet, draft, context, lead, pending, onChange, onUndo, onRedo } = props;
  const styles = useLooks();
  const { notify } = useUi();
  const { lines, fields, problems } = sheet;
  const columns = useMemo(
    () =>
      fields.map(field => ({
        key: field.key,
        label: field.label,
        ...(field.width === undefined ? {} : { width: field.width }),
        ...(field.number ? { number: field.number(context) } : {}),
        ...(field.options ? { options: field.options } : {}),
      })),
    [fields, context],
  );
  const editable = onChange !== undefined;
  const model = useMemo(
    (): SheetModel => ({
      rows: lines.length + (editable ? BLANK_ROWS : 0),
      columns,
      corner: 'Row',
      grows: true,
      rowHead: row => (row < lines.length ? `${row + 1}${lines[row]?.row ? '' : ' (new)'}` : 'new row'),
      look: (row, column) => {
        const line = lines[row];
        const field = fields[column];
        if (!line || !field) return { shown: '', typed: '' };
        const problem = problems.get(cellId(line.id, field.key));
        return {
          ...typedText(sheet, draft, context, row, column),
          ...(column === 0 && pending.size > 0 ? { pending: pending.get(cellField(sheet.part, line.id)) } : {}),
          ...(problem === undefined ? {} : { problem }),
        };
      },
    }),
    [lines, fields, columns, problems, pending, sheet, draft, context, editable],
  );
  const edit = (edits: readonly Edit[]) => {
    const typed = edits.flatMap(({ row, column, text }): TypedCell[] => {
      const field = fields[column];
      const line = lines[row];
      if (!field) return [];
      const now = line?.row ? field.typed(valueIn(line.row as never, field.key), context) : '';
      return [{ row: line?.id ?? null, blank: row, column: field.key, now, text: text.trim() }];
    });
    onChange?.(own => withTyped(own, typed));
  };
  return (
    <>
      <p className={styles.note}>{hint}</p>
      <SheetGrid
        label={label}
        model={model}
        lead={lead}
        locked={props.locked}
        onNotice={text => notify.warning(text)}
        {...(editable
          ? {
              onEdit: edit,
              onUndo,
              onRedo,
              onRemoveRows: (rows: readonly number[]) =>
                props.onRemoveRows?.(rows.flatMap(row => lines[row]?.id ?? [])),
            }
          : {})}
      />
      {onChange && <RemovedRows draft={draft} onChange={onChange} />}
    </>
  );
}

interface RemovedRowsProps {
  draft: SheetDraft;
  onChange: (next: (draft: SheetDraft) => SheetDraft) => void;
}

/** Shows how many of a grid's rows Apply will remove, and offers to keep them. */
export function RemovedRows({ draft, onChange }: RemovedRowsProps) {
  const styles = useLooks();
  const { length } = draft.removed;
  if (length === 0) return null;
  return (
    <p className={styles.note}>
      {length === 1 ? 'One row is' : `${length} rows are`} marked for removal.{' '}
      <Button size="small" onClick={() => onChange(own => withKept(own, own.removed))}>
        {length === 1 ? 'Keep it' : 'Keep them'}
      </Button>
    </p>
  );
}
