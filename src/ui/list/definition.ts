import type { ComponentType, LazyExoticComponent, ReactElement, ReactNode } from 'react';
import { ADMINISTRATION, FEATURE, isActionCode } from '../../domain/permission.ts';
import type { Filters } from '../../domain/listQuery.ts';
import type { CardLayout, Column } from '../table/columns.ts';
import type { TableDoing } from '../table/doing.ts';
import type { TableAction } from '../table/RowActions.tsx';
import type { Ui } from '../UiContext.ts';
import type { FilterDefinition } from './filters.ts';
import type { TablePreferences } from './preferences.ts';
import type { UrlState } from './urlState.ts';
import type { Fields, ListRow } from '../../contract/listData.ts';

/** Props of every list dialog. `item` is the row for which it was opened; null for an operation such as Create. */
export interface ListDialogProps<R> {
  item: ListRow<R> | null;
  /** The filters in the inputs, e.g. to open Create with the selected channel. */
  filters: Filters;
  /** Initial values of a new record, applied in addition to the filters. */
  begins?: Fields;
  close: () => void;
  /** Reloads the list's rows. */
  refresh: () => void;
}

export type ListDialog<R> = ComponentType<ListDialogProps<R>> | LazyExoticComponent<ComponentType<ListDialogProps<R>>>;

/** Props of a list's saved views. */
export interface ListViewsProps {
  listId: string;
  /** The current filters, sort and page. */
  state: UrlState;
  preferences: TablePreferences;
  /** Applies a view to the list: adds a history entry, or replaces the current one if a URL opened the view. */
  onApply: (state: UrlState, preferences: TablePreferences, replace?: boolean) => void;
}

/**
 * Props of the component for changes inside a list's rows: selection, flags, cells. Rendered between table and footer.
 */
export interface ListDoingProps<R extends Fields> {
  doing: TableDoing;
  rows: readonly ListRow<R>[];
  /** The visible columns; `edit` is set only on those that the person may change. */
  columns: readonly Column<R>[];
  actions: readonly TableAction[];
  /** The filters and the sort order of the listed rows. */
  filters: Filters;
  sort: string;
  /** Number of rows that match the filters. */
  total: number;
  onAction: (action: string, item: ListRow<R>) => void;
  /** Reloads the list's rows. */
  refresh: () => void;
}

/** Props of a component that monitors a list. */
export interface ListWatchProps<R> {
  rows: readonly ListRow<R>[];
  refetch: () => void;
}

/**
 * The file format of a download that offers several; `columns` lists keys in order, or is null for the columns
 * specified by the documents.
 */
export interface DownloadForm {
  format: 'xlsx' | 'csv';
  columns: readonly string[] | null;
}

/** Props of the component that makes a download offline. */
export interface OfflineDownloadProps {
  form: DownloadForm;
  /** Incremented whenever the file is requested other than by its button. */
  asked: number;
  /** The filters in the inputs, whether or not they have been applied. */
  selected: Filters;
  label: string;
  icon?: ReactElement;
  /**
   * The element that displays progress and related controls, so that the buttons next to the download stay in place.
   */
  aside: HTMLElement | null;
}

/** Props of the component that fetches a download after a click. */
export interface FetchDownloadProps {
  /** URL of the download, for the filters at the time of the click. */
  href: string;
  form: DownloadForm;
  selected: Filters;
  label: string;
  /** Called when the download has finished or failed. */
  close: () => void;
}

interface OperationBase {
  id: string;
  label: string;
  icon?: ReactElement;
  /** Permission code required to render the operation. */
  permission: string;
}

/** An item in the operations bar. */
export type Operation = OperationBase &
  (
    | {
        kind: 'dialog';
        dialog: string;
        primary?: boolean;
        /** Keyboard shortcut on the page: one lowercase letter. */
        shortcut?: string;
      }
    | { kind: 'page'; href: (selected: Filters) => string; primary?: boolean }
    | {
        /** A link that opens a download in a new window (LIST-16), using the filters in the inputs (SAL-25). */
        kind: 'download';
        href: (selected: Filters, ui: Ui, form: DownloadForm) => string;
        /** Offers a workbook or comma-separated values, with all columns or the visible ones, in a menu next to it. */
        forms?: boolean;
        /** Why the operation is currently unavailable; null if it is available. */
        disabled: (selected: Filters, ui: Ui) => string | null;
        /**
         * Rendered after a click on the link: fetches the file and shows its progress, or the reason for a failure
         * where a new window would show the browser's error page.
         */
        Fetch: ComponentType<FetchDownloadProps>;
        /** Replaces the link while the server is unreachable, and creates the file on this device. */
        Offline: ComponentType<OfflineDownloadProps>;
      }
  );

