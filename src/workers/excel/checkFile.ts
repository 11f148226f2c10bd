import { ownerOfKey } from '../../contract/owner.ts';
import type { AddressMatch } from '../../domain/addressMatch.ts';
import {
  answerKey,
  checkServiceability,
  SERVICES,
  type CheckAddress,
  type CheckQuestion,
  type ServiceRecords,
  type Verdict,
} from '../../domain/serviceability.ts';
import { cellText, type SheetData } from '../../domain/sheet/columns.ts';
import type { OpenWorkbook } from '../../domain/sheet/xlsx.ts';
import type { Cell, Column } from '../../domain/sheet/workbookXml.ts';
import type { Deflate } from '../../domain/sheet/writeWorkbook.ts';
import type { CheckFileJob, CheckedWorkbook } from '../../sync/excelClient/writerApi.ts';
import type { MirrorDb } from '../../sync/mirror/db.ts';
import { readSet } from '../../sync/mirror/loadSet.ts';
import type { PlaceIndex } from '../../sync/query/placeIndex.ts';
import { readPlaces } from '../../sync/query/places.ts';
import { bookOf, readOwnerRecords, type ColumnSource } from '../../sync/query/serviceChecks.ts';
import { copied, readFirst } from './firstSheet.ts';
import { workbookBlob } from './workbookBlob.ts';

/** Maximum number of addresses per file. */
export const FILE_ROWS_MOST = 100_000;
/** Number of rows between two progress reports. */
const REPORT_EVERY = 2000;
const WORDS: Readonly<Record<Verdict, string>> = { yes: 'Yes', no: 'No', open: 'Depends' };
/** Possible headings of the column for the other end of the delivery. */
const OTHER_END = /^(other end|from|seller|ship from|to|destination)( address| of the way)?$/i;
const WIDTH = 18;
/** A channel's cells if no part of the address was recognized. */
const NOTHING = SERVICES.map(() => '');

export interface CheckFileDeps {
  db: MirrorDb;
  open: (file: File) => Promise<OpenWorkbook>;
  deflate: Deflate;
  /** Called from time to time with the fraction of rows processed so far. */
  onProgress: (share: number) => void;
}

/** A source that reads columns directly from the mirror, each set only once. */
function mirrorSource(db: MirrorDb): ColumnSource {
  return {
    columns: async (entity, collection, owner) => (await readSet(db, [entity, collection, owner]))?.columns ?? null,
  };
}

const addressOf = (match: Pick<AddressMatch, 'chain' | 'postcode'>): CheckAddress => ({
  chain: match.chain,
  postcode: match.postcode,
});

/**
 * Checks a file of addresses against cached channels and 3PLs. Its first row is the header row. The cells of a row
 * together form one address, whatever their columns; an "Other end" column contains the other end of the delivery. The
 * result is the same file with the recognized places and four columns per channel.
 *
 * @returns the workbook, or a message that explains why there is none
 */
