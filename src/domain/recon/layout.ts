import { readDay } from '../calendarDay.ts';
import { CHARGE_KINDS, type Charge, type ChargeKind } from './charges.ts';
import { isStorableText } from '../storableText.ts';
import { isRuined, trackingKey } from './tracking.ts';

/** The possible roles of a column in a supplier's file (issue 30, 1, "Layouts"). */
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

export type DateOrder = 'ymd' | 'dmy' | 'mdy';
/** Grams per unit of the file's weights. */
export const WEIGHT_UNITS = { g: 1, kg: 1000, lb: 453.592_37, oz: 28.349_523_125 } as const;
export type WeightUnit = keyof typeof WEIGHT_UNITS;

/** How a supplier's file is read. Columns are numbers from 0. */
export interface Layout {
  /** Rows above the header row, or above the first row of data if there is no header row. */
  skippedRows: number;
  headerRow: boolean;
  decimalMark: '.' | ',';
  dateOrder: DateOrder;
  /** The currency of every row, if no column says it. */
  currency: string;
  weightUnit: WeightUnit;
  roles: Readonly<Partial<Record<Role, number>>>;
  /**
   * rows: each row is one charge, with the roles code, text, amount. pairs: a row has several charges, each as a text with an amount in the
   * column after it or elsewhere. columns: a row has a column for each charge.
   */
  charges:
    | { as: 'rows' }
    | { as: 'pairs'; pairs: readonly { text: number; amount: number }[] }
    | { as: 'columns'; columns: readonly { column: number; name: string }[] };
  /** Kinds by `chargeName` of the supplier's code or text. */
  kinds: Readonly<Record<string, ChargeKind>>;
}

/** Names of charges match regardless of case, character width, and repeated spaces. */
export const chargeName = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase();

/** The most characters of a tracking number, reference, service, zone or currency; names of charges are cut there. */
export const BILL_TEXT_MOST = 200;
/** The most digits before the decimal mark: half a million such amounts are still summed exactly. */
const DIGITS_MOST = 19;
/** The most grams of one parcel. */
const GRAMS_MOST = 1_000_000_000;

/** A quoted text for a sentence, shortened if it is long. */
const quoted = (text: string): string => `"${text.length > 60 ? `${[...text].slice(0, 60).join('')}…` : text}"`;

const GROUPED = { '.': /^\d{1,3}(,\d{3})+$/, ',': /^\d{1,3}(\.\d{3})+$/ } as const;

/**
 * An amount in the notation of the layout's files, in 1/100000: "1.234,56", "(12.50)", "12.50-", "Rp 1.000". Nothing is
 * guessed: groups of thousands have three digits, and more than five decimals are refused.
 * @returns null for an empty text or one that is not an amount
 */
export function readAmount(text: string, decimalMark: '.' | ','): bigint | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s\p{Sc}]/gu, '')
    .replace(/^[A-Z]{1,3}(?=[\d-])/i, '');
  const match = /^(\()?(-)?([\d.,]+)(-)?(\))?$/.exec(plain);
  if (!match) return null;
  const [, open, minus, digits = '', after, close] = match;
  if ((open === undefined) !== (close === undefined) || (minus && after)) return null;
  const at = digits.lastIndexOf(decimalMark);
  const whole = at < 0 ? digits : digits.slice(0, at);
  const decimals = at < 0 ? '' : digits.slice(at + 1);
  if (!/^\d{0,5}$/.test(decimals) || (at >= 0 && decimals === '')) return null;
  if (whole.replace(/\D/g, '').length > DIGITS_MOST) return null;
  if (!/^\d+$/.test(whole) && !GROUPED[decimalMark].test(whole)) return null;
  const value = BigInt(whole.replace(/\D/g, '') + decimals.padEnd(5, '0'));
  return open !== undefined || minus !== undefined || after !== undefined ? -value : value;
}

/** A day in the notation of the layout's files, as YYYY-MM-DD; null for any other text. */
export function readShipped(text: string, order: DateOrder): string | null {
  const parts = text
    .normalize('NFKC')
    .trim()
    .split(/[^\d]+/)
    .filter(part => part !== '')
    .slice(0, 3);
  if (parts.length < 3) {
    const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
    return packed && order === 'ymd' ? readDay(`${packed[1]}-${packed[2]}-${packed[3]}`) : null;
  }
  const [a = '', b = '', c = ''] = parts;
  if (order === 'ymd') return readDay(`${a}-${b}-${c}`);
  return order === 'dmy' ? readDay(`${c}-${b}-${a}`) : readDay(`${c}-${a}-${b}`);
}

