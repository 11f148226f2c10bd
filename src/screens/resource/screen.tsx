import { AddRegular, ArrowDownloadRegular, ArrowUploadRegular, HistoryRegular } from '@fluentui/react-icons';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { OWNERS } from '../../contract/owner.ts';
import {
  canDelete,
  canImport,
  isOfEntity,
  isProvisional,
  ownerField,
  updatesOf,
  type Resource,
} from '../../contract/resource.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { RESOURCE_CALLS } from '../../contract/resources/calls.ts';
import type { Filters } from '../../domain/listQuery.ts';
import { downloadUrl } from '../../sync/hooks/downloadUrl.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import {
  defineListScreen,
  type ListDefinition,
  type ListDialog,
  type ListDialogProps,
  type ListDoingProps,
  type ListTexts,
  type Misfit,
} from '../../ui/list/definition.ts';
import { OfflineDownload } from '../../ui/list/OfflineDownload.tsx';
import { OpenHistory } from '../shared/history/openHistory.ts';
import { choiceTexts, ownerText, placeIds, subjectText } from '../shared/recordWords.ts';
import type { BulkConsequenceProps, ChangeTogether } from './BulkDialog.tsx';
import { columnsOf, filtersOf, type CellTexts } from './columns.tsx';
import { exportInput } from './exportInput.ts';
import { closedChoices, sourceOf } from './source.ts';

/** A page that can be opened for a row. */
export interface RowLead {
  id: string;
  label: string;
  icon: ReactElement;
  href: (row: Row) => string;
}

/** A page that can be opened for the selected rows. */
export interface SelectionLead {
  id: string;
  label: string;
  icon: ReactElement;
  /** Permission code required to open the page; omitted if access to the list suffices. */
  permission?: string;
  /** Offered only for exactly this number of rows; if omitted, for any number up to `most`. */
  exactly?: number;
  most?: number;
  href: (rows: readonly Row[]) => string;
}

/** A resource screen's additions to the resource's declaration. */
export interface ResourcePage {
  resource: Resource;
  /** Identifies the list's cached and remembered data; must never change. */
  id: string;
  /** Path of the list, if it differs from the declaration's. */
  path?: string;
  texts: ListTexts;
  /** URL of the operation history for the current filters (SHELL-10). */
  history: (selected: Filters) => string;
  /**
   * The dialog that creates a record, or edits the one for which it was opened, in place of the form derived from the
   * fields.
   */
  Form?: ListDialog<Row>;
  /** Fields that a bulk change can set although the page has its own form; none if omitted. */
  together?: ChangeTogether;
  /** Content of a cell in addition to the field's value. */
  cells?: CellTexts;
  /**
   * The filter required by an export, and the message if it is not set; by default the channel, for records that belong
   * to one.
   */
  exportNeeds?: { filter: string; otherwise: string };
  /** Pages to which a row links, shown as additional actions. */
  leads?: readonly RowLead[];
  /** Pages that can be opened for the selected rows. */
  selectionLeads?: readonly SelectionLead[];
  /** Explains the effects of a bulk change beyond its fields. */
  BulkConsequence?: ComponentType<BulkConsequenceProps>;
  /** Content below the filters. */
  Hint?: ComponentType<{ filters: Filters }>;
  /** Explains why the filters can never match any row. */
  Misfit?: ComponentType<{ filters: Filters; children: (misfit: Misfit | null) => ReactNode }>;
}

const ResourceForm = lazyPart(() => import('./ResourceForm.tsx').then(module => module.ResourceForm));
const ResourceDelete = lazyPart(() => import('./ResourceDelete.tsx').then(module => module.ResourceDelete));
const Nothing = () => null;
const RowsDoing = lazyPart(() => import('./RowsDoing.tsx').then(module => module.RowsDoing), Nothing);
const IdsNotFound = lazyPart(() => import('./IdsNotFound.tsx').then(module => module.IdsNotFound), Nothing);
const ResourceImport = lazyPart(() => import('./ResourceImport.tsx').then(module => module.ResourceImport));
const OpenLead = lazyPart(() => import('./OpenLead.tsx').then(module => module.OpenLead), Nothing);
const ResourceFetch = lazyPart(() => import('./ResourceExport.tsx').then(module => module.ResourceFetch));
const ResourceHere = lazyPart(
  () => import('./ResourceExport.tsx').then(module => module.ResourceHere),
  OfflineDownload,
);

