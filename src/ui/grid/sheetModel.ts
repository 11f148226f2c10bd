import type { NumberRule } from '../../domain/wholeNumber.ts';
import type { Cell } from './range.ts';

/** Content and editing of a spreadsheet grid, independent of where the data come from. */

export interface SheetColumn {
  readonly key: string;
  readonly label: string;
  readonly width?: number;
  /** Numbers are right-aligned, and a paste of ambiguous numbers asks what they mean. */
  readonly number?: NumberRule;
  /** The texts to choose from; others can be typed and are rejected by the model. */
  readonly options?: readonly string[];
  readonly readOnly?: boolean;
}

export interface CellLook {
  /** The text as displayed. */
  readonly shown: string;
  /** The text as typed, copied and filled. */
  readonly typed: string;
  /** Why the value is invalid. */
  readonly problem?: string | null;
  /** Why the value is doubtful, although it is allowed. */
  readonly warning?: string | null;
  /** Whether it differs from the server's value. */
  readonly changed?: boolean;
  /** The change was applied but is not on the server: it waits to be sent, or the person has to decide about it. */
  readonly pending?: 'waiting' | 'needsYou' | undefined;
  /** How much the value rose (up to 1) or fell (down to -1) against its comparison value; null: no color. */
  readonly heat?: number | null;
  /** Meaning of the color, in words. */
  readonly note?: string;
}

export interface SheetModel {
  readonly rows: number;
  readonly columns: readonly SheetColumn[];
  /** Heading of the column of row headings. */
  readonly corner: string;
  readonly rowHead: (row: number) => string;
  readonly look: (row: number, column: number) => CellLook;
  /** A paste may add rows below the last one. */
  readonly grows?: boolean;
}

export const EMPTY_LOOK: CellLook = { shown: '', typed: '' };

/** A cell to go to; `turn` differs each time, even for the same cell. */
export interface Lead extends Cell {
  readonly turn: number;
}
