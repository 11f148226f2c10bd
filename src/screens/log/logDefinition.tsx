import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { LOOK_BACK, type AuditRow } from '../../contract/audit.ts';
import { ADMINISTRATION, FEATURE } from '../../domain/permission.ts';
import { parseFields, auditLabel } from '../../contract/auditLabel.ts';
import { entryChannel } from '../../contract/auditText.ts';
import { exportAuditLogs } from '../../contract/history.ts';
import { namedScope, type Resource } from '../../contract/resource.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { ALL_CALLS } from '../../contract/registry.ts';
import { downloadUrl } from '../../sync/hooks/downloadUrl.ts';
import { operatorText } from '../../domain/operatorText.ts';
import { formatCount, MISSING } from '../../domain/format.ts';
import type { ListDefinition, ListTexts } from '../../ui/list/definition.ts';
import type { Column } from '../../ui/table/columns.ts';
import { CutText } from '../../ui/table/CutText.tsx';
import { ownRecordName } from './entryTexts.ts';
import { logFilters } from './logFilters.ts';
import { logSource, type LogFilters } from './logSource.ts';
import { OperationCell } from './OperationCell.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { OfflineDownload } from '../../ui/list/OfflineDownload.tsx';
import { countText } from '../../domain/import/countsText.ts';
import { useOwners } from '../../sync/hooks/useChannels.ts';

/** "12 channels" for a bulk change; null for other writes. */
function ownersText({ body }: AuditRow, ofThreePl: boolean): string | null {
  const count = parseFields(body)?.['owners'];
  return typeof count === 'number' ? countText(count, ofThreePl ? '3PL' : 'channel') : null;
}

/** The channel or 3PL, e.g. "10021/ J&T Express"; "Unknown" if it is not cached, empty for an import (LOG-6, LOG-8). */
function SubjectCell({ row, tpl }: { row: AuditRow; tpl: boolean }) {
  const audit = auditLabel(row.url, row.body);
  // If a feature has no channels, its log also contains entries about 3PLs.
  const ofThreePl = tpl || audit.tplId !== null;
  const owners = useOwners(ofThreePl ? '3pl' : 'channel');
  if (audit.ofImport) return null;
  const id = ofThreePl ? audit.tplId : entryChannel(row);
  if (id === null) return ownersText(row, ofThreePl) ?? MISSING;
  // Until the channels have been read, none is considered unknown.
  if (owners === undefined) return <span>{id}</span>;
  const name = owners.find(owner => owner.id === id)?.name;
  const text = `${ofThreePl && !tpl ? '3PL ' : ''}${id}/ ${name ?? 'Unknown'}`;
  return <CutText text={text} />;
}

const LogDetailDialog = lazyPart(() => import('./LogDetailDialog.tsx').then(module => module.LogDetailDialog));

const LogFetch = lazyPart(() => import('./LogExport.tsx').then(module => module.LogFetch));
const LogHere = lazyPart(() => import('./LogExport.tsx').then(module => module.LogHere), OfflineDownload);

/**
 * The record that a call was about, shown instead of the channel for features without channels: administration,
 * notifications, and a single kind of record that people know by its code. Everywhere else, the column is the channel
 * (LOG-3), and records without one are named below the operation.
 */
function recordColumn(feature: string): Column<AuditRow> | null {
  if (feature === ADMINISTRATION || feature === FEATURE.notification)
    return {
      key: 'subject',
      label: 'Record',
      kind: 'text',
      width: 220,
      pinned: true,
      always: true,
      value: ownRecordName,
    };
  const [resource, ...others] = (RESOURCES as readonly Resource[]).filter(own => own.feature === feature);
  if (!resource || others.length > 0 || namedScope(resource) !== undefined) return null;
  const [key = ''] = resource.key;
  if (resource.fields[key]?.kind !== 'text') return null;
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

/** Whether a feature's records can be written yet; only then can its log have entries. */
const hasWrites = (feature: string): boolean =>
  feature === ADMINISTRATION ||
  feature === FEATURE.notification ||
  ALL_CALLS.some(({ permission, method }) => permission === `${feature}.write` && method !== 'GET');

const NO_WRITES_YET: ListTexts = {
  idle: 'Changes on this page are not recorded here',
  idleHint: 'A sub-application that is deployed on its own keeps its own history.',
  empty: 'Nothing on this page can be changed yet, so nothing is recorded here',
  none: 'Nothing on this page can be changed yet, so nothing is recorded here',
};

const TEXTS: ListTexts = {
  idle: 'This address does not name a feature whose log can be shown',
  empty: `No write operation matches these filters. Names and changed fields are searched only in the newest ${formatCount(LOOK_BACK)} entries.`,
  none: 'No write operation has been recorded here yet',
};

/**
 * The log of a feature's write operations; `tpl` if it is about a 3PL instead of a channel (LOG-2, LOG-3). The feature
 * is taken from the URL, so a nonexistent one is not a programming error (PERM-16).
 *
 * @param fixed parameters of the URL in addition to its filters
 */
export const logScreen = (
  code: string,
  tpl: boolean,
  fixed: LogFilters = { code },
): ListDefinition<typeof logSource, AuditRow> => ({
  id: 'log',
  title: 'Operation History',
  feature: code,
  source: logSource,
  filters: hasWrites(code) ? logFilters(code) : [],
  // Four per line, so that both dates of a period are side by side.
  perRow: 4,
  columns: [
    recordColumn(code) ?? {
      key: 'subject',
      label: tpl ? '3PL ID/3PL Name' : 'Channel ID/ Channel Name',
      kind: 'custom',
      width: 190,
      pinned: true,
      always: true,
      render: row => <SubjectCell row={row} tpl={tpl} />,
    },
    {
      key: 'operation',
      label: 'Operation Type',
      kind: 'custom',
      width: 320,
      sortable: true,
      render: row => <OperationCell row={row} />,
    },
    { key: 'email', label: 'Operator Email', kind: 'text', width: 170, sortable: true, value: operatorText },
    { key: 'time', label: 'Operation Time', kind: 'tz', width: 168, sortable: true, value: row => row.timestamp },
  ],
  operations: hasWrites(code)
    ? [
        {
          id: 'export',
          kind: 'download',
          label: 'Export',
          icon: <ArrowDownloadRegular />,
          permission: `${code}.read`,
          href: (selected, ui) => downloadUrl(exportAuditLogs, { ...selected, ...fixed }, ui.entity),
          disabled: () => null,
          Fetch: LogFetch,
          Offline: LogHere,
        },
      ]
    : [],
  rowActions: [{ id: 'details', label: 'Details', dialog: 'details', readOnly: true }],
  dialogs: { details: LogDetailDialog },
  texts: hasWrites(code) ? TEXTS : NO_WRITES_YET,
});
