import { formatDate, formatMillis, formatTime } from '../../domain/format.ts';
import { formatAmount } from '../../domain/money.ts';
import type { CellPlace } from './Cell.tsx';
import { labelOf, type Column } from './columns.ts';

/** Copies cells for a spreadsheet: as tab-separated text, and as an HTML table whose cells are marked as text. */

/** The text displayed in a cell; empty for a missing value. */
export function cellText<R>(column: Column<R>, row: R, place: CellPlace): string {
  if (column.copied) return (column.copied as (row: R) => string)(row);
  switch (column.kind) {
    case 'custom':
      return '';
    case 'yesNo':
      return column.value(row) ? 'Yes' : 'No';
    case 'list':
    case 'tag':
      return column.value(row).join(', ');
    case 'date':
      return shown(column.value(row), value => formatDate(value, place.timeZone));
    case 'time':
    case 'tz':
      return shown(column.value(row), value => formatTime(value, place.timeZone));
    case 'millisecond':
      return shown(column.value(row), value => formatMillis(value, place.timeZone));
    case 'money':
      return shown(column.value(row), value => formatAmount(value, column.country?.(row) ?? place.entity));
    case 'select':
    case 'enum':
    case 'status':
      return shown(column.value(row), value => labelOf(column.options, value));
    default:
      return shown(column.value(row), String);
  }
}

const shown = <V>(value: V | null | undefined, inWords: (value: V) => string): string =>
  value === null || value === undefined ? '' : inWords(value);

/**
 * Converts text to a cell of tab-separated text: a single line without tabs, otherwise unchanged, so that it can be
 * pasted into a form or a filter. Spreadsheets use the HTML table instead, whose cells are text and never formulas.
 */
export function tsvCell(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, sign => ESCAPES[sign] ?? sign);

export interface Copied {
  text: string;
  html: string;
}

/** The rows with the column headings above them; a single cell is copied without a heading. */
export function copied<R>(columns: readonly Column<R>[], rows: readonly R[], place: CellPlace, heads = true): Copied {
  const lines = [
    ...(heads ? [columns.map(({ label }) => label)] : []),
    ...rows.map(row => columns.map(column => cellText(column, row, place))),
  ];
  const html = lines.map((cells, at) => {
    const tag = heads && at === 0 ? 'th' : 'td';
    // Marked as text, so that ids keep their leading zeros and dates their format.
    return `<tr>${cells.map(cell => `<${tag} style="mso-number-format:'\\@'">${escaped(cell)}</${tag}>`).join('')}</tr>`;
  });
  return {
    text: lines.map(cells => cells.map(tsvCell).join('\t')).join('\n'),
    html: `<meta charset="utf-8"><table>${html.join('')}</table>`,
  };
}

/**
 * Copies to the clipboard.
 * @throws if the browser does not allow it
 */
export async function writeClipboard({ text, html }: Copied): Promise<void> {
  // Outside a secure context, only the copy event gives access to the clipboard.
  if (typeof ClipboardItem === 'undefined' || !('clipboard' in navigator)) {
    copyByEvent({ text, html });
    return;
  }
  const part = (type: string, value: string) => [type, new Blob([value], { type })] as const;
  const item = new ClipboardItem(Object.fromEntries([part('text/plain', text), part('text/html', html)]));
  try {
    await navigator.clipboard.write([item]);
  } catch {
    copyByEvent({ text, html });
  }
}

function copyByEvent({ text, html }: Copied): void {
  let done = false;
  const take = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
    event.preventDefault();
    done = true;
  };
  document.addEventListener('copy', take, { once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', take);
  if (!done)
    throw new Error(
      'The browser does not let this page use the clipboard. Allow it in the settings of this site, then copy again.',
    );
}
