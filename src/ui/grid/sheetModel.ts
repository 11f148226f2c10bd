import type { NumberRule } from '../../domain/wholeNumber.ts';
import type { Cell } from './range.ts';

/** Content and editing of a spreadsheet grid, independent of the source of the data. */

export interface SheetColumn {
  readonly key: string;
  readonly label: string;
  readonly width?: number;
  /** Numbers stand at the right, and are asked about where a paste leaves open what they mean. */
  readonly number?: NumberRule;
  /** Words that a cell is chosen from; others may be typed and are refused by the model. */
  readonly options?: readonly string[];
  readonly readOnly?: boolean;
}

export interface CellLook {
  /** As people read it. */
  readonly shown: string;
  /** As it is typed, copied and filled. */
  readonly typed: string;
  /** Why it is not right. */
  readonly problem?: string | null;
  /** What speaks against it, although it can be. */
  readonly warning?: string | null;
  /** Whether it differs from the server's value. */
  readonly changed?: boolean;
  /** It was applied and is not on the server: it waits to be sent, or the person has to decide about it. */
  readonly pending?: 'waiting' | 'needsYou' | undefined;
  /** How far it went up (to 1) or down (to -1) against something that it is compared with; null: no colour. */
  readonly heat?: number | null;
  /** Meaning of the color, in words. */
  readonly note?: string;
}

export interface SheetModel {
  readonly rows: number;
  readonly columns: readonly SheetColumn[];
  /** Heading of the row headings. */
  readonly corner: string;
  readonly rowHead: (row: number) => string;
  readonly look: (row: number, column: number) => CellLook;
  /** A paste may reach below the last row. */
  readonly grows?: boolean;
}

export const EMPTY_LOOK: CellLook = { shown: '', typed: '' };

/** A cell that is led to; `turn` differs for each lead, also to the same cell. */
export interface Lead extends Cell {
  readonly turn: number;
}
