import { contains, rangeOf, selectCell, type Range, type Selection } from './range.ts';
import type { CellLook, SheetModel } from './sheetModel.ts';

const FLAG = { selected: 1, changed: 2, waiting: 4, needsYou: 8, handle: 16, filling: 32 } as const;
const APART = '\u0001';

/** The state of a cell, as rendered. */
export interface DrawnCell {
  readonly selected: boolean;
  readonly changed: boolean;
  readonly waiting: boolean;
  readonly needsYou: boolean;
  /** Whether the cell is the last one of the selection, where the fill handle is. */
  readonly handle: boolean;
  /** Whether the fill would include this cell if the handle were released now. */
  readonly filling: boolean;
  readonly heat: number | null;
  readonly problem: string;
  readonly warning: string;
  readonly note: string;
  readonly shown: string;
}

/**
 * A grid's model and selection, stored outside React's state. Each visible cell subscribes to its own short snapshot,
 * so that a key press or a drag rerenders only the cells that change.
 */
export class SheetStore {
  private readonly listeners = new Set<() => void>();
  private range: Range;
  private fills: Range | null = null;
  private fillable = false;

  constructor(
    public model: SheetModel,
    public selection: Selection = selectCell({ row: 0, column: 0 }),
  ) {
    this.range = rangeOf(selection);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get selected(): Range {
    return this.range;
  }

  take(model: SheetModel): void {
    if (this.model === model) return;
    this.model = model;
    this.notify();
  }

  select(selection: Selection): void {
    this.selection = selection;
    this.range = rangeOf(selection);
    this.notify();
  }

  /**
   * The range that the fill would add if the handle were released now; null if the handle is not being dragged or the
   * fill would add nothing.
   */
  get filling(): Range | null {
    return this.fills;
  }

  /** Sets whether the selection has a fill handle. */
  setFillable(fillable: boolean): void {
    this.fillable = fillable;
    this.notify();
  }

  fillTo(range: Range | null): void {
    this.fills = range;
    this.notify();
  }

  look(row: number, column: number): CellLook {
    return this.model.look(row, column);
  }

  readonly typedOf = (row: number, column: number): string => this.model.look(row, column).typed;
  readonly shownOf = (row: number, column: number): string => this.model.look(row, column).shown;

  /** A cell's rendered state as a string; the cell is not rerendered while the string stays the same. */
  snapshot(row: number, column: number): string {
    const { shown, problem, warning, changed = false, pending, heat, note } = this.model.look(row, column);
    const flags =
      (contains(this.range, { row, column }) ? FLAG.selected : 0) |
      (changed ? FLAG.changed : 0) |
      (pending ? FLAG[pending] : 0) |
      (this.fillable && row === this.range.bottom && column === this.range.right ? FLAG.handle : 0) |
      (this.fills && contains(this.fills, { row, column }) ? FLAG.filling : 0);
    return [flags, heat ?? '', problem ?? '', warning ?? '', note ?? '', shown].join(APART);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

export function drawnCell(snapshot: string): DrawnCell {
  const [flags = '0', heat = '', problem = '', warning = '', note = '', shown = ''] = snapshot.split(APART);
  const bits = Number(flags);
  return {
    selected: (bits & FLAG.selected) !== 0,
    changed: (bits & FLAG.changed) !== 0,
    waiting: (bits & FLAG.waiting) !== 0,
    needsYou: (bits & FLAG.needsYou) !== 0,
    handle: (bits & FLAG.handle) !== 0,
    filling: (bits & FLAG.filling) !== 0,
    heat: heat === '' ? null : Number(heat),
    problem,
    warning,
    note,
    shown,
  };
}
