import type { Country } from '../country.ts';
import { readDay } from '../calendarDay.ts';
import { hasLostLetter } from '../lostLetter.ts';
import { numberText } from '../sheet/columns.ts';
import { serialDay } from '../sheet/serialDate.ts';
import type { TextPool } from '../sheet/textPool.ts';
import { timeOfSerial } from '../timeOfDay.ts';
import { clockHours } from '../clockHours.ts';
import { TEXT_FORMS } from '../textForms.ts';
import { isUnclearShare, payablePlaces, plainNumber, type NumberRule } from '../wholeNumber.ts';
import { emailError } from '../validate.ts';
import { NO_WORDS, YES_WORDS } from '../yesNoWords.ts';
import type { ColumnType } from './declaration.ts';
import { normalise } from './normalise.ts';
import { readPostcode, restoreZero } from './postcodes.ts';
import { RULE, type RuleCode } from './rules.ts';

/** The values that stand for blank and invalid cells in checked columns. */
export const BLANK = Number.NaN;
export const INVALID = Number.NEGATIVE_INFINITY;
/**
 * The value that stands for the word None, which clears a field. In cached and server columns, the same number stands
 * for a missing value.
 */
export const EMPTIED = Number.MIN_SAFE_INTEGER;
/** The word that clears a value. */
export const NONE_WORD = 'None';

/** A cell's value, or BLANK; or INVALID with the rule that the cell violates. */
export interface Parsed {
  value: number;
  rule: RuleCode | 0;
}

export interface ParseContext {
  country: Country;
  /** Collects the strings that are values of records. */
  texts: TextPool;
}

/** Parses the cells of one column; `date` receives a serial number of the 1900 system. */
export interface CellParser {
  text: (text: string) => Parsed;
  number: (value: number) => Parsed;
  date: (serial: number) => Parsed;
}

const ok = (value: number): Parsed => ({ value, rule: 0 });
const wrong = (rule: RuleCode): Parsed => ({ value: INVALID, rule });
const NOTHING: Parsed = { value: BLANK, rule: 0 };
/** Spreadsheets store 15 digits of a number, so a longer number was altered when it was entered. */
export const MOST_KEPT = 999_999_999_999_999;

/** Creates the parser for a column's cells. */
export function cellParser(type: ColumnType, context: ParseContext): CellParser {
  switch (type.kind) {
    case 'id':
      return numeric(value => idOf(value), RULE.notId);
    case 'integer':
      return orNone(
        type,
        withWords(
          type,
          numeric(
            value => (Number.isInteger(value) ? inRange(value, type.min, type.max) : wrong(RULE.notInteger)),
            RULE.notInteger,
            writtenRule(type, context.country),
          ),
        ),
      );
    case 'decimal':
      return orNone(
        type,
        numeric(
          (value, plain) =>
            plain === undefined && type.unit === '%' && isUnclearShare(numberText(value))
              ? wrong(RULE.twoNumbers)
              : decimalOf(value, type, plain, placesOf(type, context.country)),
          RULE.notNumber,
          writtenRule(type, context.country),
        ),
      );
    case 'choice':
      return choiceParser(
        type.choices.flatMap(({ value, label, also = [] }) =>
          [label, ...also, ...alsoOf(label), String(value)].map(word => [word, value] as const),
        ),
        RULE.choice,
      );
    case 'yesNo':
      return choiceParser(YES_NO, RULE.yesNo);
    case 'date':
      return orNone(type, {
        text: text => dateOf(text, context.texts),
        number: () => wrong(RULE.date),
        date: serial => dateOf(serialDay(serial, false) ?? '-', context.texts),
      });
    case 'postcode':
      return textual(
        text => postcodeOf(normalise(text, 'code'), context),
        value => postcodeOfNumber(numberText(value), context),
      );
    case 'text': {
      const read = (text: string) => textOf(normalise(text, type.fold ?? 'line'), type, context.texts);
      return textual(read, value => (Math.abs(value) > MOST_KEPT ? wrong(RULE.digitsLost) : read(numberText(value))));
    }
    case 'own':
      return orNone(type, ownParser(type, context));
    case 'info':
      return { text: () => NOTHING, number: () => NOTHING, date: () => NOTHING };
  }
}

/** Also parses the words that are shown instead of numbers. */
function withWords({ words = [] }: Extract<ColumnType, { kind: 'integer' }>, parser: CellParser): CellParser {
  if (words.length === 0) return parser;
  const known = new Map(words.map(({ value, label }) => [label.toLowerCase(), value]));
  return {
    ...parser,
    text: text => {
      const value = known.get(normalise(text, 'line').toLowerCase());
      return value === undefined ? parser.text(text) : parser.number(value);
    },
  };
}

