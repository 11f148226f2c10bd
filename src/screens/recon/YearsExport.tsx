import { ArrowDownloadRegular } from '@fluentui/react-icons';
import type { YearGroup } from '../../domain/recon/years.ts';
import { TableMenu } from '../shared/export/TableMenu.tsx';
import { yearsRows, type YearsData } from './yearsFile.ts';

interface YearsExportProps {
  data: YearsData;
  groups: readonly YearGroup[];
  /** The years, for the file name. */
  years: string;
}

/** Exports the report to a file created on this device, which also works without the server. */
export const YearsExport = ({ data, groups, years }: YearsExportProps) => (
  <TableMenu
    label="Export"
    button={{ icon: <ArrowDownloadRegular /> }}
    name={`reconciliation-${years}-by-${groups.join('-and-')}`}
    sheet="Sums"
    rows={() => yearsRows(data, groups)}
  />
);
