import { Button, type ButtonProps } from '@fluentui/react-components';
import { useRef, useState, type Ref } from 'react';
import { csvText } from '../../../domain/sheet/csvText.ts';
import { writeTable } from '../../../sync/excelClient/writer.ts';
import { PopupMenu } from '../../../ui/PopupMenu.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { saveBlob } from '../saveBlob.ts';

export const FILE_TYPES = {
  json: 'application/json',
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

interface TableMenuProps {
  label: string;
  /** The button's appearance, and its accessible name if the text alone is ambiguous. */
  button: Pick<ButtonProps, 'size' | 'appearance' | 'icon' | 'aria-label'>;
  /** The file name without its extension, and the name of the workbook's sheet. */
  name: string;
  sheet: string;
  /** Headings and rows, computed when a format is selected. */
  rows: () => Parameters<typeof csvText>[0];
  /** Additional menu items, below those for the table. */
  more?: readonly { key: string; label: string; run: () => void }[];
}

/**
 * Exports a table to a file created on this device, which also works without the server: a workbook or comma-separated
 * values.
 */
export function TableMenu({ label, button: looks, name, sheet, rows, more = [] }: TableMenuProps) {
  const { notify } = useUi();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const save = (content: string | Blob, type: keyof typeof FILE_TYPES) =>
    saveBlob(`${name}.${type}`, new Blob([content], { type: FILE_TYPES[type] }));
  const csv = () => save(csvText(rows()), 'csv');
  const xlsx = async () => {
    try {
      save(await writeTable(sheet, rows()), 'xlsx');
    } catch {
      csv();
      notify.warning('The workbook could not be written, so the same rows were saved as .csv.');
    }
  };
  return (
    <>
      <Button
        ref={button as Ref<never>}
        {...looks}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <PopupMenu
          label={looks['aria-label'] ?? label}
          anchor={button}
          onClose={() => setOpen(false)}
          groups={[
            {
              items: [
                { key: 'xlsx', label: 'Workbook (.xlsx)', run: () => void xlsx() },
                { key: 'csv', label: 'Comma-separated (.csv)', run: csv },
                ...more,
              ],
            },
          ]}
        />
      )}
    </>
  );
}
