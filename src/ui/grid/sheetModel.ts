import type { NumberRule } from '../../domain/wholeNumber.ts';
import type { Cell } from './range.ts';

/** The content and the edits of a spreadsheet grid, independent of the data source. */

export interface SheetColumn {
  readonly key: string;
  readonly label: string;
  readonly width?: number;
  /** Numbers are right-aligned, and pasting ambiguous numbers asks for their format. */
  readonly number?: NumberRule;
  /** The values to choose from; other values can be typed but are rejected by the model. */
  readonly options?: readonly string[];
  readonly readOnly?: boolean;
}

export interface CellLook {
  /** The displayed text. */
  readonly shown: string;
  /** The text used for typing, copying and filling. */
  readonly typed: string;
  /** Why the value is invalid. */
  readonly problem?: string | null;
  /** A warning about a valid but doubtful value. */
  readonly warning?: string | null;
  /** Whether the cell differs from the server's value. */
  readonly changed?: boolean;
  /** Whether the change was applied but has not reached the server, because it is still queued or needs a decision. */
  readonly pending?: 'waiting' | 'needsYou' | undefined;
  /** How far the value rose (up to 1) or fell (down to -1) relative to its comparison value; null for no color. */
  readonly heat?: number | null;
  /** A description of the color. */
  readonly note?: string;
}

export interface SheetModel {
  readonly rows: number;
  readonly columns: readonly SheetColumn[];
  /** Heading of the column that contains the row headings. */
  readonly corner: string;
  readonly rowHead: (row: number) => string;
  readonly look: (row: number, column: number) => CellLook;
  /** Whether a paste may append rows. */
  readonly grows?: boolean;
}

export const EMPTY_LOOK: CellLook = { shown: '', typed: '' };

/** A cell to move to; `turn` changes with each request, even for the same cell. */
export interface Lead extends Cell {
  readonly turn: number;
}
