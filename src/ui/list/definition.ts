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
  /** The filters as the inputs say them, e.g. to start Create with the chosen channel. */
  filters: Filters;
  /** Initial values of a new record, in addition to the filters. */
  begins?: Fields;
  close: () => void;
  /** Asks for the list's rows again. */
  refresh: () => void;
}

export type ListDialog<R> = ComponentType<ListDialogProps<R>> | LazyExoticComponent<ComponentType<ListDialogProps<R>>>;

/** Props of a list's saved views. */
export interface ListViewsProps {
  listId: string;
  /** Filters, sort and page as they are. */
  state: UrlState;
  preferences: TablePreferences;
  /** Lists with these: as a page of its own in the history or, if an address led here, in place of that one. */
  onApply: (state: UrlState, preferences: TablePreferences, replace?: boolean) => void;
}

/** What is given to the part of a list that works in its rows: selection, flags, cells. It is drawn between table and footer. */
export interface ListDoingProps<R extends Fields> {
  doing: TableDoing;
  rows: readonly ListRow<R>[];
  /** The shown columns; `edit` is on those alone that the person may change. */
  columns: readonly Column<R>[];
  actions: readonly TableAction[];
  /** The filters of the listed rows, and their sort. */
  filters: Filters;
  sort: string;
  /** Rows that match the filters. */
  total: number;
  onAction: (action: string, item: ListRow<R>) => void;
  /** Asks for the list's rows again. */
  refresh: () => void;
}

/** Props of a component that monitors a list. */
export interface ListWatchProps<R> {
  rows: readonly ListRow<R>[];
  refetch: () => void;
}

/** Format of a download, if it offers several; `columns`: names in their order, null for the documents' own. */
export interface DownloadForm {
  format: 'xlsx' | 'csv';
  columns: readonly string[] | null;
}

/** Props of the offline part of a download. */
export interface OfflineDownloadProps {
  form: DownloadForm;
  /** Grows each time that the file is requested from elsewhere than its button. */
  asked: number;
  /** The filters as the inputs say them. */
  selected: Filters;
  label: string;
  icon?: ReactElement;
  /** Where progress and what belongs to it is shown, so that the buttons next to the download keep their place. */
  aside: HTMLElement | null;
}

/** What fetches a download that was clicked is given. */
export interface FetchDownloadProps {
  /** The download's address, for the filters as they were when it was clicked. */
  href: string;
  form: DownloadForm;
  selected: Filters;
  label: string;
  /** It has ended, one way or another. */
  close: () => void;
}

interface OperationBase {
  id: string;
  label: string;
  icon?: ReactElement;
  /** Code without which the operation is not rendered. */
  permission: string;
}

/** An entry of the operations bar. */
export type Operation = OperationBase &
  (
    | {
        kind: 'dialog';
        dialog: string;
        primary?: boolean;
        /** The page's key that opens it, one small letter. */
        shortcut?: string;
      }
    | { kind: 'page'; href: (selected: Filters) => string; primary?: boolean }
    | {
        /** A link to a download address in a new window (LIST-16), for the filters as the inputs say them (SAL-25). */
        kind: 'download';
        href: (selected: Filters, ui: Ui, form: DownloadForm) => string;
        /** It may be a workbook or comma-separated, of all columns or the shown ones; a menu next to it says which. */
        forms?: boolean;
        /** Why it cannot be used now, in words; null when it can. */
        disabled: (selected: Filters, ui: Ui) => string | null;
        /**
         * Drawn once the link was clicked: fetches the file and says how far it is, or why there is none, if a window would
         * show the browser's error page.
         */
        Fetch: ComponentType<FetchDownloadProps>;
        /** Takes its place while the server cannot be reached: makes the file on this device. */
        Offline: ComponentType<OfflineDownloadProps>;
      }
  );

export interface RowAction {
  id: string;
  label: string;
  /** Permission code without which the action is not rendered; omitted if access to the list is enough. */
  permission?: string;
  dialog: string;
  /** Shown in place of the label, which then names it. */
  icon?: ReactElement;
  /** Whether a row has the action; if omitted, every row does. */
  offered?: (row: never) => boolean;
  /** Id of the action that it replaces: no row has both, so they share their room. */
  insteadOf?: string;
  /** Only looks: offered even while a write of the row is on its way. */
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
  /** What to do about it. */
  idleHint?: string;
  /** No row matches; said of the filters. */
  empty: string;
  /** The list itself is empty, no narrowing filter being set. */
  none: string;
}

export interface ListDefinition<S extends { rowKey: (row: R) => string }, R extends Fields> {
  /** Stable; also names what is remembered for the person. */
  id: string;
  title: string;
  /** Feature code; must exist and must not end in .read or .write (PERM-16). */
  feature: string;
  /** What the screen reads, handed to the engine untouched. */
  source: S;
  columns: readonly Column<R>[];
  card?: CardLayout<R>;
  filters: readonly FilterDefinition[];
  /** Keys of filters that choose what is listed rather than narrow it, e.g. the channel. Reset keeps none of them. */
  scope?: readonly string[];
  /** Filters per row: 5, on serviceable screens 4 (LIST-3). */
  perRow?: 4 | 5;
  operations: readonly Operation[];
  rowActions: readonly RowAction[];
  dialogs: Readonly<Record<string, ListDialog<R>>>;
  /** Works in the rows; left out if there is nothing to do in them. Loaded after the first rows. */
  Doing?: ComponentType<ListDoingProps<R>>;
  /** Slot below the filters, e.g. the channel hint. */
  Hint?: ComponentType<{ filters: Filters }>;
  /** Says which ids of a pasted column are in no row; drawn while a filter has several. */
  IdsNotFound?: ComponentType<{ filters: Filters }>;
  /** Reads what no row can ever match, in words, e.g. a channel of another country; null when the filters can match. */
  Misfit?: ComponentType<{ filters: Filters; children: (misfit: Misfit | null) => ReactNode }>;
  /** Asks for the list again where rows go on by themselves, as an import does. Draws nothing. */
  Watch?: ComponentType<ListWatchProps<R>>;
  texts: ListTexts;
}

/** Keys of the columns that a person may sort by. */
export const sortColumns = <R>(definition: { columns: readonly Column<R>[] }): string[] =>
  definition.columns.flatMap(column => (column.sortable === true ? [column.key] : []));

const known: readonly string[] = [...Object.values(FEATURE), ADMINISTRATION];

/** What is wrong with a table view's permission code; null when nothing is (PERM-16). */
export function featureProblem(feature: string): string | null {
  if (isActionCode(feature)) return `permission code "${feature}" names an action, a table view takes the feature`;
  return known.includes(feature) ? null : `permission code "${feature}" does not exist`;
}

/** Declares a list screen. A wrong permission code is logged and nothing more (PERM-16). */
export function defineListScreen<R extends Fields, S extends { rowKey: (row: R) => string }>(
  definition: ListDefinition<S, R>,
): ListDefinition<S, R> {
  const problem = featureProblem(definition.feature);
  if (problem !== null) console.error(`list "${definition.id}": ${problem}`);
  return definition;
}
