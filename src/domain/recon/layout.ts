import { columnLetter } from '../sheet/columns.ts';
import type { Separator, TextEncoding } from '../sheet/textForm.ts';
import {
  cellOf,
  isBlankRow,
  currencyWritten,
  isInUtc,
  mayBeOtherWeight,
  mayBeThousands,
  readAmount,
  readShipped,
  readWeight,
  ruinedId,
  type BillCell,
  type DateOrder,
  type WeightUnit,
} from './billCells.ts';
import { isWholeCurrency } from '../currency.ts';
import { otherEra } from '../era.ts';
import type { Sides } from '../rates/weightRule.ts';
import { readSides, type SizeUnit } from './billSizes.ts';
import { CHARGE_KINDS, type Charge, type ChargeKind } from './charges.ts';
import { isStorableText } from '../storableText.ts';
import { thaiDay } from './thaiMonths.ts';
import { parcelKey } from './tracking.ts';

/** The roles that a column of a supplier's file may have (issue 30, 1, "Layouts"). */
export const ROLES = {
  tracking: 'Tracking number',
  reference: 'Order reference',
  service: 'Service',
  shipped: 'Shipped on',
  zone: 'Zone',
  enteredWeight: 'Entered weight',
  billedWeight: 'Billed weight',
  length: 'Length',
  width: 'Width',
  height: 'Height',
  currency: 'Currency',
  code: 'Charge code',
  text: 'Charge text',
  amount: 'Amount',
  discount: 'Discount',
  tax: 'Tax',
  cod: 'COD',
} as const;
export type Role = keyof typeof ROLES;

/** How to read a supplier's file. Column numbers start at 0. */
export interface Layout {
  /** The number of rows before the header row or, if there is no header row, before the first data row. */
  skippedRows: number;
  headerRow: boolean;
  /**
   * The header row of the sample file. A file with another heading in a column that is read is refused
   * (`headingsProblem`). Layouts that were saved without a file have none.
   */
  headings?: readonly string[] | undefined;
  /** For text files: the encoding if it is neither UTF-8 nor UTF-16, and the separator if it should not be detected. */
  encoding?: TextEncoding | undefined;
  separator?: Separator | undefined;
  decimalMark: '.' | ',';
  /** The decimal mark of weights and sizes if it is not that of the amounts: "25.000" VND and "1.5" kg. */
  measureMark?: '.' | ',' | undefined;
  dateOrder: DateOrder;
  /** The currency of all rows; used if there is no currency column. */
  currency: string;
  weightUnit: WeightUnit;
  /** The unit of length, width and height. If it is not given, as in older layouts, sizes are not read. */
  sizeUnit?: SizeUnit | undefined;
  roles: Readonly<Partial<Record<Role, number>>>;
  /**
   * rows: each row is one charge, in columns with the roles code, text and amount. pairs: a row has several charges,
   * each of which consists of a column with the name and a column with the amount. columns: a row has a separate column
   * for each charge.
   */
  charges:
    | { as: 'rows' }
    | { as: 'pairs'; pairs: readonly { text: number; amount: number }[] }
    | { as: 'columns'; columns: readonly { column: number; name: string }[] };
  /** The kind of each charge, keyed by `chargeName` of the supplier's code or name for it. */
  kinds: Readonly<Record<string, ChargeKind>>;
}

/** Normalizes a charge's name: case, character width and repeated spaces are ignored. */
export const chargeName = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase();

/**
 * The maximum length of a tracking number, reference, service, zone or currency; the names of charges are truncated to
 * it.
 */
export const BILL_TEXT_MOST = 200;
/** The maximum weight of one parcel, in grams. */
const GRAMS_MOST = 1_000_000_000;

/** Quotes a string within a sentence, shortened if it is long. */
const quoted = (text: string): string => `"${text.length > 60 ? `${[...text].slice(0, 60).join('')}…` : text}"`;

/**
 * A row of a supplier's file. Amounts are in units of 1/100000 of `currency`; the weight is in grams, and the sizes are
 * in millimeters.
 */
export interface LayoutRow {
  /** The row number in the file, starting at 1. */
  number: number;
  key: string;
  tracking: string;
  reference: string;
  service: string;
  shipped: string;
  zone: string;
  weight: number | null;
  sides: Sides | null;
  currency: string;
  charges: Charge[];
}

export interface LayoutResult {
  rows: LayoutRow[];
  /** The refused rows, each with the reason as a sentence. */
  refused: { number: number; problem: string }[];
  /** The number of refused rows whose tracking number was corrupted by a spreadsheet. */
  ruined: number;
  /** Charges that the layout does not define, by name. They are counted as `unmapped` and never dropped. */
  unmapped: Map<string, { count: number; amount: bigint }>;
}

