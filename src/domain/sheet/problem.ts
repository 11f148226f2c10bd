/**
 * The kinds of reasons why a file cannot be read as a spreadsheet. The sentence for each says what happened and what to
 * do next.
 */
export type FileProblemKind =
  | 'empty'
  | 'tooLarge'
  | 'password'
  | 'notSpreadsheet'
  | 'wrongName'
  | 'truncated'
  | 'damaged'
  | 'bomb'
  | 'tooManyRows'
  | 'tooManyCells'
  | 'tooManyTogether'
  | 'deletions'
  | 'textTooLong'
  | 'openQuote'
  | 'notWritten'
  | 'encoding'
  | 'guessedEncoding'
  | 'noSheets'
  | 'severalSheets'
  | 'unreadable'
  | 'notLoaded'
  | 'outOfMemory'
  | 'overTime'
  | 'overMemory'
  | 'cancelled';

export interface FileProblem {
  kind: FileProblemKind;
  /** The file's name as the person sees it. */
  fileName: string;
  /** One or two sentences that explain the problem to the person. */
  message: string;
}

const SAVE_AGAIN = 'Open it in Excel, save it as .xlsx and choose it again.';

const COPY_ROWS =
  'It may be damaged, or have links or formats over whole columns. Copy its rows into a new workbook and choose that file.';

/** The sentences. Files without a template, such as bills, have the same problems, so none mentions a template. */
const SENTENCES: Readonly<Record<FileProblemKind, (file: string, found: string) => string>> = {
  empty: file => `${file} is empty: it has no bytes. Export or save it again and choose the new file.`,
  tooLarge: file => `${file} is too large to be read here. Split it into several files and choose those.`,
  password: file =>
    `${file} is protected with a password. Open it in Excel, remove the password (File > Info > Protect Workbook), save it and choose it again.`,
  notSpreadsheet: (file, found) =>
    `${file} is not a spreadsheet: it is ${found || 'a file of another kind'}. Choose an .xlsx, .xls, .xlsb, .ods or .csv file.`,
  wrongName: (file, found) =>
    `${file} does not match its file extension: it is ${found}. Rename it, or save it in Excel as .xlsx, and select it again.`,
  truncated: file => `${file} is incomplete: its end is missing. Download or copy it again and choose the new file.`,
  damaged: (file, found) => `${file} is damaged${found ? ` (${found})` : ''} and cannot be read. ${SAVE_AGAIN}`,
  bomb: file =>
    `${file} unpacks to far more data than a spreadsheet of its size can contain, so it was not read. ${SAVE_AGAIN}`,
  tooManyRows: file => `${file} has more rows than a worksheet can have (1,048,576). Split it into several files.`,
  tooManyCells: file =>
    `${file} has too many columns and rows to be read here. Keep only the columns that are needed and choose it again.`,
  tooManyTogether: file =>
    `Together with ${file}, the files of this import are too large: they can have at most 1,500,000 rows in total. Remove it here and import it separately afterward.`,
  deletions: (file, found) =>
    `${file} has a row that is to be deleted (${found}), but this import has no action codes and would keep the row. Remove such rows and that column, and choose the file again.`,
  textTooLong: (file, found) =>
    `${file} has a text that is longer than a cell can contain${found ? ` (${found})` : ''}. Shorten it and choose the file again.`,
  openQuote: (file, found) =>
    `${file} has a quotation mark${found ? ` in ${found}` : ''} that is never closed, or text after a closing quotation mark, so its rows cannot be separated. Correct it there, or save the file as .xlsx, and choose it again.`,
  notWritten: file =>
    `${file} has cells whose values are not written out in it, such as formulas without results. Open it in Excel or LibreOffice, save it there, and choose it again.`,
  encoding: file =>
    `${file} is a text file in an encoding that cannot be detected. In Excel, save it as "CSV UTF-8" or as .xlsx and choose it again.`,
  guessedEncoding: (file, found) =>
    `${file} does not declare its text encoding, and Ops Portal does not guess it (it would be read as ${found}). In Excel, save it as "CSV UTF-8" or as .xlsx and send that.`,
  noSheets: file => `${file} has no worksheet with cells in it. Enter the rows in one and choose it again.`,
  severalSheets: (file, found) =>
    `${file} has rows in several sheets: ${found}. Keep the one to import, remove or hide the others, and choose it again.`,
  unreadable: file =>
    `${file} could not be read from this device: it was moved, changed or locked since it was chosen. Choose it again.`,
  notLoaded: file =>
    `${file} needs a reader that is not on this device yet. Connect to the network once and choose it again, or save it as .xlsx.`,
  outOfMemory: file =>
    `${file} needs more memory than this browser allows. Close other tabs or split the file, and choose it again.`,
  overTime: file => `${file} takes too long to read. ${COPY_ROWS}`,
  overMemory: file => `${file} takes too much memory to read. ${COPY_ROWS}`,
  cancelled: file => `Reading ${file} was canceled. Choose it again to start over.`,
};

/**
 * Creates a problem with the sentence that explains it.
 * @param found what was found instead, or where, such as "a PDF document" or "row 12"; may be empty
 */
export const fileProblem = (kind: FileProblemKind, fileName: string, found = ''): FileProblem => ({
  kind,
  fileName,
  message: SENTENCES[kind](`"${fileName}"`, found),
});

/** Thrown by the readers, which do not know the file's name; it is added by their caller. */
export class SheetFileError extends Error {
  readonly kind: FileProblemKind;
  readonly found: string;

  constructor(kind: FileProblemKind, found = '') {
    super(`${kind}${found ? `: ${found}` : ''}`);
    this.name = 'SheetFileError';
    this.kind = kind;
    this.found = found;
  }
}

/** The error for text whose bytes are invalid in the encoding declared by its part, or in UTF-8 if none is declared. */
export const otherEncoding = (): SheetFileError =>
  new SheetFileError('damaged', 'its text is not in the encoding that it declares');

/** Thrown if a file is well-formed but uses a feature that only the general reader supports. */
export class NotKnown extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'NotKnown';
  }
}
