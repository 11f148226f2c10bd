import { useRef, useState, type Ref } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { writeTable } from '../../sync/excelClient/writer.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { PopupMenu } from '../../ui/PopupMenu.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { csvText, exportRows, saveFile } from './exportTable.ts';

interface ExportMenuProps {
  entries: readonly OutboxEntry[];
  /** Words of the button, e.g. "Export the 3 that need you". */
  label: string;
  /** Accessible name, where the words alone do not say which. */
  name?: string;
  /** Among other buttons of a write it steps back. */
  subtle?: boolean;
}

/** Several writes as files: everything as JSON, or readable as a workbook or comma-separated. */
export function ExportMenu({ entries, label, name: accessible, subtle = false }: ExportMenuProps) {
  const { timeZone, notify } = useUi();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = `changes-${new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}`;
  const csv = () => saveFile(`${name}.csv`, csvText(exportRows(entries, timeZone)));
  const xlsx = async () => {
    try {
      saveFile(`${name}.xlsx`, await writeTable('Changes', exportRows(entries, timeZone)));
    } catch {
      csv();
      notify.warning('The workbook could not be written: the same rows were saved as .csv.');
    }
  };
  return (
    <>
      <Button
        ref={button as Ref<never>}
        size="small"
        {...(subtle ? { appearance: 'subtle' as const } : { icon: <ArrowDownloadRegular /> })}
        {...(accessible === undefined ? {} : { 'aria-label': accessible })}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <PopupMenu
          label={accessible ?? label}
          anchor={button}
          onClose={() => setOpen(false)}
          groups={[
            {
              items: [
                { key: 'xlsx', label: 'Workbook (.xlsx)', run: () => void xlsx() },
                { key: 'csv', label: 'Comma-separated (.csv)', run: csv },
                {
                  key: 'json',
                  label: 'Everything (.json)',
                  run: () => saveFile(`${name}.json`, `${JSON.stringify(entries, null, 2)}\n`),
                },
              ],
            },
          ]}
        />
      )}
    </>
  );
}