/** The number of rows before a file's data. */
export const rowsAhead = ({ skippedRows, headerRow }: Pick<Layout, 'skippedRows' | 'headerRow'>): number =>
  skippedRows + (headerRow ? 1 : 0);

/**
 * Reads the rows of a supplier's file.
 * @param cells all rows of the sheet, including those to skip
 */
export function readLayout(layout: Layout, cells: readonly (readonly BillCell[])[]): LayoutResult {
  const result: LayoutResult = { rows: [], refused: [], ruined: 0, unmapped: new Map() };
  for (let at = rowsAhead(layout); at < cells.length; at++) {
    const row = cells[at] as readonly BillCell[];
    if (isBlankRow(row)) continue;
    const read = readLayoutRow(layout, row, at + 1);
    if ('problem' in read) {
      result.refused.push({ number: at + 1, problem: read.problem });
      if (read.ruined) result.ruined += 1;
      continue;
    }
    result.rows.push(read);
    for (const { kind, name, amount } of read.charges) {
      if (kind !== 'unmapped') continue;
      const seen = result.unmapped.get(name) ?? { count: 0, amount: 0n };
      result.unmapped.set(name, { count: seen.count + 1, amount: seen.amount + amount });
    }
  }
  return result;
}

/**
 * Reads one row, or returns the reason why it is refused.
 * @param number the row's number in the file, starting at 1
 */
export function readLayoutRow(
  layout: Layout,
  cells: readonly BillCell[],
  number: number,
): LayoutRow | { problem: string; ruined: boolean } {
  const of = (role: Role): string => cellOf(cells, layout.roles[role]);
  const refuse = (problem: string, ruined = false) => ({ problem, ruined });
  const tracking = of('tracking');
  const reference = of('reference');
  const texts = [tracking, reference, of('service'), of('zone'), of('currency')];
  const long = texts.find(text => text.length > BILL_TEXT_MOST);
  if (long !== undefined) return refuse(`${quoted(long)} is longer than ${BILL_TEXT_MOST} characters.`);
  const ruin = ruinedId(cells, tracking === '' ? layout.roles.reference : layout.roles.tracking);
  if (ruin !== null)
    return refuse(
      `The ${tracking === '' ? 'order reference' : 'tracking number'} ${tracking || reference} ${ruin}. Ask for the file with this column as text.`,
      true,
    );
  const key = parcelKey({ tracking, reference });
  if (key === '') return refuse('It has neither a tracking number nor an order reference.');
  if (key.length > BILL_TEXT_MOST) return refuse(`${quoted(key)} is longer than ${BILL_TEXT_MOST} characters.`);
  const shippedText = of('shipped');
  if (isInUtc(shippedText))
    return refuse(
      `${quoted(shippedText)} is a time in UTC, and the day may be another one here. Ask for the file with local days.`,
    );
  const shipped = shippedText === '' ? '' : readShipped(shippedText, layout.dateOrder);
  if (shipped === null) {
    const thai = thaiDay(shippedText);
    const order = layout.dateOrder === 'ymd' ? undefined : layout.dateOrder;
    const era = thai ? otherEra(`${thai.day}/${thai.month}/${thai.year}`, 'dmy') : otherEra(shippedText, order);
    return refuse(`${quoted(shippedText)} ${era?.problem ?? 'is not a date in the format of the layout'}.`);
  }
  const weighed = of('billedWeight') === '' ? layout.roles.enteredWeight : layout.roles.billedWeight;
  const weightText = cellOf(cells, weighed);
  const grams = weightText === '' ? null : readWeight(valueIn(cells, weighed), measuresIn(layout));
  if (weightText !== '' && grams === null) return refuse(`${quoted(weightText)} is not a weight.`);
  if (mayBeOtherWeight(valueIn(cells, weighed), measuresIn(layout)))
    return refuse(
      `${quoted(weightText)} may be a weight with three decimal places or one in thousands. Check the decimal mark and the unit of weights in the layout; if both are right, ask for the file with weights that have no separator of thousands.`,
    );
  if (grams !== null && grams > GRAMS_MOST) return refuse(`${quoted(weightText)} is more than any parcel weighs.`);
  const sides = rowSides(layout, cells);
  if (sides !== null && 'problem' in sides) return refuse(`${quoted(sides.cell)} ${sides.problem}.`);
  const currency = (of('currency') || layout.currency).toUpperCase();
  const charges = chargesOf(layout, cells, currency);
  if (typeof charges === 'string') return refuse(charges);
  if (!texts.every(isStorableText) || !charges.every(({ name }) => isStorableText(name)))
    return refuse('It contains a character that cannot be stored.');
  return {
    number,
    key,
    tracking,
    reference,
    service: of('service'),
    shipped,
    zone: of('zone'),
    weight: grams,
    sides,
    currency,
    charges,
  };
}

