import { CODE_FORM } from '../code.ts';
import { formProblem } from '../textForms.ts';
import { TEXT_OFFERS } from '../textOffers.ts';
import { COUNTRIES } from '../country.ts';
import { dayProblem } from '../calendarDay.ts';
import { LOST_LETTER } from '../lostLetter.ts';
import { wrongHolidays } from '../nonWorkingDays.ts';
import { parseDateFromString, unclearDay } from '../readDays.ts';
import { LEVEL_NAMES, LOCATION_LEVEL, tooDeepText } from '../serviceable.ts';
import { cellText, columnLetter } from '../sheet/columns.ts';
import { requiredError } from '../validate.ts';
import { hourText, payableText, plainNumber, rangeText as bounds } from '../wholeNumber.ts';
import type { Checked, CheckedFile, ImportLookup } from './check.ts';
import { closest, similar } from './closest.ts';
import type { ImportColumn } from './declaration.ts';
import { normalise } from './normalise.ts';
import { writtenRule } from './parseCell.ts';
import type { PlaceLookup } from './places.ts';
import { postcodeForms, postcodeProblem, restoreZero } from './postcodes.ts';
import { ruleName, type RuleName } from './rules.ts';

/** An error as shown to the person. */
export interface ImportError {
  fileName: string;
  sheet: string;
  /** The row number in the spreadsheet. */
  row: number;
  /** The column's letters in the spreadsheet; empty if the file does not have the column. */
  column: string;
  /** The declared header and key of the column. */
  header: string;
  key: string;
  /** The cell's content as a string. */
  value: string;
  rule: RuleName;
  /** A sentence that describes the error. */
  message: string;
  /** The value that was probably meant; null if unknown. */
  suggestion: string | null;
}

interface Place {
  checked: Checked;
  lookup: ImportLookup;
  file: CheckedFile;
  row: number;
  column: ImportColumn;
  value: string;
  detail: number;
}

/** Describes one of the stored errors for the person. */
export function describeError(checked: Checked, lookup: ImportLookup, at: number): ImportError {
  const { errors } = checked;
  const file = checked.files[errors.files[at] as number] as CheckedFile;
  const row = errors.rows[at] as number;
  const columnAt = errors.columns[at] as number;
  const column = checked.declaration.columns[columnAt] as ImportColumn;
  const from = file.match.columns[columnAt] ?? -1;
  const value = from < 0 ? '' : cellText(file.sheet, from, row);
  const rule = ruleName(errors.rules[at] as number);
  const place: Place = { checked, lookup, file, row, column, value, detail: errors.details[at] as number };
  return {
    fileName: file.fileName,
    sheet: file.sheet.name,
    row: file.sheet.rowNumbers[row] as number,
    column: from < 0 ? '' : columnLetter(from),
    header: column.header,
    key: column.key,
    value,
    rule,
    message: MESSAGES[rule](place),
    suggestion: SUGGESTIONS[rule]?.(place) ?? null,
  };
}

const listed = (words: readonly (string | number)[]): string => words.join(', ');

/** The level, within its place group, of a column with names. */
function levelOf({ checked, column }: Place): number {
  const group = checked.declaration.places?.find(({ names }) => names.includes(column.key));
  return group?.names.indexOf(column.key) ?? 0;
}

function rangeText({ type }: ImportColumn): string {
  return bounds(type.kind === 'integer' || type.kind === 'decimal' ? type : {});
}

/** "row 17", with the file's name if it is in a different file. */
function otherRow({ checked, file, detail }: Place): string {
  const other = checked.files[checked.keys.fileOf(detail)] as CheckedFile;
  const row = `row ${other.sheet.rowNumbers[checked.keys.rowOf(detail)]}`;
  return other === file ? row : `${row} of "${other.fileName}"`;
}

/** What this column contains in the other row with the same key, in words. */
function otherSays({ checked, column, detail }: Place): string {
  const other = checked.files[checked.keys.fileOf(detail)] as CheckedFile;
  const at = other.match.columns[checked.declaration.columns.indexOf(column)] ?? -1;
  const value = at < 0 ? '' : cellText(other.sheet, at, checked.keys.rowOf(detail)).trim();
  return value === '' ? 'leaves it blank' : `says "${value}"`;
}

/** If a field has no maximum, a number with at least this many digits is reported as too long rather than too small. */
const TOO_LONG = 10;

const faultOf = ({ checked, detail }: Place): string => checked.faults[detail]?.problem ?? '';
const meantBy = ({ checked, detail }: Place): string | null => checked.faults[detail]?.suggestion ?? null;

