import type { AuditRow } from '../../contract/audit.ts';
import { auditLabel } from '../../domain/auditLabel.ts';
import { defineListScreen } from '../../ui/list/definition.ts';
import { parseFields } from './fieldChanges.ts';
import { logSource } from './logSource.ts';
import { SubjectCell } from './SubjectCell.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';

const LogDetailDialog = lazyPart(() => import('./LogDetailDialog.tsx').then(module => module.LogDetailDialog));

/** The operation, for imports together with the files (LOG-8 to LOG-10), and whether it took one back. */
function operationText(row: AuditRow): string {
  const { label, fileNames } = auditLabel(row.url, row.body);
  const named = fileNames.length > 0 ? `${label}: ${fileNames.join(', ')}` : label;
  return typeof parseFields(row.body)?.['reverts'] === 'string' ? `${named} (taken back)` : named;
}

/** The log of a feature's write operations; `tpl` where it is about a 3PL rather than a channel (LOG-2, LOG-3). */
export const logScreen = (code: string, tpl: boolean) =>
  defineListScreen<AuditRow, typeof logSource>({
    id: 'log',
    title: 'Operation History',
    feature: code,
    source: logSource,
    filters: [],
    columns: [
      {
        key: 'subject',
        label: tpl ? '3PL ID/3PL Name' : 'Channel ID/ Channel Name',
        kind: 'custom',
        width: 220,
        pinned: true,
        always: true,
        render: row => <SubjectCell row={row} tpl={tpl} />,
      },
      { key: 'operation', label: 'Operation Type', kind: 'longText', width: 280, value: operationText },
      { key: 'email', label: 'Operator Email', kind: 'text', width: 200, value: row => row.email },
      { key: 'time', label: 'Operation Time', kind: 'tz', width: 168, value: row => row.timestamp },
    ],
    operations: [],
    rowActions: [{ id: 'details', label: 'Details', dialog: 'details', readOnly: true }],
    dialogs: { details: LogDetailDialog },
    texts: {
      idle: 'This address names no feature to show the log of',
      empty: 'No write operation was recorded here yet',
      none: 'No write operation was recorded here yet',
    },
  });
