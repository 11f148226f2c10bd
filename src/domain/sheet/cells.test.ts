import { describe, expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import { columnLetter, numberText } from './columns.ts';
import { isDateFormat } from './numberFormat.ts';
import { readNumber } from './numberCell.ts';
import { daysFromCivil, isoSerial, isRealDay, serialDay, serialText } from './serialDate.ts';
import { hashBytes, TextPool } from './textPool.ts';
import { cellTextOfXml } from './xmlText.ts';

describe('reading dates from cells', () => {
  it('every day from 1900 to 2200 survives a round trip through serial numbers in both date systems', () => {
    const wrong: number[] = [];
    for (let serial = 1; serial < 109_575; serial++) {
      const day = serialDay(serial, false) as string;
      if (isoSerial(day, false) !== serial || (serial >= 1462 && serialDay(serial - 1462, true) !== day))
        wrong.push(serial);
    }
    // February 29, 1900, which never existed.
    expect(wrong).toEqual([60]);
  });

  it('dates after 1900-02-29, which never existed, agree with the platform’s calendar', () => {
    for (let serial = 61; serial < 200_000; serial += 97) {
      expect(serialDay(serial, false)).toBe(new Date((serial - 25_569) * 86_400_000).toISOString().slice(0, 10));
    }
    expect(daysFromCivil(1970, 1, 1)).toBe(0);
  });

  it('times are formatted as such, and values that are not dates are shown as numbers', () => {
    expect(serialText(0.5, false)).toBe('12:00:00');
    expect(serialText(45000.5, false)).toBe('2023-03-15 12:00:00');
    expect(serialText(45000.999999, false)).toBe('2023-03-16');
    expect(serialText(-1, false)).toBe('-1');
    expect(serialDay(2_958_466, false)).toBeNull();
    expect(isoSerial('2023-02-30', false)).toBeNull();
    expect(isRealDay(2000, 2, 29)).toBe(true);
    expect(isRealDay(1900, 2, 29)).toBe(false);
  });

  it('the same formats are recognized as date formats as in SheetJS', () => {
    const codes = [
      'General',
      '0',
      '0.00',
      '#,##0.00',
      'yyyy-mm-dd',
      'd/m/yy h:mm',
      '[h]:mm:ss',
      '"day "0',
      '\\d0',
      '@',
      '0.00E+00',
    ];
    codes.push('[Red]0', '[$-409]d-mmm-yy', 'mm:ss.0', '_(* #,##0_)', '[$-F800]dddd', '0%', '# ?/?', '[<1]"y"0;0');
    for (const code of codes) expect([code, isDateFormat(164, code)]).toEqual([code, sheetJs.SSF.is_date(code)]);
    expect([14, 22, 27, 45, 47, 58].every(id => isDateFormat(id, undefined))).toBe(true);
    expect([0, 1, 13, 23, 37, 49, 59].some(id => isDateFormat(id, undefined))).toBe(false);
  });
});

describe('reading numbers and strings from cells', () => {
  it('a long id keeps all its digits', () => {
    const texts = new TextPool();
    const long = readNumber('1234567890123456789', texts);
    expect(texts.text(long.value)).toBe('1234567890123456789');
    expect(readNumber('9007199254740992', texts)).toEqual({ kind: 1, value: 9_007_199_254_740_992 });
    expect(numberText(1.23456789012e11)).toBe('123456789012');
    expect(numberText(1.5e21)).toBe('1500000000000000000000');
    expect(numberText(1.5e-9)).toBe('0.0000000015');
    expect(numberText(-2.5)).toBe('-2.5');
  });

  it('spreadsheet columns are named as in Excel', () => {
    expect([0, 25, 26, 51, 701, 702, 16_383].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA', 'XFD']);
  });

  it('the string pool assigns equal strings the same index, however many strings there are', () => {
    const texts = new TextPool();
    const numbers = Array.from({ length: 50_000 }, (_, at) => texts.internText(`text ${at}`));
    expect(new Set(numbers).size).toBe(50_000);
    expect(texts.internText('text 4711')).toBe(numbers[4711]);
    expect(texts.text(numbers[49_999] as number)).toBe('text 49999');
    const bytes = new TextEncoder().encode('text 7');
    expect(texts.intern(bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length))).toBe(numbers[7]);
  });

  it('XML entities are decoded only once, and before escaped characters', () => {
    expect(cellTextOfXml('&amp;lt; &#65;&#x42; &unknown; _x0041_ _x005F_x0041_ a\r\nb')).toBe(
      '&lt; AB &unknown; A _x0041_ a\nb',
    );
  });
});