/** The content of a cell: a number is returned unchanged, any other content as returned by `cellOf`. */
const valueIn = (cells: readonly BillCell[], at: number | undefined): BillCell => {
  const cell = at === undefined ? undefined : cells[at];
  return typeof cell === 'number' ? cell : cellOf(cells, at);
};

/** How weights and sizes are written. */
const measuresIn = ({ decimalMark, measureMark = decimalMark, weightUnit }: Layout) => ({
  decimalMark: measureMark,
  weightUnit,
});

/** The sizes in a row; null if there are none, or if the layout does not specify their unit. */
const rowSides = ({ roles, sizeUnit, ...layout }: Layout, cells: readonly BillCell[]) =>
  sizeUnit === undefined
    ? null
    : readSides([valueIn(cells, roles.length), valueIn(cells, roles.width), valueIn(cells, roles.height)], {
        decimalMark: layout.measureMark ?? layout.decimalMark,
        sizeUnit,
      });

/** Whether a pair without a charge also has no amount. Some suppliers write zeros into unused pairs. */
const isEmptyPair = (layout: Layout, cells: readonly BillCell[], amount: number): boolean =>
  cellOf(cells, amount) === '' || readAmount(valueIn(cells, amount), layout.decimalMark) === 0n;

/**
 * The charges in a row, or the reason why they cannot be read. A row without any amount is refused, because an empty
 * amount is not 0; only information has none.
 */
function chargesOf(layout: Layout, cells: readonly BillCell[], currency: string): Charge[] | string {
  const charges: Charge[] = [];
  const isWhole = isWholeCurrency(currency);
  const kindOf = (name: string, known?: ChargeKind): ChargeKind =>
    known ?? layout.kinds[chargeName(name)] ?? 'unmapped';
  const shortName = (name: string): string => [...name].slice(0, BILL_TEXT_MOST).join('');
  const add = (name: string, at: number | undefined, sign: 1n | -1n = 1n, known?: ChargeKind): string | null => {
    const text = cellOf(cells, at);
    if (text === '') {
      if (kindOf(name, known) === 'information')
        charges.push({ kind: 'information', name: shortName(name), amount: 0n });
      return null;
    }
    const amount = readAmount(valueIn(cells, at), layout.decimalMark);
    if (amount === null) return `${quoted(text)} is not an amount${name === '' ? '' : ` of ${quoted(name)}`}.`;
    const written = currencyWritten(valueIn(cells, at));
    if (written !== null && written !== currency)
      return `${quoted(text)} is in ${written}, but the row is in ${currency || 'no currency'}. Choose the column of the currency in the layout, or read the rows of each currency from a file of their own.`;
    if (isWhole && mayBeThousands(valueIn(cells, at), layout.decimalMark))
      return `${quoted(text)} has three decimal places, but ${currency} has none. If this mark separates thousands, choose the other decimal mark in the layout; if not, ask for the file without decimal places.`;
    charges.push({ kind: kindOf(name, known), name: shortName(name), amount: sign * amount });
    return null;
  };
  const given: [name: string, at: number | undefined, sign?: 1n | -1n, kind?: ChargeKind][] = [];
  const { roles } = layout;
  if (layout.charges.as === 'rows') {
    const name = cellOf(cells, roles.code) || cellOf(cells, roles.text) || 'Amount';
    given.push(
      [name, roles.amount],
      ['Discount', roles.discount, -1n, 'credit'],
      ['Tax', roles.tax, 1n, 'vat'],
      ['COD', roles.cod, 1n, 'cod'],
    );
  } else if (layout.charges.as === 'pairs') {
    for (const { text, amount } of layout.charges.pairs) {
      const name = cellOf(cells, text);
      if (name === '' && isEmptyPair(layout, cells, amount)) continue;
      if (name === '') return `Column ${columnLetter(amount)} has an amount without a charge.`;
      given.push([name, amount]);
    }
  } else {
    for (const { column, name } of layout.charges.columns) given.push([name, column]);
  }
  for (const [name, at, sign, kind] of given) {
    const problem = add(name, at, sign, kind);
    if (problem !== null) return problem;
  }
  return charges.length > 0
    ? charges
    : 'It has no amount, and an empty amount is not 0. Ask the supplier for the amount, or leave the row out.';
}

/** Matches the Portuguese abbreviation of "código": "Cód." or "Cod.". Without its accent and point, it would be COD. */
const CODE_ABBREVIATED = /(?<!\p{L})c(?:ód|od(?=\.))(?!\p{L})/giu;

const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(CODE_ABBREVIATED, 'code')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Words in a heading that suggest a role. An `exact` word suggests only this role; a `shared` word suggests several.
 */
interface RoleWords {
  exact: string;
  shared?: string;
}

