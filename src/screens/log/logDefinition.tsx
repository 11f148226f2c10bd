import type { AuditRow } from '../../contract/audit.ts';
import { updateLocation } from '../../contract/locations.ts';
import { isOfEntity, type Resource } from '../../contract/resource.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { ALL_CALLS } from '../../contract/registry.ts';
import { auditLabel, auditPath } from '../../domain/auditLabel.ts';
import type { ListDefinition, ListTexts } from '../../ui/list/definition.ts';
import type { Column } from '../../ui/table/columns.ts';
import { parseFields } from './fieldChanges.ts';
import { logSource } from './logSource.ts';
import { SubjectCell } from './SubjectCell.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';

const LogDetailDialog = lazyPart(() => import('./LogDetailDialog.tsx').then(module => module.LogDetailDialog));

/** The operation, for imports together with the files (LOG-8 to LOG-10), and whether it took one back. */
function operationText(row: AuditRow): string {
  const { label, fileNames } = auditLabel(row.url, row.body);
  const named = fileNames.length > 0 ? `${label}: ${fileNames.join(', ')}` : `${label}${renameText(row)}`;
  return typeof parseFields(row.body)?.['reverts'] === 'string' ? `${named} (taken back)` : named;
}

/** What a rename of a place was about, which has no channel to be told by; '' for any other write. */
function renameText({ url, before, after }: AuditRow): string {
  if (auditPath(url) !== updateLocation.path) return '';
  const [was, is] = [parseFields(before), parseFields(after)];
  if (!was || !is) return '';
  return `: ${String(was['name'])} to ${String(is['name'])} (${String(is['locationId'])})`;
}

/** In place of the channel, the record that a call was about, for a feature whose records belong to the entity. */
function recordColumn(feature: string): Column<AuditRow> | null {
  const resource = (RESOURCES as readonly Resource[]).find(own => own.feature === feature && isOfEntity(own));
  if (!resource) return null;
  const [key = ''] = resource.key;
  return {
    key: 'subject',
    label: resource.label.one,
    kind: 'text',
    width: 180,
    pinned: true,
    always: true,
    value: row => parseFields(row.body)?.[key] as string | undefined,
  };
}

/** Whether anything of a feature can be written so far: its log has entries then. */
const hasWrites = (feature: string): boolean =>
  ALL_CALLS.some(({ permission, method }) => permission === `${feature}.write` && method !== 'GET');

const NO_WRITES_YET: ListTexts = {
  idle: 'This page is not built yet, so nothing is recorded here',
  idleHint: 'Once changes can be made on it, they are listed here: who made which, and when.',
  empty: 'Nothing of this page can be changed yet, so nothing is recorded here',
  none: 'Nothing of this page can be changed yet, so nothing is recorded here',
};

const TEXTS: ListTexts = {
  idle: 'This address names no feature to show the log of',
  empty: 'No write operation was recorded here yet',
  none: 'No write operation was recorded here yet',
};

/**
 * The log of a feature's write operations; `tpl` where it is about a 3PL rather than a channel (LOG-2, LOG-3). The feature comes
 * from the address, so that one that does not exist is no fault of the program's own (PERM-16).
 */
export const logScreen = (code: string, tpl: boolean): ListDefinition<typeof logSource, AuditRow> => ({
  id: 'log',
  title: 'Operation History',
  feature: code,
  source: logSource,
  filters: [],
  columns: [
    recordColumn(code) ?? {
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
  texts: hasWrites(code) ? TEXTS : NO_WRITES_YET,
});