export async function checkFile(
  job: CheckFileJob,
  deps: CheckFileDeps,
): Promise<CheckedWorkbook | { problem: string }> {
  const { file, entity, scenario, shop, owners, pending } = job;
  const { db, deflate, onProgress } = deps;
  const sheet = await readFirst(file, deps.open, FILE_ROWS_MOST + 2);
  if ('problem' in sheet) return sheet;
  if (sheet.rows < 2)
    return {
      problem: `${file.name} has no addresses. Its first row is read as headings; enter one address in each row below.`,
    };
  if (sheet.rows - 1 > FILE_ROWS_MOST) {
    return { problem: `${file.name} has more than ${FILE_ROWS_MOST} addresses. Split it into several files.` };
  }
  const places = await readPlaces(db, entity, async () => undefined);
  if (!places)
    return { problem: 'The places of this country are not on this device yet. Try again once they are loaded.' };
  const source = mirrorSource(db);
  const asked: ((question: CheckQuestion) => readonly string[])[] = [];
  const titles: string[] = [];
  const unasked: string[] = [];
  for (const { owner, name } of owners) {
    const read = await readOwnerRecords(source, entity, places, owner, pending);
    const { id } = ownerOfKey(owner);
    if (!read) unasked.push(`${id} ${name}`);
    // A channel without a configuration checks nothing, so there is nothing to report.
    else if (read.config) {
      titles.push(`${id} ${name}`);
      asked.push(answering(read.records));
    }
  }
  if (asked.length === 0)
    return { problem: 'No configured channel is kept offline on this device. Keep one offline and try again.' };

  const shown = sheet.columns.flatMap((cells, column) => (cells ? [column] : []));
  const headings = shown.map(column => cellText(sheet, column, 0).trim());
  const otherAt = shown.filter((_, at) => OTHER_END.test(headings[at] ?? ''));
  const own = shown.filter(column => !otherAt.includes(column));
  const book = await bookOf(entity, places);
  const namesOf = namesIn(places);
  const textOf = (columns: readonly number[], row: number): string => {
    let text = '';
    for (const column of columns) {
      const part = cellText(sheet, column, row).trim();
      if (part !== '') text = text === '' ? part : `${text}, ${part}`;
    }
    return text;
  };

  function* rows(data: SheetData): Generator<readonly Cell[]> {
    for (let row = 1; row < data.rows; row++) {
      if (row % REPORT_EVERY === 0) onProgress(row / data.rows);
      const match = book.match(textOf(own, row));
      const otherText = textOf(otherAt, row);
      const question = {
        address: addressOf(match),
        other: otherText === '' ? null : addressOf(book.match(otherText)),
        scenario,
        shop,
      };
      const cells: Cell[] = shown.map(column => copied(data, column, row));
      cells.push(
        namesOf(match.locationId),
        match.locationId || '',
        match.postcode,
        [...match.unmatched, ...match.corrected].join(', '),
      );
      const found = match.locationId !== 0 || match.postcode !== '';
      for (const answer of asked) cells.push(...(found ? answer(question) : NOTHING));
      yield cells;
    }
  }
  const column = (heading: string, width = WIDTH): Column => ({ heading, width });
  const words = (heading: string, width = WIDTH): Column => ({ heading, width, words: true });
  const columns = [
    ...headings.map(heading => column(heading)),
    words('Understood as', 44),
    column('Location ID', 12),
    column('Postcode', 10),
    column('Not used', 24),
    ...titles.flatMap(title => SERVICES.map(({ label }) => words(`${title}: ${label}`))),
  ];
  const blob = await workbookBlob([{ name: 'Checked addresses', columns, rows: rows(sheet) }], deflate);
  return { name: `${file.name.replace(/\.\w+$/, '')} checked.xlsx`, blob, rows: sheet.rows - 1, unasked };
}

/** Maximum number of memoized results; memoized because the addresses of many files are in the same places. */
const REMEMBERED_MOST = 20_000;
/** If fewer than one in this many queries is a repeat, looking up earlier results costs more than computing them. */
const WORTH = 8;

/** Returns a function that computes one channel's cells for an address. */
function answering(records: ServiceRecords): (question: CheckQuestion) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  /** There are few distinct combinations of words, so equal ones share a list. */
  const lists = new Map<string, readonly string[]>();
  let asked = 0;
  let found = 0;
  const wordsFor = (question: CheckQuestion): readonly string[] => {
    const answer = checkServiceability(question, records);
    const words = SERVICES.map(({ of }) => WORDS[of(answer)]);
    const key = words.join();
    const list = lists.get(key) ?? words;
    if (list === words) lists.set(key, words);
    return list;
  };
  return question => {
    if (known.size >= REMEMBERED_MOST && found * WORTH < asked) return wordsFor(question);
    asked += 1;
    const key = answerKey(question, records.config);
    let words = known.get(key);
    if (words) found += 1;
    else {
      words = wordsFor(question);
      if (known.size < REMEMBERED_MOST) known.set(key, words);
    }
    return words;
  };
}

/** Returns the names of a place and its ancestors as one cell. */
function namesIn(places: PlaceIndex): (locationId: number) => string {
  const known = new Map<number, string>([[0, '']]);
  return locationId => {
    let text = known.get(locationId);
    if (text === undefined) {
      const { state, city, district, street } = places.namesOf(locationId);
      text = [state, city, district, street].filter(name => name !== '').join(' > ');
      known.set(locationId, text);
    }
    return text;
  };
}