const MESSAGES: Readonly<Record<RuleName, (place: Place) => string>> = {
  required: ({ column }) => requiredError(column.header, '') as string,
  notId: ({ column }) => `${column.header} must be a whole number above 0`,
  notInteger: ({ column }) => `${column.header} must be a whole number`,
  notNumber: ({ column: { header, type }, lookup }) =>
    `${header} ${type.kind === 'decimal' && type.clock ? hourText(type.scale ?? 0, lookup.country) : 'must be a number such as 1234.5'}`,
  range: ({ column, value }) =>
    column.type.kind === 'decimal' && column.type.max === undefined && value.replace(/\D/g, '').length > TOO_LONG
      ? `${column.header} has too many digits for this field`
      : `${column.header} ${rangeText(column)}`,
  scale: ({ column: { header, type }, lookup }) =>
    type.kind === 'decimal' && type.payable
      ? `${header} ${payableText(lookup.country)}`
      : `${header} allows ${type.kind === 'decimal' ? (type.scale ?? 15) : 0} decimal places`,
  digitsLost: ({ column }) =>
    `${column.header} is too long for a number, so the spreadsheet has dropped digits. Format the column as text and enter it again`,
  choice: ({ column }) =>
    `${column.header} must be one of ${column.type.kind === 'choice' ? listed(column.type.choices.map(({ label }) => label)) : ''}`,
  yesNo: ({ column }) => `${column.header} must be Yes or No`,
  date: ({ column: { header }, value }) => {
    const unclear = unclearDay(value);
    return unclear === null ? dayProblem(header, value).problem : `${header} ${unclear}`;
  },
  tooLong: ({ column }) =>
    `${column.header} allows at most ${column.type.kind === 'text' ? column.type.maxLength : 0} characters`,
  email: () => 'Invalid email',
  code: ({ column }) => `${column.header} must be ${CODE_FORM}`,
  form: ({ column: { header, type }, value }) => {
    const { pattern, maxLength } = type.kind === 'text' ? type : { pattern: undefined, maxLength: Infinity };
    const form = pattern === undefined || pattern === 'email' ? 'code' : pattern;
    const day = form === 'holidays' ? wrongHolidays(value).find(part => unclearDay(part) !== null) : undefined;
    const problem = formProblem(header, form, value, maxLength);
    return day === undefined ? problem : `${problem}. "${day}" ${unclearDay(day)}`;
  },
  postcode: ({ column, lookup }) =>
    `${column.header} must be ${postcodeForms(lookup.country)} in ${COUNTRIES[lookup.country].inText}`,
  leadingZeros: ({ column }) =>
    `${column.header} is a number here, so its leading zero is lost. Format the column as text and enter it again`,
  formula: () => 'The formula has no stored result. Open the file in Excel, save it and choose it again',
  errorValue: ({ value }) => `The cell shows ${value}. Enter the value itself`,
  unknownChannel: ({ lookup }) => `There is no channel with this ID in ${COUNTRIES[lookup.country].inText}`,
  unknownThreePl: ({ lookup }) => `There is no 3PL with this ID in ${COUNTRIES[lookup.country].inText}`,
  unknownLocation: ({ lookup }) => `There is no location with this ID in ${COUNTRIES[lookup.country].inText}`,
  placeMismatch: place => {
    const above = place.lookup.places.ancestor(place.detail, levelOf(place));
    const name =
      above < 0 ? `no ${place.column.header}` : `the ${place.column.header} ${place.lookup.places.name(above)}`;
    return `Location ${place.lookup.places.idOf(place.detail)} has ${name}`;
  },
  unknownPlace: place => {
    const { column, detail, lookup } = place;
    const within = detail < 0 ? COUNTRIES[lookup.country].inText : lookup.places.name(detail);
    const near = namesNear(place);
    const said = `There is no ${column.header} with this name in ${within}`;
    // A single close match becomes the suggestion instead.
    return near.length > 1 ? `${said}. Similar: ${near.join(', ')}` : said;
  },
  ambiguousPlace: place =>
    `Several places have this name. Enter the Location ID, or the names above ${LEVEL_NAMES[levelOf(place) as 0 | 1 | 2 | 3]} as well`,
  tooDeep: ({ checked, column, detail, lookup: { places } }) => {
    const group = checked.declaration.places?.find(({ id, names }) => id === column.key || names.includes(column.key));
    const why = tooDeepText(places.levelOf(detail), group?.deepest ?? LOCATION_LEVEL.street);
    return `Location ${places.idOf(detail)} ${why}`;
  },
  duplicate: place => `This row is a duplicate of ${otherRow(place)}`,
  own: place => own(place).problem,
  lostLetter: ({ column }) => `${column.header} ${LOST_LETTER}`,
  twoNumbers: place => `${place.column.header} ${twoNumbers(place).problem}`,
  row: faultOf,
  reversed: faultOf,
  contradiction: place => {
    const other = otherRow(place);
    return `${other.charAt(0).toUpperCase()}${other.slice(1)} ${otherSays(place)} for the same record`;
  },
};

