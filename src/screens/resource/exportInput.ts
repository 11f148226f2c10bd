import type { DownloadForm } from '../../ui/list/definition.ts';

/** A file format as the export call expects it; omitted for the standard workbook. */
export const exportInput = ({ format, columns }: DownloadForm): { format?: 'csv'; columns?: string } => ({
  ...(format === 'csv' ? { format } : {}),
  ...(columns === null ? {} : { columns: columns.join(',') }),
});
