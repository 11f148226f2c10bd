import { useSyncExternalStore, type RefObject } from 'react';
import { formatCount } from '../../domain/format.ts';
import { PopupMenu } from '../PopupMenu.tsx';
import { NO_SELECTION, selectedCount, type TableDoing } from '../table/doing.ts';
import type { ExportChoice } from './preferences.ts';

interface ExportMenuProps {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  choice: ExportChoice;
  onChoice: (choice: ExportChoice) => void;
  /** Why the filtered records cannot be exported; null if they can. */
  reason: string | null;
  /** The inputs have changed since the last search, so the number of matching rows is unknown. */
  unsearched: boolean;
  /** Number of rows that match the filters. */
  total: number;
  doing: TableDoing | undefined;
  onAll: () => void;
  onClose: () => void;
}

const nothing = () => () => undefined;

/** Selects the format of the exported file, which is remembered for the person, and the rows to export. */
export function ExportMenu(props: ExportMenuProps) {
  const { label, anchor, choice, onChoice, reason, unsearched, total, doing, onAll, onClose } = props;
  const state = useSyncExternalStore(doing?.subscribe ?? nothing, () => doing?.getSnapshot() ?? null);
  const count = selectedCount(state?.selection ?? NO_SELECTION, total);
  const radio = <K extends keyof ExportChoice>(part: K, value: ExportChoice[K], text: string) => ({
    key: value,
    label: text,
    kind: 'radio' as const,
    checked: choice[part] === value,
    run: () => onChoice({ ...choice, [part]: value }),
  });
  return (
    <PopupMenu
      label={label}
      anchor={anchor}
      onClose={onClose}
      groups={[
        {
          label: 'Format',
          items: [radio('format', 'xlsx', 'Workbook (.xlsx)'), radio('format', 'csv', 'Comma-separated (.csv)')],
        },
        {
          label: 'Columns',
          items: [radio('columns', 'all', 'All columns'), radio('columns', 'shown', 'Shown columns')],
        },
        {
          label: 'Rows',
          items: [
            {
              key: 'matching',
              label:
                unsearched || total === 0
                  ? 'Export all matching rows'
                  : `Export all ${formatCount(total)} matching rows`,
              disabled: reason !== null,
              run: onAll,
            },
            {
              key: 'selected',
              label: count === 0 ? 'Export selected rows' : `Export ${formatCount(count)} selected`,
              disabled: count === 0 || !doing?.exportSelected,
              run: () => doing?.exportSelected?.(choice),
            },
          ],
        },
      ]}
    />
  );
}
