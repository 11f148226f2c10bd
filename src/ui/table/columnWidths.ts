/** The column widths that a person has set, in pixels by key. */
export type ColumnWidths = Readonly<Record<string, number>>;

export const COLUMN_LEAST = 48;
export const COLUMN_MOST = 800;

/** Clamps a width to a column's limits. */
export const columnWithin = (width: number): number => Math.max(COLUMN_LEAST, Math.min(COLUMN_MOST, Math.round(width)));

/** Whether a stored value is a valid width. */
export const isColumnWidth = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && columnWithin(value) === value;
