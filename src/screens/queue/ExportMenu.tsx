import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { writeTable } from '../../sync/excelClient/writer.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { csvText, exportRows } from './exportTable.ts';
import { saveFile } from './saveFile.ts';

interface ExportMenuProps {
  entries: readonly OutboxEntry[];
  /** Words of the button, e.g. "Export the 3 that need you". */
  label: string;
  /** Accessible name, where the words alone do not tell which. */
  name?: string;
  /** Among other buttons of a write it steps back. */
  subtle?: boolean;
}

/** Several writes as files: everything as JSON, or readable as a workbook or comma-separated. */
export function ExportMenu({ entries, label, name: accessible, subtle = false }: ExportMenuProps) {
  const { timeZone, notify } = useUi();
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
    <Menu positioning={{ autoSize: true }}>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          {...(subtle ? { appearance: 'subtle' as const } : { icon: <ArrowDownloadRegular /> })}
          {...(accessible === undefined ? {} : { 'aria-label': accessible })}
        >
          {label}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => void xlsx()}>Workbook (.xlsx)</MenuItem>
          <MenuItem onClick={csv}>Comma-separated (.csv)</MenuItem>
          <MenuItem onClick={() => saveFile(`${name}.json`, `${JSON.stringify(entries, null, 2)}\n`)}>
            Everything (.json)
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
