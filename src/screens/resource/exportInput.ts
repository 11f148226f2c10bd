import type { DownloadForm } from '../../ui/list/definition.ts';

/** A file's form as the export's call takes it; the documents' workbook needs no word. */
export const exportInput = ({ format, columns }: DownloadForm): { format?: 'csv'; columns?: string } => ({
  ...(format === 'csv' ? { format } : {}),
  ...(columns === null ? {} : { columns: columns.join(',') }),
});