/** Comma-separated, in English, Indonesian and Malay, Portuguese, Vietnamese, Thai and Chinese. */
const ROLE_WORDS: Readonly<Record<Role, RoleWords>> = {
  tracking: {
    exact:
      'tracking, awb, waybill, resi, rastreio, consignment, shipment number, airbill, mã vận đơn, vận đơn, เลขพัสดุ, เลขที่พัสดุ, 運單, 追蹤, 貨號',
  },
  reference: {
    exact: 'reference, order, pedido, referensi, rujukan, pesanan, đơn hàng, อ้างอิง, คำสั่งซื้อ, 訂單, 參考',
  },
  service: { exact: 'service, product, layanan, perkhidmatan, servico, dịch vụ, บริการ, 服務' },
  shipped: {
    exact: 'ship date, shipped, pickup date, shipment date, ngày gửi, วันที่ส่ง, 出貨日, 寄件日',
    shared: 'tanggal, tarikh, data de, date, ngày, วันที่, 日期',
  },
  zone: { exact: 'zone, zona, zon, area, khu vực, vùng, โซน, เขต, 區域, 分區' },
  billedWeight: {
    exact:
      'billed weight, chargeable weight, rated weight, berat tagih, peso cobrado, peso taxado, khối lượng tính cước, trọng lượng tính cước, น้ำหนักคิดค่าบริการ, 計費重量',
    shared: 'weight, berat, peso, khối lượng, trọng lượng, น้ำหนัก, 重量',
  },
  enteredWeight: {
    exact:
      'entered weight, actual weight, declared weight, original weight, berat aktual, berat asal, peso real, khối lượng thực, trọng lượng thực, น้ำหนักจริง, 實際重量',
  },
  length: {
    exact: 'length, panjang, comprimento, chiều dài, ความยาว, 長度',
    shared: 'dimension, dimensi, dimensoes, ukuran, kích thước, ขนาด, 尺寸',
  },
  width: { exact: 'width, lebar, largura, chiều rộng, ความกว้าง, 寬度' },
  height: { exact: 'height, tinggi, altura, chiều cao, ความสูง, 高度' },
  currency: { exact: 'currency, mata uang, mata wang, moeda, loại tiền, tiền tệ, สกุลเงิน, 幣別' },
  code: { exact: 'charge code, fee code', shared: 'code' },
  text: {
    exact: 'charge description, charge name, fee type, loại phí, ประเภทค่าใช้จ่าย, 費用名稱, 費用項目',
    shared: 'description, keterangan, descricao, diễn giải, nội dung, รายการ, รายละเอียด, 說明',
  },
  discount: { exact: 'discount, diskon, diskaun, desconto, giảm giá, chiết khấu, ส่วนลด, 折扣' },
  tax: { exact: 'tax, taxes, vat, ppn, pajak, cukai, imposto, gst, thuế, ภาษี, 稅' },
  cod: { exact: 'cod, thu hộ, เก็บเงินปลายทาง, 代收' },
  amount: {
    exact: 'net amount, charge amount',
    shared: 'amount, total, jumlah, biaya, valor, số tiền, thành tiền, cước, จำนวนเงิน, ยอดเงิน, ค่าขนส่ง, 金額, 運費',
  },
};

const wordsOf = (words = ''): string[] => words.split(',').map(plain).filter(Boolean);

/** Up to this length, a word is often the beginning of an unrelated one: "COD" and "Code", "Tax" and "Taxa". */
const SHORT_WORD = 3;

/**
 * Whether a heading contains a word, starting at the beginning of one of the heading's words; a short one must be a
 * whole word. Thai and Chinese have no spaces between words, so their words may be anywhere.
 */
function hasWord(heading: string, word: string): boolean {
  if (/[\p{Script=Thai}\p{Script=Han}]/u.test(word)) return heading.includes(word);
  return word.length <= SHORT_WORD ? ` ${heading} `.includes(` ${word} `) : ` ${heading}`.includes(` ${word}`);
}

/**
 * Suggests roles for a file's headings, to be confirmed by a person. Each column gets at most one role, and each role
 * at most one column.
 */
export function guessRoles(headings: readonly string[]): Partial<Record<Role, number>> {
  const columns = headings.map(plain);
  const found: Partial<Record<Role, number>> = {};
  const taken = new Set<number>();
  for (const kind of ['exact', 'shared'] as const)
    for (const role of Object.keys(ROLE_WORDS) as Role[])
      for (const word of wordsOf(ROLE_WORDS[role][kind])) {
        if (found[role] !== undefined) break;
        const column = columns.findIndex((heading, at) => !taken.has(at) && hasWord(heading, word));
        if (column < 0) continue;
        found[role] = column;
        taken.add(column);
      }
  return found;
}

/** Whether a string is one of the kinds of charges. */
export const isChargeKind = (text: string): text is ChargeKind => (CHARGE_KINDS as readonly string[]).includes(text);
