import { COLUMNS, EVERY_KIND, type Area, type ColumnPart, type PartColumns, type RateColumns } from './columns.ts';
import { FEE_LINES, type CepLevelRow, type RateSettings } from './rows.ts';

/**
 * The sealed file of a submitted version: its columns in binary form. The same rows always produce the same bytes, so
 * that the file can be named after its hash (issue 29, 3). Devices, the server and reconciliation use it to compute
 * quotes.
 *
 * Layout: 8 bytes "OPSRATE1", or "OPSRATE2" if the file has volume fees of every zone or every route; the header's length in bytes as a 32-bit integer; 4 zero bytes; the header as UTF-8 JSON,
 * padded with spaces to a multiple of 8; the columns in the order of COLUMNS, each padded with zeros to a multiple of
 * 8. Numbers are little-endian, as on all devices that run the console.
 */

const MAGIC = 'OPSRATE1';
/**
 * The signature of a file whose volume fees of every zone differ from those of every route. Consoles of builds that
 * cannot tell them apart refuse the file instead of quoting wrong prices.
 */
const MAGIC_EVERY = 'OPSRATE2';
const START = 16;

interface Header {
  settings: RateSettings;
  areas: readonly (readonly [kind: Area['kind'], code: string, name: string | null])[];
  words: readonly string[];
  cepLevels: readonly CepLevelRow[];
  rows: Record<ColumnPart, number>;
}

const PARTS = Object.keys(COLUMNS) as ColumnPart[];
const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;
const columnsOfPart = (columns: RateColumns, part: ColumnPart): (Int32Array | Float64Array)[] =>
  Object.keys(COLUMNS[part]).map(name => (columns[part] as Record<string, Int32Array | Float64Array>)[name]!);

/** The header with its fields in a fixed order, whatever their order in the rows. */
function headerOf(columns: RateColumns): Header {
  const { settings, areas, words, cepLevels } = columns;
  const { weightRule: rule, vat } = settings;
  return {
    settings: {
      currency: settings.currency,
      esfArea: settings.esfArea,
      asfArea: settings.asfArea,
      weightRule: {
        sizeRounding: rule.sizeRounding,
        divisor: rule.divisor,
        cubic: rule.cubic,
        threshold: rule.threshold,
        step: rule.step,
        rounding: rule.rounding,
        tolerance: rule.tolerance,
        minimum: rule.minimum,
        bound: rule.bound,
        tiers: rule.tiers,
      },
      vat: { mode: vat.mode, ppm: vat.ppm },
      taxable: FEE_LINES.filter(line => settings.taxable.includes(line)),
    },
    areas: areas.map(({ kind, code, name }) => [kind, code, name]),
    words,
    cepLevels: cepLevels.map(({ level, ppm, min, max }) => ({ level, ppm, min, max })),
    rows: Object.fromEntries(PARTS.map(part => [part, columnsOfPart(columns, part)[0]?.length ?? 0])) as Header['rows'],
  };
}

/** Serializes a version. */
export function seal(columns: RateColumns): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(JSON.stringify(headerOf(columns)));
  const all = PARTS.flatMap(part => columnsOfPart(columns, part));
  const size = START + padded(header.length) + all.reduce((sum, { byteLength }) => sum + padded(byteLength), 0);
  const bytes = new Uint8Array(size);
  const isEvery = columns.volumeFees.area.some(area => area < EVERY_KIND);
  bytes.set(new TextEncoder().encode(isEvery ? MAGIC_EVERY : MAGIC));
  new DataView(bytes.buffer).setUint32(8, header.length, true);
  bytes.fill(0x20, START, START + padded(header.length));
  bytes.set(header, START);
  let at = START + padded(header.length);
  for (const column of all) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += padded(column.byteLength);
  }
  return bytes;
}

const damaged = (why: string): RangeError =>
  new RangeError(`The sealed rate table cannot be read: ${why}. Load it again`);

/**
 * Parses the columns of a sealed file.
 * @throws RangeError if the bytes are not a complete sealed file
 */
export function unseal(bytes: Uint8Array): RateColumns {
  if (bytes.length < START || ![MAGIC, MAGIC_EVERY].includes(new TextDecoder().decode(bytes.subarray(0, 8))))
    throw damaged('it does not begin like a sealed rate table');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(8, true);
  if (START + length > bytes.length) throw damaged('its header is cut off');
  const header = readHeader(bytes.subarray(START, START + length));
  let at = START + padded(length);
  const part = (name: ColumnPart): Record<string, Int32Array | Float64Array> => {
    const rows = header.rows[name];
    if (!Number.isSafeInteger(rows) || rows < 0) throw damaged(`it has no count of ${name}`);
    return Object.fromEntries(
      Object.entries(COLUMNS[name]).map(([column, type]) => {
        const size = rows * (type === 'i32' ? 4 : 8);
        if (at + size > bytes.length) throw damaged(`its ${name} are cut off`);
        // Copies the bytes, because a typed array must start at a multiple of its element size, which a slice of a
        // Buffer does not guarantee.
        const own = Uint8Array.prototype.slice.call(bytes, at, at + size).buffer;
        at += padded(size);
        return [column, type === 'i32' ? new Int32Array(own) : new Float64Array(own)];
      }),
    );
  };
  const columns = Object.fromEntries(PARTS.map(name => [name, part(name)])) as {
    [P in ColumnPart]: PartColumns<P>;
  };
  if (at !== bytes.length) throw damaged('it is longer than its rows');
  const { settings, words, cepLevels } = header;
  return {
    settings,
    words,
    cepLevels,
    areas: header.areas.map(([kind, code, name]) => ({ kind, code, name })),
    ...columns,
  };
}

function readHeader(bytes: Uint8Array): Header {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Header;
  } catch {
    throw damaged('its header is not readable');
  }
}