/** One row of a supplier's file. Amounts are in 1/100000 of `currency`, the weight in grams. */
export interface LayoutRow {
  /** Row number in the file, from 1. */
  number: number;
  key: string;
  tracking: string;
  reference: string;
  service: string;
  shipped: string;
  zone: string;
  weight: number | null;
  currency: string;
  charges: Charge[];
}

export interface LayoutResult {
  rows: LayoutRow[];
  /** Refused rows, each with the reason as a sentence. */
  refused: { number: number; problem: string }[];
  /** How many of them have a tracking number that a spreadsheet ruined. */
  ruined: number;
  /** Charges missing from the layout, by name: they are counted as `unmapped` and never dropped. */
  unmapped: Map<string, { count: number; amount: bigint }>;
}

const cellOf = (cells: readonly string[], at: number | undefined): string =>
  at === undefined ? '' : (cells[at] ?? '').trim();

/** Number of rows before a file's data. */
export const rowsAhead = ({ skippedRows, headerRow }: Pick<Layout, 'skippedRows' | 'headerRow'>): number =>
  skippedRows + (headerRow ? 1 : 0);

/** Whether a row is empty and so skipped. */
export const isBlankRow = (cells: readonly string[]): boolean => cells.every(cell => cell.trim() === '');

/**
 * Reads the rows of a supplier's file.
 * @param cells all rows of the sheet as texts, including skipped ones
 */