const labelsOf = (column: ImportColumn): string[] =>
  column.type.kind === 'choice' ? column.type.choices.map(({ label }) => label) : ['Yes', 'No'];

/** A shorter word is as similar to the opposite label as to the intended one. */
const LEAST_LETTERS = 4;

/**
 * The label that was probably meant. A number is never treated as a misspelled label, since 0 is as close to 1 as to
 * -1. Nor is a short word, since "On" does not mean No.
 */
const nearLabel = ({ column, value }: Place): string | null =>
  /\d/.test(value) || value.trim().length < LEAST_LETTERS
    ? null
    : closest(
        value,
        labelsOf(column).filter(label => label.length >= LEAST_LETTERS),
      );

/**
 * Names close to an unknown one, by place and string. They are cached because files repeat the same mistakes and each
 * search is slow.
 */
const nearNames = new WeakMap<PlaceLookup, Map<string, string[]>>();
/** The maximum number of searches through all of a country's names at a level; each takes up to a tenth of a second. */
const MOST_LOOKS = 200;

function namesNear(place: Place): string[] {
  const { places } = place.lookup;
  const level = levelOf(place);
  const all = place.detail < 0 && level > 0;
  const known = nearNames.get(places) ?? new Map<string, string[]>();
  nearNames.set(places, known);
  const key = `${all ? level : `in ${place.detail}`}/${place.value}`;
  let near = known.get(key);
  if (!near) {
    if (all && known.size >= MOST_LOOKS) return [];
    near = similar(place.value, all ? places.namesAt(level) : places.childNames(place.detail));
    known.set(key, near);
  }
  return near;
}

/**
 * Extracts the id from "'1027690", "1,027,690" or "ID 1027690"; null if the digits are part of something else, such as
 * a date.
 */
function idIn({ value, column, lookup }: Place): string | null {
  const plain = normalise(value, 'code').replace(/[,.](?=\d{3}\b)/g, '');
  const found = /^[^\d-]*(\d+)(?:[.,]\d*)?\D*$/.exec(plain)?.[1] ?? null;
  if (found === null || column.type.kind !== 'id' || lookup.noReferences) return found;
  const { of } = column.type;
  const known =
    of === 'channel' || of === '3pl' ? lookup.ownerName(of, Number(found)) : lookup.places.indexOf(Number(found));
  return known === null || known === -1 ? null : found;
}

/** Why a cell violates the rule of its kind of field, and what was probably meant. */
function own({ column, value, lookup }: Place): { problem: string; offer?: string } {
  const { type, header } = column;
  const read = type.kind === 'own' ? type.read(normalise(value, 'line'), lookup.country) : null;
  return read && 'problem' in read ? read : { problem: `${header} cannot be read from this cell` };
}

/** Why a number cannot be parsed in the country's notation, and what was probably meant. */
function twoNumbers({ column, value, lookup }: Place): { problem: string; offer?: string } {
  const read = plainNumber(normalise(value, 'line'), writtenRule(column.type, lookup.country));
  return read !== null && typeof read === 'object' ? read : { problem: 'must be a number' };
}

const SUGGESTIONS: Readonly<Partial<Record<RuleName, (place: Place) => string | null>>> = {
  choice: nearLabel,
  yesNo: nearLabel,
  date: ({ column, value }) => {
    const read = parseDateFromString(value);
    return 'day' in read ? read.day : (dayProblem(column.header, value).offer ?? null);
  },
  postcode: ({ column, value, lookup }) => postcodeProblem(column.header, value, lookup.country).offer ?? null,
  leadingZeros: ({ value, lookup }) => restoreZero(value, lookup.country),
  form: ({ column: { type }, value }) =>
    type.kind === 'text' && type.pattern !== undefined && type.pattern !== 'email'
      ? (TEXT_OFFERS[type.pattern]?.(value) ?? null)
      : null,
  row: meantBy,
  reversed: meantBy,
  own: place => own(place).offer ?? null,
  twoNumbers: place => twoNumbers(place).offer ?? null,
  notId: idIn,
  unknownChannel: ({ value, lookup }) => closest(value, [...lookup.ownerIds('channel')].map(String)),
  unknownThreePl: ({ value, lookup }) => closest(value, [...lookup.ownerIds('3pl')].map(String)),
  placeMismatch: place => {
    const above = place.lookup.places.ancestor(place.detail, levelOf(place));
    return above < 0 ? '' : place.lookup.places.name(above);
  },
  unknownPlace: place => {
    const near = namesNear(place);
    return near.length === 1 ? (near[0] as string) : null;
  },
};