/** Parses a cell by the rule of its kind of field; a number is converted to a string first. */
function ownParser({ holds, read, ofDate }: Extract<ColumnType, { kind: 'own' }>, context: ParseContext): CellParser {
  const text = (written: string): Parsed => {
    const plain = normalise(written, 'line');
    if (plain === '') return NOTHING;
    const found = read(plain, context.country);
    if ('problem' in found) return wrong(RULE.own);
    return ok(holds === 'text' ? context.texts.internText(String(found.value)) : Number(found.value));
  };
  return {
    text,
    number: value => (Math.abs(value) > MOST_KEPT ? wrong(RULE.digitsLost) : text(numberText(value))),
    date: serial => {
      const written = ofDate?.(serial) ?? '';
      return written === '' ? wrong(RULE.own) : text(written);
    },
  };
}

const YES_NO: readonly (readonly [string, number])[] = [
  ...[...YES_WORDS, '1'].map(word => [word, 1] as const),
  ...[...NO_WORDS, '0'].map(word => [word, 0] as const),
];

/** Other accepted spellings of a choice: Yes and No in the countries' languages. */
const alsoOf = (label: string): readonly string[] => (label === 'Yes' ? YES_WORDS : label === 'No' ? NO_WORDS : []);

/** Whether a string is a plain number, such as an id. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** How people in a country write the numbers of a column. */
export function writtenRule(type: ColumnType, country: Country): NumberRule {
  const { min, max } = type.kind === 'integer' || type.kind === 'decimal' ? type : {};
  return {
    country,
    decimals: type.kind === 'decimal' ? (type.scale ?? 0) : 0,
    negative: min === undefined || min < 0,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...('unit' in type && type.unit !== undefined ? { unit: type.unit } : {}),
    ...('money' in type && type.money ? { money: type.money } : {}),
    ...('payable' in type && type.payable ? { payable: type.payable } : {}),
    ...('clock' in type && type.clock ? { clock: type.clock } : {}),
    ...('rounded' in type && type.rounded ? { rounded: type.rounded } : {}),
  };
}

/**
 * @param read receives the number and, if the cell is text, its digits, so that no digit is lost
 * @param written how people write the number; omitted for ids, which consist only of digits
 */
function numeric(read: (value: number, digits?: string) => Parsed, rule: RuleCode, written?: NumberRule): CellParser {
  return {
    text: text => {
      const asPeopleWrite = written !== undefined && !/\de/i.test(text);
      const found = asPeopleWrite ? plainNumber(normalise(text, 'line'), written) : null;
      // The string could mean either of two numbers, so the person must choose (domain/wholeNumber).
      if (found !== null && typeof found === 'object') return wrong(RULE.twoNumbers);
      const plain = found ?? normalise(text, 'code');
      if (plain === '') return NOTHING;
      if ((asPeopleWrite && found === null) || !NUMBER.test(plain)) return wrong(rule);
      // "1.23457E+17": the remaining digits are lost.
      if (/e/i.test(plain) && Math.abs(Number(plain)) > 99_999) return wrong(RULE.digitsLost);
      return /^[+-]?\d{16,}$/.test(plain) && Math.abs(Number(plain)) > MOST_KEPT
        ? wrong(rule)
        : read(Number(plain), plain);
    },
    number: value => read(value),
    date: serial => {
      const time = written?.clock ? timeOfSerial(serial) : null;
      return time === null ? wrong(rule) : read(Number(clockHours(time, false)));
    },
  };
}

/** Extends a parser to accept the word that clears the value, if the column allows it. */
const orNone = ({ none }: { none?: true }, parser: CellParser): CellParser =>
  none
    ? {
        ...parser,
        text: text =>
          normalise(text, 'code').toLowerCase() === NONE_WORD.toLowerCase() ? ok(EMPTIED) : parser.text(text),
      }
    : parser;

function idOf(value: number): Parsed {
  if (!Number.isInteger(value) || value <= 0) return wrong(RULE.notId);
  return value > MOST_KEPT ? wrong(RULE.digitsLost) : ok(value);
}

const inRange = (value: number, min = -Infinity, max = Infinity): Parsed =>
  value < min || value > max ? wrong(RULE.range) : ok(value);

/** The number of digits that a spreadsheet must store for a number: all digits except leading and trailing zeros. */
const keptDigits = (text: string): number => text.replace(/^[-+0.]+|\./g, '').replace(/0+$/, '').length;

/** The number of digits that spreadsheets store. */
export const DIGITS_KEPT = String(MOST_KEPT).length;

/**
 * If the stored digits end with at least this many zeros, the digits after them are noise rather than part of a longer
 * number.
 */
const NOISE_DIGITS = 2;

const PLAIN = /^([-+]?)(\d*)(?:\.(\d*))?$/;

/**
 * The integer that is stored for a number. It is computed from the digits if they are known, because 1.005 times 1000
 * is less than 1005 in floating point.
 */
