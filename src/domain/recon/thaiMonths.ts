/** Thai months, January first: their abbreviations without full stops, and their names. */
const MONTHS: readonly (readonly [short: string, name: string])[] = [
  ['มค', 'มกราคม'],
  ['กพ', 'กุมภาพันธ์'],
  ['มีค', 'มีนาคม'],
  ['เมย', 'เมษายน'],
  ['พค', 'พฤษภาคม'],
  ['มิย', 'มิถุนายน'],
  ['กค', 'กรกฎาคม'],
  ['สค', 'สิงหาคม'],
  ['กย', 'กันยายน'],
  ['ตค', 'ตุลาคม'],
  ['พย', 'พฤศจิกายน'],
  ['ธค', 'ธันวาคม'],
];

/** The number of a Thai month, given its name or abbreviation; null for any other word. */
function thaiMonth(word: string): number | null {
  const at = MONTHS.findIndex(names => names.includes(word.replaceAll('.', '').normalize('NFC')));
  return at < 0 ? null : at + 1;
}

const THAI_DAY = /^(\d{1,2})\s*([\u0e00-\u0e7f.]+)\s*(\d{4}|\d{2})$/;

/** The parts of a day with a Thai month, which is always written in this order: "15 ส.ค. 2569"; null for any other string. */
export function thaiDay(text: string): { day: string; month: number; year: string } | null {
  const [, day = '', word = '', year = ''] = THAI_DAY.exec(text.normalize('NFKC').trim()) ?? [];
  const month = thaiMonth(word);
  return month === null ? null : { day, month, year };
}
