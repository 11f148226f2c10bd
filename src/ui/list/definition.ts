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

/** What every dialog of a list receives. `item` is the row it was opened for, null for an operation such as Create. */
export interface ListDialogProps<R> {
  item: ListRow<R> | null;
  /** The filters in the inputs, e.g. to open Create with the chosen channel. */
  filters: Filters;
  /** Initial values of a new record, in addition to the filters. */
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
  /** Applies a view to the list: adds a history entry or, if an address led here, replaces the current one. */
  onApply: (state: UrlState, preferences: TablePreferences, replace?: boolean) => void;
}

/**
 * Props of the component for changes inside a list's rows: selection, flags, cells. It is rendered between table and
 * footer.
 */
export interface ListDoingProps<R extends Fields> {
  doing: TableDoing;
  rows: readonly ListRow<R>[];
  /** The shown columns; `edit` is set only on those that the person may change. */
  columns: readonly Column<R>[];
  actions: readonly TableAction[];
  /** The filters of the listed rows, and their sort. */
  filters: Filters;
  sort: string;
  /** Rows that match the filters. */
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

/** Format of a download that offers several; `columns`: keys in their order, null for the documents' own columns. */
export interface DownloadForm {
  format: 'xlsx' | 'csv';
  columns: readonly string[] | null;
}

/** Props of the offline part of a download. */
export interface OfflineDownloadProps {
  form: DownloadForm;
  /** Increases each time the file is requested by something other than its button. */
  asked: number;
  /** The filters in the inputs, searched or not. */
  selected: Filters;
  label: string;
  icon?: ReactElement;
  /**
   * The element that shows progress and related controls, so that the buttons next to the download keep their place.
   */
  aside: HTMLElement | null;
}

/** Props of the component that fetches a clicked download. */
export interface FetchDownloadProps {
  /** The download's address, for the filters at the time of the click. */
  href: string;
  form: DownloadForm;
  selected: Filters;
  label: string;
  /** Called when the download has ended, successfully or not. */
  close: () => void;
}

interface OperationBase {
  id: string;
  label: string;
  icon?: ReactElement;
  /** Permission code without which the operation is not rendered. */
  permission: string;
}

/** An entry of the operations bar. */
export type Operation = OperationBase &
  (
    | {
        kind: 'dialog';
        dialog: string;
        primary?: boolean;
        /** Keyboard shortcut on the page, one lower-case letter. */
        shortcut?: string;
      }
    | { kind: 'page'; href: (selected: Filters) => string; primary?: boolean }
    | {
        /** A link that opens a download in a new window (LIST-16), for the filters in the inputs (SAL-25). */
        kind: 'download';
        href: (selected: Filters, ui: Ui, form: DownloadForm) => string;
        /** Offers a workbook or comma-separated values, of all columns or the shown ones, by a menu next to it. */
        forms?: boolean;
        /** Why the operation cannot be used now; null if it can. */
        disabled: (selected: Filters, ui: Ui) => string | null;
        /**
         * Rendered once the link was clicked: fetches the file and shows its progress, or why it failed, in cases in
         * which a window would show the browser's error page.
         */
        Fetch: ComponentType<FetchDownloadProps>;
        /** Replaces the link while the server cannot be reached: makes the file on this device. */
        Offline: ComponentType<OfflineDownloadProps>;
      }
  );

export interface RowAction {
  id: string;
  label: string;
  /** Permission code without which the action is not rendered; omitted if access to the list is enough. */
  permission?: string;
  dialog: string;
  /** Shown instead of the label, which becomes its accessible name. */
  icon?: ReactElement;
  /** Whether a row has the action; if omitted, every row does. */
  offered?: (row: never) => boolean;
  /** Id of the action that it replaces: no row has both, so they share the same space. */
  insteadOf?: string;
  /** The action changes nothing, so it is offered even while a write of the row is pending. */
  readOnly?: boolean;
}

/** Why no row can ever match, and what to do about it. */
export interface Misfit {
  title: string;
  hint?: string;
  action?: { label: string; run: () => void };
}

/** Why a list shows no rows, and what to do next. */
export interface ListTexts {
  /** Nothing was requested yet (G7). */
  idle: string;
  /** The next step for the person. */
  idleHint?: string;
  /** No row matches the filters. */
  empty: string;
  /** The list itself is empty: no narrowing filter is set. */
  none: string;
}

export interface ListDefinition<S extends { rowKey: (row: R) => string }, R extends Fields> {
  /** Never changes; the person's settings are stored under it. */
  id: string;
  title: string;
  /** Feature code; must exist and must not end in .read or .write (PERM-16). */
  feature: string;
  /** What the screen reads; passed to the engine unchanged. */
  source: S;
  columns: readonly Column<R>[];
  card?: CardLayout<R>;
  filters: readonly FilterDefinition[];
  /** Keys of filters that choose what is listed rather than narrow it, e.g. the channel. Reset clears them too. */
  scope?: readonly string[];
  /** Filters per row: 5, on serviceable screens 4 (LIST-3). */
  perRow?: 4 | 5;
  operations: readonly Operation[];
  rowActions: readonly RowAction[];
  dialogs: Readonly<Record<string, ListDialog<R>>>;
  /** Handles changes inside the rows; omitted if there are none. Loaded after the first rows. */
  Doing?: ComponentType<ListDoingProps<R>>;
  /** Slot below the filters, e.g. the channel hint. */
  Hint?: ComponentType<{ filters: Filters }>;
  /** Reports which ids of a pasted column match no row; rendered while a filter contains several ids. */
  IdsNotFound?: ComponentType<{ filters: Filters }>;
  /**
   * Determines why no row can ever match, e.g. because a channel belongs to another country; null if the filters can
   * match.
   */
  Misfit?: ComponentType<{ filters: Filters; children: (misfit: Misfit | null) => ReactNode }>;
  /** Reloads the list while its rows change by themselves, as those of an import do. Renders nothing. */
  Watch?: ComponentType<ListWatchProps<R>>;
  texts: ListTexts;
}

/** Keys of the columns that a person may sort by. */
export const sortColumns = <R>(definition: { columns: readonly Column<R>[] }): string[] =>
  definition.columns.flatMap(column => (column.sortable === true ? [column.key] : []));

const known: readonly string[] = [...Object.values(FEATURE), ADMINISTRATION];

/** What is wrong with a table view's permission code; null if it is valid (PERM-16). */
export function featureProblem(feature: string): string | null {
  if (isActionCode(feature)) return `permission code "${feature}" names an action, a table view takes the feature`;
  return known.includes(feature) ? null : `permission code "${feature}" does not exist`;
}

/** Declares a list screen. A wrong permission code is only logged (PERM-16). */
export function defineListScreen<R extends Fields, S extends { rowKey: (row: R) => string }>(
  definition: ListDefinition<S, R>,
): ListDefinition<S, R> {
  const problem = featureProblem(definition.feature);
  if (problem !== null) console.error(`list "${definition.id}": ${problem}`);
  return definition;
}