function scaledBy(value: number, scale: number, digits: string): number {
  const [, sign = '', whole = '', part = ''] = PLAIN.exec(digits) ?? [];
  if (whole === '' && part === '') return Math.round(value * 10 ** scale);
  return Number(`${sign}${whole}${part.slice(0, scale).padEnd(scale, '0')}`) || 0;
}

/** The number of digits after the decimal point; most numbers in files are integers. */
function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const text = numberText(value);
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/**
 * Removes floating-point noise from a number that a program computed: -6.930000000000001 becomes -6.93.
 * @param scale the number of decimal places allowed; a number without more than these is returned unchanged
 */
export function withoutNoise(value: number, scale: number): number {
  if (decimalsOf(value) <= scale) return value;
  const kept = Number(value.toPrecision(DIGITS_KEPT));
  return keptDigits(numberText(kept)) <= DIGITS_KEPT - NOISE_DIGITS ? kept : value;
}

/** The number of decimal places that a column's cells may have. */
export const placesOf = ({ scale = 15, payable }: Extract<ColumnType, { kind: 'decimal' }>, country: Country): number =>
  payable ? payablePlaces(country) : scale;

/** @param places the number of decimal places that the cell may have; the value is stored with those of the column */
function decimalOf(
  given: number,
  { min, max, scale = 15, whole, rounded }: Extract<ColumnType, { kind: 'decimal' }>,
  writtenAs: string | undefined,
  places: number,
): Parsed {
  let value = withoutNoise(given, places);
  if (decimalsOf(value) > places) {
    if (!rounded) return wrong(RULE.scale);
    value = Math.round(value * 10 ** places) / 10 ** places;
    if (decimalsOf(value) > places) return wrong(RULE.scale);
  }
  const written = value === given ? writtenAs : undefined;
  const read = inRange(value, min, max);
  if (!whole || read.rule !== 0) return read;
  const digits = written ?? numberText(value);
  if (written === undefined && keptDigits(digits) > DIGITS_KEPT) return wrong(RULE.digitsLost);
  const integer = scaledBy(value, scale, digits);
  return Number.isSafeInteger(integer) ? ok(integer) : wrong(RULE.range);
}

const composed = (word: string): string => word.normalize('NFC').toLowerCase();

function choiceParser(words: readonly (readonly [string, number])[], rule: RuleCode): CellParser {
  const known = new Map(words.map(([word, value]) => [composed(word), value]));
  const read = (text: string): Parsed => {
    const plain = composed(normalise(text, 'code'));
    if (plain === '') return NOTHING;
    const value = known.get(plain) ?? known.get(composed(normalise(text, 'line')));
    return value === undefined ? wrong(rule) : ok(value);
  };
  return { text: read, number: value => read(String(value)), date: () => wrong(rule) };
}

/** Parses a day in the same way as domain/calendarDay, after dropping a time of day, which is not part of a day. */
function dateOf(text: string, texts: TextPool): Parsed {
  const plain = normalise(text, 'code');
  if (plain === '') return NOTHING;
  const day = readDay(plain.replace(/\d{2}:\d{2}:\d{2}$/, ''));
  return day === null ? wrong(RULE.date) : ok(texts.internText(day));
}

function textual(text: (text: string) => Parsed, number: (value: number) => Parsed): CellParser {
  return { text, number, date: serial => text(serialDay(serial, false) ?? '') };
}

function textOf(text: string, { maxLength, pattern }: Extract<ColumnType, { kind: 'text' }>, texts: TextPool): Parsed {
  if (text === '') return NOTHING;
  if (hasLostLetter(text)) return wrong(RULE.lostLetter);
  // Messages for these two patterns are more specific than a message about the length: they list the allowed words, if
  // there are few, or describe the format of an origin or destination.
  if (text.length > maxLength && pattern !== 'serviceType' && pattern !== 'cdtEnd') return wrong(RULE.tooLong);
  if (pattern === undefined) return ok(texts.internText(text));
  if (pattern === 'email') return emailError(text) === null ? ok(texts.internText(text)) : wrong(RULE.email);
  const kept = TEXT_FORMS[pattern].read(text, maxLength);
  return kept === null ? wrong(pattern === 'code' ? RULE.code : RULE.form) : ok(texts.internText(kept));
}

function postcodeOf(text: string, { country, texts }: ParseContext): Parsed {
  if (text === '') return NOTHING;
  const digits = readPostcode(text, country);
  return digits === null ? wrong(RULE.postcode) : ok(texts.internText(digits));
}

function postcodeOfNumber(text: string, context: ParseContext): Parsed {
  const parsed = postcodeOf(text, context);
  return parsed.rule === RULE.postcode && restoreZero(text, context.country) !== null
    ? wrong(RULE.leadingZeros)
    : parsed;
}
