import { encodingName } from '../../domain/sheet/textForm.ts';
import { formatCount } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import { ERRORS_HEADER, foldHeader } from '../../domain/import/headers.ts';
import type { OtherNames } from '../../domain/import/otherNames.ts';
import { columnLetter } from '../../domain/sheet/columns.ts';
import type { UploadColumn, UploadFile } from './uploadTypes.ts';

/** Tells the person how a file is read, so that nothing is silently ignored. */
export interface FileNotes {
  /** The sheet being read, if the file has several; null if there was no choice. */
  sheet: { at: number; text: string; important: boolean } | null;
  /** Columns mapped by a remembered choice, because their headers match no column. */
  chosen: readonly { header: string; as: string }[];
  /** Headers that match no column of the import. */
  leftOut: readonly string[];
  /** The columns selected by the person among those with the same header; null if there are none. */
  counts: string | null;
  /** Says that hidden rows are also imported; null if the file has none. */
  hidden: string | null;
  /** Says that merged cells have only one value; null if the file has none. */
  merged: string | null;
  /** Says that ids belong to channels with other names than in the file; null if there are none. */
  otherNames: string | null;
  /** The encoding selected by the person for a text file that declares none; null for other files. */
  encoding: string | null;
}

/** Maximum number of headers to list; the rest are only counted. */
const NAMED = 5;

/** Lists names, e.g. `"a", "b" and 3 more`. */
export function namesText(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMED)
    .map(name => `"${name}"`)
    .join(', ');
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown;
}

/** Says that no row contains the headers, and which rows were searched. */
export function noHeadersText(name: string, sheets: NonNullable<UploadFile['opened']>['sheets']): string {
  const rows = Math.max(0, ...sheets.map(({ head }) => head.length));
  const first = rows === 1 ? 'first row' : `first ${countText(rows, 'row')}`;
  const where = sheets.length > 1 ? `each sheet in "${name}"` : `"${name}"`;
  return `The ${first} of ${where} ${rows === 1 ? 'does' : 'do'} not contain the template’s headers.`;
}

/** Says which columns were mapped by an earlier choice. */
export const chosenText = (chosen: FileNotes['chosen']): string =>
  `As you chose before, ${chosen.map(({ header, as }) => `"${header}" is imported as ${as}`).join(', ')}.`;

/** The notes on a file once its columns are mapped; null until then. */
export function fileNotes(
  { opened, matched, encoding, hiddenRows, merged }: UploadFile,
  columns: readonly UploadColumn[],
  otherNames: readonly OtherNames[] = [],
): FileNotes | null {
  if (!opened || !matched) return null;
  const { match } = matched;
  const headers = opened.sheets[matched.sheet]?.head[match.row]?.cells ?? [];
  const chosen = match.columns.flatMap((at, column) => {
    const header = headers[at] ?? '';
    const as = columns[column]?.header ?? '';
    return at >= 0 && foldHeader(header) !== foldHeader(as) ? [{ header, as }] : [];
  });
  const leftOut = headers.filter(
    (header, at) =>
      header.trim() !== '' &&
      !match.columns.includes(at) &&
      !match.twice.some(({ columns: several }) => several.some(({ column }) => column === at)) &&
      foldHeader(header) !== foldHeader(ERRORS_HEADER),
  );
  return {
    sheet: sheetNote(opened.sheets, matched.sheet, matched.alike),
    chosen,
    leftOut,
    counts: countsOf(match.twice),
    hidden: hiddenRows > 0 ? hiddenText(hiddenRows) : null,
    merged: mergedText(merged),
    otherNames: otherNamesText(otherNames),
    encoding: encoding && `As you chose, the file is read as ${encodingName(encoding)}.`,
  };
}

/** Explains which of several columns is used, e.g. "Location ID" is read from column D, not from B, which is hidden. */
function countsOf(twice: NonNullable<UploadFile['matched']>['match']['twice']): string | null {
  const said = twice.flatMap(({ header, columns, chosen }) => {
    if (chosen === null) return [];
    const others = columns.filter(({ column }) => column !== chosen);
    const names = others.map(({ column, hidden }) => `${columnLetter(column)}${hidden ? ', which is hidden' : ''}`);
    return `As you chose, "${header}" is read from column ${columnLetter(chosen)}, not from ${names.join(' or ')}.`;
  });
  return said.length === 0 ? null : said.join(' ');
}

/** Rows hidden manually, by a filter or in a collapsed outline are imported like all others. */
const hiddenText = (rows: number): string =>
  `${countText(rows, 'row')} ${rows === 1 ? 'is' : 'are'} hidden or filtered out in the file but will also be imported.`;

/** A spreadsheet shows the value of merged cells across all of them, but stores it in the first one only. */
function mergedText([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  const said =
    others.length === 0
      ? `The cells ${first} are merged: only the first one has a value`
      : `${formatCount(others.length + 1)} ranges of cells are merged, such as ${first}: only the first cell of each has a value`;
  return `${said}, and the others count as empty. Repeat the value in each cell if it applies to all of them.`;
}

const OWNER_WORDS = { channel: 'Channel', '3pl': '3PL' } as const;

/** Says that ids and names in the file belong to different channels: Channel 10021 is "J&T Express" here, not "SiCepat" (row 4). */
function otherNamesText(found: readonly OtherNames[]): string | null {
  const named = found.flatMap(({ first }) => first);
  if (named.length === 0) return null;
  const said = named.map(
    ({ of, id, said: other, row, name }) => `${OWNER_WORDS[of]} ${id} is "${name}", not "${other}" (row ${row}).`,
  );
  const left = found.reduce((sum, { count }) => sum + count, 0) - named.length;
  const more = left > 0 ? ` ${countText(left, 'other name')} ${left === 1 ? 'differs' : 'differ'} too.` : '';
  return `${said.join(' ')}${more} Rows are imported by their ID: check that it is right.`;
}

function sheetNote(
  sheets: NonNullable<UploadFile['opened']>['sheets'],
  at: number,
  alike: readonly number[],
): FileNotes['sheet'] {
  const sheet = sheets[at];
  if (!sheet || sheets.length < 2) return null;
  const others = alike.map(other => sheets[other]?.name ?? '');
  const hidden = sheet.hidden ? ', which is hidden in the file,' : '';
  const text =
    others.length === 0
      ? `The sheet "${sheet.name}"${hidden} is read.`
      : `Only the sheet "${sheet.name}"${hidden} is read. ${namesText(others)} ${others.length === 1 ? 'has' : 'have'} the same columns: choose another one here, or save each as a separate file to import all.`;
  return { at, text, important: others.length > 0 || sheet.hidden };
}
