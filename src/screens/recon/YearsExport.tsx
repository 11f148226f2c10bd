import { Button } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useRef, useState, type Ref } from 'react';
import type { YearGroup } from '../../domain/recon/years.ts';
import { csvText } from '../../domain/sheet/csvText.ts';
import { writeTable } from '../../sync/excelClient/writer.ts';
import { PopupMenu } from '../../ui/PopupMenu.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { saveBlob } from '../shared/saveBlob.ts';
import { yearsRows, type YearsData } from './yearsFile.ts';

interface YearsExportProps {
  data: YearsData;
  groups: readonly YearGroup[];
  /** For the file's name. */
  years: string;
}

/** The report as a file that is made on this device, also without the server. */
export function YearsExport({ data, groups, years }: YearsExportProps) {
  const { notify } = useUi();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = `reconciliation-${years}-by-${groups.join('-and-')}`;
  const csv = () =>
    saveBlob(`${name}.csv`, new Blob([csvText(yearsRows(data, groups))], { type: 'text/csv;charset=utf-8' }));
  const xlsx = async () => {
    try {
      saveBlob(`${name}.xlsx`, await writeTable('Sums', yearsRows(data, groups)));
    } catch {
      csv();
      notify.warning('The workbook could not be written: the same rows were saved as .csv.');
    }
  };
  return (
    <>
      <Button
        ref={button as Ref<never>}
        icon={<ArrowDownloadRegular />}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Export
      </Button>
      {open && (
        <PopupMenu
          label="Export"
          anchor={button}
          onClose={() => setOpen(false)}
          groups={[
            {
              items: [
                { key: 'xlsx', label: 'Workbook (.xlsx)', run: () => void xlsx() },
                { key: 'csv', label: 'Comma-separated (.csv)', run: csv },
              ],
            },
          ]}
        />
      )}
    </>
  );
}
