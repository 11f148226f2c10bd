import { storedZip } from './storedZip.ts';
import { SheetFileError } from './problem.ts';
import { textOfXml, unpackText, unpackWhole, type SheetPlatform } from './unpack.ts';
import { LIMITS } from './limits.ts';
import { namespaceOf, scopeOfTag, withoutForeign, type Scope } from './xmlTags.ts';
import { markups } from './xmlText.ts';
import type { ZipDirectory } from './zip.ts';

/**
 * Rewrites parts that the general reader would misread in a plain form. That reader treats each part as UTF-8, a
 * comment within text as text, and an extension's element as the standard element with the same name.
 */

/** Root elements of parts that contain values. */
const COUNTING: ReadonlySet<string> = new Set(['workbook', 'worksheet', 'sst', 'styleSheet', 'Relationships']);
const OPEN_DOCUMENT: ReadonlySet<string> = new Set([
  'document-content',
  'document-styles',
  'document-meta',
  'document',
]);
const NAME = /^<\/?(?:([^\s:/>]*):)?([^\s:/>]+)/;
const DECLARED = /<\?xml[^>]*?\sencoding\s*=\s*["'](?!utf-?8["'])/i;
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const ADDRESS = /(\sr\s*=\s*["'])([A-Za-z]+)/;

/** Matches a date that the general reader would assign to the wrong century; it is kept as text. */
const FAR_DATE =
  /(<(?:[^\s:<>]+:)?c\s[^<>]*?\bt\s*=\s*["'])d(["'][^<>]*>)(?=\s*<(?:[^\s:<>]+:)?v[^<>]*>\s*(?:0\d{3}|1[0-8]\d\d)-)/g;

/** Describes how a part is rewritten. */
interface Rewriting {
  /**
   * Whether an element is dropped together with its content. Called for every element, including those within dropped
   * ones.
   */
  leavesOut: (name: string, namespace: string) => boolean;
  /** Rewrites each opening tag that is kept; if omitted, tags are left as they are. */
  tag?: (written: string, name: string, scope: Scope) => string;
  /** Rewrites the text before a tag; receives the number of open elements. If omitted, text is left as it is. */
  text?: (before: string, depth: number) => string;
}

/** Removes comments and processing instructions from a part, and turns its CDATA sections into text. */
function rewritten(xml: string, { leavesOut, tag, text }: Rewriting): string {
  let plain = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const scopes: Scope[] = [];
  /** Depth within a dropped element; 0 outside. */
  let left = 0;
  for (const { before, written, kind } of markups(xml)) {
    if (left === 0) plain += text ? text(before, scopes.length) : before;
    if (kind === 'text' && left === 0) plain += escapeText(written.slice(9, -3));
    if (kind !== 'tag') continue;
    if (written[1] === '/') {
      if (left > 0) left -= 1;
      else {
        scopes.pop();
        plain += written;
      }
      continue;
    }
    const [, prefix = '', name = ''] = NAME.exec(written) ?? [];
    const empty = written.endsWith('/>');
    const scope: Scope = scopeOfTag(written, scopes.at(-1));
    const isOther = leavesOut(name, namespaceOf(scope, prefix));
    if (left > 0 || isOther) {
      left += empty ? 0 : 1;
      continue;
    }
    if (!empty) scopes.push(scope);
    plain += tag ? tag(written, name, scope) : written;
  }
  return plain;
}

/**
 * A part in plain form: only elements of its own namespace, upper-case cell addresses, no comments and no CDATA
 * sections.
 */
export function plainPart(xml: string): string {
  let own: string | null = null;
  return rewritten(xml.replace(FAR_DATE, '$1str$2'), {
    leavesOut: (name, namespace) => {
      own ??= namespace;
      return namespace !== own || name === 'extLst';
    },
    tag: (written, name, scope) => {
      const clean = withoutForeign(written, scope);
      return name === 'c' ? clean.replace(ADDRESS, (_, r: string, at: string) => r + at.toUpperCase()) : clean;
    },
    text: (before, depth) => (depth > 0 ? before : ''),
  });
}

/**
 * Elements of OpenDocument tables, and elements that contain tables which are not sheets: links and recorded changes.
 */
const TABLES: ReadonlySet<string> = new Set(['table', 'table-column', 'table-row', 'table-cell', 'covered-table-cell']);
const ASIDE_TABLES: ReadonlySet<string> = new Set(['dde-links', 'tracked-changes']);
const ANY_TABLE = /<((?:[^\s<>/:]+:)?)(?:table(?:-column|-row|-cell)?|covered-table-cell)(?=[\s/>])/;
const LISTS_TABLES = /<(?:[^\s<>/:]+:)?(?:dde-links|tracked-changes)(?=[\s/>])/;

/** Whether an OpenDocument part has cells with different prefixes or namespaces, or tables that are not sheets. */
function hasOtherTables(xml: string): boolean {
  const prefix = ANY_TABLE.exec(xml)?.[1];
  if (prefix === undefined) return false;
  if (LISTS_TABLES.test(xml)) return true;
  const name = prefix.replace(/[^\w:-]/g, '\\$&');
  const declared = new RegExp(`\\sxmlns${prefix === '' ? '' : `:${name.slice(0, -1)}`}\\s*=`, 'g');
  return (
    new RegExp(ANY_TABLE.source.replace('<', prefix === '' ? '<(?=[^\\s<>/]*:)' : `<(?!${name})`)).test(xml) ||
    [...xml.matchAll(declared)].length > 1
  );
}

/**
 * An OpenDocument part without comments, processing instructions, and elements of other namespaces that have the same
 * names as cells. The remaining elements have many namespaces.
 */
function plainOpenDocument(xml: string): string {
  let own: string | null = null;
  return rewritten(xml, {
    leavesOut: (name, namespace) => {
      if (TABLES.has(name)) own ??= namespace;
      return ASIDE_TABLES.has(name) || (TABLES.has(name) && namespace !== own);
    },
  });
}

/** The XML 2003 elements from which values are read. */
const CELLS_2003: ReadonlySet<string> = new Set(['Worksheet', 'Table', 'Column', 'Row', 'Cell', 'Data']);

const IS_ERROR = /[\s:]Type\s*=\s*["']Error["']/;
/** Errors that the general reader can represent; it would treat a cell with any other error as blank. */
const ERROR_2003 = /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA)$/;

/**
 * An XML 2003 file without comments and without rows and cells of foreign namespaces. An error that is newer than the
 * format becomes "#VALUE!", as in files written by Excel.
 */
function plainXml2003(xml: string): string {
  let own: string | null = null;
  /** Whether the next text is the content of an error cell. */
  let isError = false;
  return rewritten(xml, {
    leavesOut: (name, namespace) => {
      own ??= namespace;
      return CELLS_2003.has(name) && namespace !== own;
    },
    tag: (written, name) => {
      isError = name === 'Data' && !written.endsWith('/>') && IS_ERROR.test(written);
      return written;
    },
    text: before => {
      const shown = isError && !ERROR_2003.test(before) ? '#VALUE!' : before;
      isError = false;
      return shown;
    },
  });
}

const DATE_VALUE = /<[^<>]*?date-value\s*=\s*["']((\d{4,})-[^"'<>]*)["'][^<>]*>/g;
const SINCE_1904 = /null-date[^<>]*date-value\s*=\s*["']1904/;

/** Converts OpenDocument dates outside the range of serial numbers to text. */
function withFarDates(xml: string): string {
  const first = SINCE_1904.test(xml) ? 1904 : 1900;
  return xml.replace(DATE_VALUE, (tag: string, date: string, year: string) => {
    if ((Number(year) >= first && Number(year) <= 9999) || !/value-type/.test(tag)) return tag;
    const end = tag.endsWith('/>') ? 2 : 1;
    const text = tag.slice(0, -end).replace(/(value-type\s*=\s*["'])date/g, '$1string');
    return `${text} office:string-value="${date}"${tag.slice(-end)}`;
  });
}

/**
 * Converts a single-part XML file to the form in which it is passed to the general reader. Its rows are not compared
 * with ss:ExpandedRowCount, which Excel treats only as an upper bound. A truncated file is detected by its open
 * elements, a gap by its zeros.
 *
 * @throws SheetFileError 'damaged' if it is not in the encoding that it declares, or contains zeros, which indicate a
 * gap
 */
export async function plainXmlFile({ source }: SheetPlatform): Promise<Uint8Array> {
  const xml = await textOfXml([await source.read(0, source.size)]);
  const hole = xml.indexOf('\0');
  if (hole >= 0) throw new SheetFileError('damaged', `zeros in line ${xml.slice(0, hole).split('\n').length}`);
  return new TextEncoder().encode(plainXml2003(xml));
}

/**
 * Matches anything that the general reader misreads: an instruction, a prefix, a namespace declared by an element, a
 * lower-case address, a date as text, or a list of extensions.
 */
const ODD = /<\?|<\/?[^\s<>/:]+:|\sxmlns|:(?:r|s|t|hidden)\s*=|\sr\s*=\s*["'][^"']*[a-z]|\st\s*=\s*["']d["']|<extLst/;

/** Whether a large part needs no rewriting; checking is faster than rewriting it. */
function isPlain(xml: string, root: string): boolean {
  if ((root !== 'worksheet' && root !== 'sst') || xml.includes('<!') || DECLARED.test(xml.slice(0, 256))) return false;
  const from = xml.indexOf('>', root === 'sst' ? xml.indexOf('<sst') : xml.indexOf('<sheetData'));
  const to = root === 'sst' ? xml.length : xml.lastIndexOf('</sheetData>');
  return from >= 0 && to >= from && !ODD.test(xml.slice(from, to));
}

/** A part rewritten for the general reader; null if it can be left as it is. */
function plainOf(xml: string): string | null {
  const [, , root = ''] = /<(?:([^\s:/>!?]*):)?([^\s:/>!?]+)/.exec(xml) ?? [];
  if (COUNTING.has(root)) return isPlain(xml, root) ? null : plainPart(xml);
  if (!OPEN_DOCUMENT.has(root)) return null;
  const dated = withFarDates(xml);
  return dated !== xml || /<!(?:--|\[)/.test(xml) || DECLARED.test(xml) || hasOtherTables(xml)
    ? plainOpenDocument(dated)
    : null;
}

/** Parts that contain no values, so that their content does not matter. */
const ASIDE =
  /^(?:docprops|customxml|meta-inf|thumbnails|pictures|settings\.xml|xl\/(?:theme|drawings|charts|media|comments|printersettings|externallinks|pivot))/;
const XML = /\.(?:xml|rels)$/;

/** Whether a part is XML that may contain values, based on its name in lower case. */
export const isRead = (name: string): boolean => XML.test(name) && !ASIDE.test(name);

/**
 * The workbook file for the general reader: unchanged, or with parts that it would misread in plain form.
 * @param add parts to add, by name
 * @throws SheetFileError 'damaged' if a part is not in the encoding that it declares
 */
export async function plainWorkbook(
  platform: SheetPlatform,
  directory: ZipDirectory,
  add: ReadonlyMap<string, string> = new Map(),
): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const rewritten = new Map<string, Uint8Array>();
  for (const [name, text] of add) rewritten.set(name, encoder.encode(text));
  for (const [key, entry] of directory) {
    if (!isRead(key)) continue;
    let other = false;
    const xml = await unpackText(platform, entry, LIMITS.general, () => (other = true));
    const plain = plainOf(xml);
    if (plain !== null || other) rewritten.set(entry.name, encoder.encode(plain ?? xml));
  }
  if (rewritten.size === 0) return platform.source.read(0, platform.source.size);
  const parts = new Map<string, Uint8Array>();
  for (const entry of directory.values()) {
    parts.set(entry.name, rewritten.get(entry.name) ?? (await unpackWhole(platform, entry, LIMITS.general)));
  }
  for (const [name, bytes] of rewritten) parts.set(name, bytes);
  return storedZip(parts);
}