export function readLayout(layout: Layout, cells: readonly (readonly string[])[]): LayoutResult {
  const result: LayoutResult = { rows: [], refused: [], ruined: 0, unmapped: new Map() };
  for (let at = rowsAhead(layout); at < cells.length; at++) {
    const row = cells[at] as readonly string[];
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
 * Reads one row, or returns why it is refused.
 * @param number of the row in the file, from 1
 */
export function readLayoutRow(
  layout: Layout,
  cells: readonly string[],
  number: number,
): LayoutRow | { problem: string; ruined: boolean } {
  const of = (role: Role): string => cellOf(cells, layout.roles[role]);
  const refuse = (problem: string, ruined = false) => ({ problem, ruined });
  const tracking = of('tracking');
  const reference = of('reference');
  const texts = [tracking, reference, of('service'), of('zone'), of('currency')];
  const long = texts.find(text => text.length > BILL_TEXT_MOST);
  if (long !== undefined) return refuse(`${quoted(long)} is longer than ${BILL_TEXT_MOST} characters.`);
  if (isRuined(tracking || reference))
    return refuse(
      `The ${tracking === '' ? 'order reference' : 'tracking number'} ${tracking || reference} was ruined by a spreadsheet: its last digits are gone. Ask for the file as text.`,
      true,
    );
  const key = trackingKey(tracking) || trackingKey(reference);
  if (key === '') return refuse('It has neither a tracking number nor an order reference.');
  if (key.length > BILL_TEXT_MOST) return refuse(`${quoted(key)} is longer than ${BILL_TEXT_MOST} characters.`);
  const shippedText = of('shipped');
  const shipped = shippedText === '' ? '' : readShipped(shippedText, layout.dateOrder);
  if (shipped === null) return refuse(`${quoted(shippedText)} is not a day in the order of the layout.`);
  const weightText = of('billedWeight') || of('enteredWeight');
  const weight = weightText === '' ? null : readAmount(weightText, layout.decimalMark);
  if (weightText !== '' && (weight === null || weight < 0n)) return refuse(`${quoted(weightText)} is not a weight.`);
  const grams = weight === null ? null : Math.round((Number(weight) / 100_000) * WEIGHT_UNITS[layout.weightUnit]);
  if (grams !== null && grams > GRAMS_MOST) return refuse(`${quoted(weightText)} is more than any parcel weighs.`);
  const charges = chargesOf(layout, cells);
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
    currency: (of('currency') || layout.currency).toUpperCase(),
    charges,
  };
}

/** The charges of a row, or why they cannot be read. */
function chargesOf(layout: Layout, cells: readonly string[]): Charge[] | string {
  const charges: Charge[] = [];
  const add = (name: string, text: string, sign: 1n | -1n = 1n, known?: ChargeKind): string | null => {
    if (text === '') return null;
    const amount = readAmount(text, layout.decimalMark);
    if (amount === null) return `${quoted(text)} is not an amount${name === '' ? '' : ` of ${quoted(name)}`}.`;
    const kind = known ?? layout.kinds[chargeName(name)] ?? 'unmapped';
    charges.push({ kind, name: [...name].slice(0, BILL_TEXT_MOST).join(''), amount: sign * amount });
    return null;
  };
  const given: [name: string, text: string, sign?: 1n | -1n, kind?: ChargeKind][] = [];
  const of = (role: Role): string => cellOf(cells, layout.roles[role]);
  if (layout.charges.as === 'rows') {
    const name = of('code') || of('text') || 'Amount';
    given.push(
      [name, of('amount')],
      ['Discount', of('discount'), -1n, 'credit'],
      ['Tax', of('tax'), 1n, 'vat'],
      ['COD', of('cod'), 1n, 'cod'],
    );
  } else if (layout.charges.as === 'pairs') {
    for (const { text, amount } of layout.charges.pairs) {
      const name = cellOf(cells, text);
      if (name === '' && cellOf(cells, amount) !== '') return `Column ${amount + 1} has an amount without a charge.`;
      given.push([name, cellOf(cells, amount)]);
    }
  } else {
    for (const { column, name } of layout.charges.columns) given.push([name, cellOf(cells, column)]);
  }
  for (const [name, text, sign, kind] of given) {
    const problem = add(name, text, sign, kind);
    if (problem !== null) return problem;
  }
  return charges;
}

/** Words in headings that suggest a role, most specific first; compared without case and signs. */
const ROLE_WORDS: Readonly<Record<Role, readonly string[]>> = {
  tracking: ['tracking', 'awb', 'waybill', 'resi', 'rastreio', 'consignment', 'shipment number', 'airbill', '運單'],
  reference: ['reference', 'order', 'pedido', 'referensi', '訂單'],
  service: ['service', 'product', 'layanan', 'servico'],
  shipped: ['ship date', 'shipped', 'pickup date', 'shipment date', 'tanggal', 'data de', 'date', 'ngay'],
  zone: ['zone', 'zona', 'area'],
  billedWeight: ['billed weight', 'chargeable weight', 'rated weight', 'berat tagih', 'weight', 'berat', 'peso'],
  enteredWeight: ['entered weight', 'actual weight', 'declared weight', 'original weight'],
  length: ['length', 'panjang', 'comprimento'],
  width: ['width', 'lebar', 'largura'],
  height: ['height', 'tinggi', 'altura'],
  currency: ['currency', 'mata uang', 'moeda'],
  code: ['charge code', 'fee code', 'code'],
  text: ['charge description', 'charge name', 'fee type', 'description', 'keterangan', 'descricao'],
  discount: ['discount', 'diskon', 'desconto'],
  tax: ['tax', 'vat', 'ppn', 'imposto', 'gst'],
  cod: ['cod'],
  amount: ['net amount', 'charge amount', 'amount', 'total', 'biaya', 'valor', 'so tien'],
};

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Suggests roles for the headings of a file; a person decides. Each column gets one role, and each role one column. */
export function guessRoles(headings: readonly string[]): Partial<Record<Role, number>> {
  const columns = headings.map(plain);
  const found: Partial<Record<Role, number>> = {};
  const taken = new Set<number>();
  const deepest = Math.max(...Object.values(ROLE_WORDS).map(words => words.length));
  for (let depth = 0; depth < deepest; depth++) {
    for (const role of Object.keys(ROLE_WORDS) as Role[]) {
      const word = ROLE_WORDS[role][depth];
      if (word === undefined || found[role] !== undefined) continue;
      const column = columns.findIndex((heading, at) => !taken.has(at) && ` ${heading} `.includes(` ${word}`));
      if (column < 0) continue;
      found[role] = column;
      taken.add(column);
    }
  }
  return found;
}

/** Whether a text is one of the kinds of charges. */
export const isChargeKind = (text: string): text is ChargeKind => (CHARGE_KINDS as readonly string[]).includes(text);
