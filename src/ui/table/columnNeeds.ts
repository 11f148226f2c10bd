import { tagsWidth } from '../TagList.tsx';
import { columnWidth, labelOf, type Column } from './columns.ts';
import { foldedWidth, headingWidth, textWidth } from './textWidth.ts';

/** The widths in pixels that a column requires. */
export interface Need {
  /** The width at which all content fits on one line. */
  wants: number;
  /** The minimum useful width: below it, the table scrolls sideways instead. */
  least: number;
  /** The width at which the text fits on two lines; omitted if a second line would not help. */
  folded?: number;
  /** Whether the contents benefit from extra width. */
  grows: boolean;
}

/** A cell's padding. */
export const CELL_PADDING = 16;
/** Additional padding of the first cell of a row. */
export const FIRST_PADDING = 8;
/** Wide enough for any instant. */
const INSTANT = '2026-12-30 20:00:00';
/** Width of an icon and its gap. */
const ICON = 22;
/** Limits on the width that a text column may request. */
const TEXT_LEAST = 88;
/**
 * If there is enough space, the column also has room for longer names on other pages and in other filters, however
 * short those in the first rows are.
 */
const NAME = 84;
const TEXT_MOST = 320;
/** The share of a page's strings that should be completely visible; the few longest ones are truncated. */
const WHOLE_SHARE = 0.9;

/** A cell's text, for kinds whose width depends on it; null for others. */
function textOf<R>(column: Column<R>, row: R): string | null {
  switch (column.kind) {
    case 'text':
    case 'longText':
      return String(column.value(row) ?? '');
    case 'list':
      return column.value(row).join(', ');
    case 'url':
      return column.text?.(row) ?? String(column.value(row) ?? '');
    default:
      return null;
  }
}

/**
 * The width that a column requires for these rows. For custom cells, or without rows, it is taken from the declaration.
 */
export function needOf<R>(column: Column<R>, rows: readonly { row: R }[]): Need {
  const heading = headingWidth(column.label) + CELL_PADDING;
  const fixed = (width: number): Need => {
    const least = Math.max(heading, width);
    return { wants: least, least, grows: false };
  };
  switch (column.kind) {
    case 'yesNo':
      return fixed(ICON + textWidth('Yes') + CELL_PADDING);
    case 'select':
    case 'enum':
    case 'status': {
      const longest = Math.max(0, ...column.options.map(({ value }) => textWidth(labelOf(column.options, value))));
      return fixed(longest + CELL_PADDING);
    }
    case 'text':
    case 'longText':
    case 'list':
    case 'tag':
    case 'url':
      break;
    case 'custom':
      if (column.whole) return fixed(columnWidth(column));
      return { wants: columnWidth(column), least: Math.max(heading, column.least ?? TEXT_LEAST), grows: true };
    default: {
      const need = fixed(columnWidth(column, rows));
      // Date and time are on one line if there is enough space.
      const stacked = 'stacked' in column && column.stacked === true;
      return stacked ? { ...need, wants: Math.max(need.least, textWidth(INSTANT) + CELL_PADDING) } : need;
    }
  }
  if (column.kind === 'tag') {
    const widths = rows.map(({ row }) => tagsWidth(column.value(row)));
    const wants = Math.max(heading, widths.length === 0 ? columnWidth(column) : (mostOf(widths) ?? 0) + CELL_PADDING);
    return { wants, least: Math.min(wants, Math.max(heading, column.least ?? TEXT_LEAST)), grows: true };
  }
  const texts = rows.map(({ row }) => textOf(column, row) ?? '');
  const most = mostOf(texts.map(textWidth));
  const whole = Math.max(heading, most === undefined ? columnWidth(column) : Math.min(TEXT_MOST, most) + CELL_PADDING);
  const least = Math.min(whole, Math.max(heading, column.least ?? TEXT_LEAST));
  const wants = Math.max(whole, NAME);
  const folded = Math.min(wants, Math.max(NAME, least, (mostOf(texts.map(foldedWidth)) ?? 0) + CELL_PADDING));
  return { wants, least, folded, grows: true };
}

/**
 * The widths that a column requires as the first in its row. Widths that do not depend on text already have room to
 * spare.
 */
export const asFirst = (need: Need): Need =>
  need.grows
    ? {
        wants: need.wants + FIRST_PADDING,
        least: need.least + FIRST_PADDING,
        ...(need.folded === undefined ? {} : { folded: need.folded + FIRST_PADDING }),
        grows: true,
      }
    : need;

/** A width that suffices for most cells. */
function mostOf(widths: number[]): number | undefined {
  widths.sort((a, b) => a - b);
  return widths[Math.min(widths.length - 1, Math.floor(widths.length * WHOLE_SHARE))];
}

/**
 * The width of each column in a table that is `room` pixels wide. Surplus width is distributed proportionally among the
 * columns that benefit from it. If there is too little, the widest columns shrink first: down to their two-line width,
 * and then to their minimum width.
 */
export function fit(needs: readonly Need[], room: number): readonly number[] {
  const wanted = needs.reduce((sum, { wants }) => sum + wants, 0);
  const growing = needs.reduce((sum, { wants, grows }) => sum + (grows ? wants : 0), 0);
  if (room <= 0) return needs.map(({ wants }) => wants);
  if (wanted <= room) {
    if (growing === 0) return needs.map(({ wants }) => wants);
    return needs.map(({ wants, grows }) => (grows ? wants + Math.floor(((room - wanted) * wants) / growing) : wants));
  }
  const folds = needs.reduce((sum, { least, folded = least }) => sum + folded, 0) <= room;
  const at = (level: number) =>
    needs.map(({ wants, least, folded = least }) => {
      const [floor, most] = folds ? [folded, wants] : [least, Math.max(least, folded)];
      return Math.max(floor, Math.min(most, level));
    });
  let low = 0;
  let high = Math.max(...needs.map(({ wants }) => wants));
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (at(middle).reduce((sum, width) => sum + width, 0) <= room) low = middle;
    else high = middle;
  }
  return at(low);
}