export interface RowAction {
  id: string;
  label: string;
  /** Permission code required to render the action; omitted if access to the list suffices. */
  permission?: string;
  dialog: string;
  /** Displayed instead of the label, which becomes the accessible name. */
  icon?: ReactElement;
  /** Whether the action applies to a row; by default, to every row. */
  offered?: (row: never) => boolean;
  /** Id of the action that this one replaces: no row has both, so they share a slot. */
  insteadOf?: string;
  /** Whether the action changes nothing, so that it is available even while a write of the row is pending. */
  readOnly?: boolean;
}

/** Why no row can ever match, and what to do about it. */
export interface Misfit {
  title: string;
  hint?: string;
  action?: { label: string; run: () => void };
}

/** Why a list shows no rows, and the next step. */
export interface ListTexts {
  /** Shown until the first request is made (G7). */
  idle: string;
  /** What the person can do next. */
  idleHint?: string;
  /** Shown if the filters match no row. */
  empty: string;
  /** Shown if the list itself is empty, i.e. no narrowing filter is set. */
  none: string;
  /** What a person who may create a row can do about an empty list. */
  noneHint?: string;
}

export interface ListDefinition<S extends { rowKey: (row: R) => string }, R extends Fields> {
  /** Must never change, because the person's settings are stored under this key. */
  id: string;
  title: string;
  /** The feature code, which must exist and must not end in .read or .write (PERM-16). */
  feature: string;
  /** The data source, which is passed to the engine unchanged. */
  source: S;
  columns: readonly Column<R>[];
  card?: CardLayout<R>;
  filters: readonly FilterDefinition[];
  /** Keys of the filters that select a list instead of narrowing it, e.g. the channel. Reset clears them too. */
  scope?: readonly string[];
  /** Number of filters per line: 5, or 4 on serviceable screens (LIST-3). */
  perRow?: 4 | 5;
  operations: readonly Operation[];
  rowActions: readonly RowAction[];
  dialogs: Readonly<Record<string, ListDialog<R>>>;
  /** Handles changes inside the rows, if the list allows any. Loaded after the first rows. */
  Doing?: ComponentType<ListDoingProps<R>>;
  /** Content below the filters, e.g. the channel hint. */
  Hint?: ComponentType<{ filters: Filters }>;
  /** Reports which ids of a pasted column match no row; rendered while a filter contains several ids. */
  IdsNotFound?: ComponentType<{ filters: Filters }>;
  /**
   * Determines why no row can ever match, e.g. because a channel belongs to another country; null if rows can match.
   */
  Misfit?: ComponentType<{ filters: Filters; children: (misfit: Misfit | null) => ReactNode }>;
  /** Reloads the list while its rows change on their own, as an import's rows do. Renders nothing. */
  Watch?: ComponentType<ListWatchProps<R>>;
  texts: ListTexts;
}

/** Keys of the columns that can be sorted. */
export const sortColumns = <R>(definition: { columns: readonly Column<R>[] }): string[] =>
  definition.columns.flatMap(column => (column.sortable === true ? [column.key] : []));

const known: readonly string[] = [...Object.values(FEATURE), ADMINISTRATION];

/** Why a table view's permission code is invalid; null if it is valid (PERM-16). */
export function featureProblem(feature: string): string | null {
  if (isActionCode(feature)) return `permission code "${feature}" names an action, a table view takes the feature`;
  return known.includes(feature) ? null : `permission code "${feature}" does not exist`;
}

/** Declares a list screen. An invalid permission code is logged and does not throw (PERM-16). */
export function defineListScreen<R extends Fields, S extends { rowKey: (row: R) => string }>(
  definition: ListDefinition<S, R>,
): ListDefinition<S, R> {
  const problem = featureProblem(definition.feature);
  if (problem !== null) console.error(`list "${definition.id}": ${problem}`);
  return definition;
}