/** A resource's list screen: columns, filters, operations and dialogs are derived from its declaration (design 10). */
export function screenOf(page: ResourcePage): ListDefinition<ListSource<Row, Row>, Row> {
  const { resource, id, texts, Hint, Misfit } = page;
  const { label, feature } = resource;
  const [READ, WRITE] = [`${feature}.read`, `${feature}.write`];
  const updates = updatesOf(resource);
  const deletable = canDelete(resource);
  // A record's pages and history need the number, which only the server can assign.
  const onceNumbered = resource.numbered === undefined ? {} : { offered: (row: Row) => !isProvisional(resource, row) };
  const owned = !isOfEntity(resource);
  const owner = ownerField(resource);
  const needs =
    page.exportNeeds ?? (owned ? { filter: owner, otherwise: `Choose a ${OWNERS[resource.scope].word} first.` } : null);
  const { Form } = page;
  const { export: exportCall } = RESOURCE_CALLS[resource.collection as ResourceCollection];
  return defineListScreen<Row, ListSource<Row, Row>>({
    id,
    title: label.one,
    feature,
    source: sourceOf(resource, id),
    perRow: 4,
    scope: owned ? [owner, ...closedChoices(resource)] : [],
    filters: filtersOf(resource),
    columns: columnsOf(resource, { cells: page.cells, formAlone: Form !== undefined }),
    card: {
      title: row => subjectText(resource, row),
      detail: row =>
        [placeIds(resource, row), ...choiceTexts(resource, row, resource.edit), ownerText(resource, row)]
          .filter(part => part !== '')
          .join(', '),
      fields: resource.edit,
    },
    operations: [
      {
        id: 'create',
        kind: 'dialog',
        label: 'Create',
        icon: <AddRegular />,
        permission: WRITE,
        dialog: 'create',
        primary: true,
        shortcut: 'n',
      },
      ...(canImport(resource)
        ? [
            {
              id: 'import',
              kind: 'dialog' as const,
              label: 'Import',
              icon: <ArrowUploadRegular />,
              permission: WRITE,
              dialog: 'import',
              shortcut: 'i',
            },
          ]
        : []),
      {
        id: 'export',
        kind: 'download',
        label: 'Export',
        icon: <ArrowDownloadRegular />,
        permission: READ,
        forms: true,
        href: (selected, ui, form) =>
          downloadUrl({ ...exportCall, method: 'GET' }, { ...selected, ...exportInput(form) }, ui.entity),
        disabled: selected => (needs && selected[needs.filter] === undefined ? needs.otherwise : null),
        Fetch: props => <ResourceFetch {...props} resource={resource} />,
        Offline: props => <ResourceHere {...props} resource={resource} />,
      },
      {
        id: 'history',
        kind: 'page',
        label: 'Operation History',
        icon: <HistoryRegular />,
        permission: READ,
        href: page.history,
      },
    ],
    rowActions: [
      ...updates.map(({ action, label: verb, permission }) => {
        const own = action ?? 'edit';
        return { id: own, label: verb, permission, dialog: own };
      }),
      ...(deletable ? [{ id: 'delete', label: 'Delete', permission: WRITE, dialog: 'delete' }] : []),
      ...(page.leads ?? []).map(({ id: lead, label: text, icon }) => ({
        id: lead,
        label: text,
        permission: READ,
        dialog: lead,
        icon,
        readOnly: true,
        ...onceNumbered,
      })),
      {
        id: 'history',
        label: 'History',
        permission: READ,
        dialog: 'history',
        icon: <HistoryRegular />,
        readOnly: true,
        ...onceNumbered,
      },
    ],
    dialogs: {
      create: Form ?? ((props: ListDialogProps<Row>) => <ResourceForm {...props} page={page} />),
      ...Object.fromEntries(
        updates.map(({ action }) => [
          action ?? 'edit',
          action === null && Form
            ? Form
            : (props: ListDialogProps<Row>) => (
                <ResourceForm {...props} page={page} {...(action === null ? {} : { action })} />
              ),
        ]),
      ),
      ...(deletable ? { delete: (props: ListDialogProps<Row>) => <ResourceDelete {...props} page={page} /> } : {}),
      ...Object.fromEntries(
        (page.leads ?? []).map(lead => [lead.id, (props: ListDialogProps<Row>) => <OpenLead {...props} lead={lead} />]),
      ),
      history: OpenHistory,
      import: (props: ListDialogProps<Row>) => <ResourceImport {...props} resource={resource} />,
    },
    Doing: (props: ListDoingProps<Row>) => <RowsDoing {...props} page={page} />,
    IdsNotFound: props => <IdsNotFound {...props} resource={resource} id={id} />,
    ...(Hint ? { Hint } : {}),
    ...(Misfit ? { Misfit } : {}),
    texts,
  });
}
