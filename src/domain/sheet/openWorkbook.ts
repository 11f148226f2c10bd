import type { Separator, TextEncoding } from './textForm.ts';
import { checkTexts } from './columns.ts';
import { readCsv } from './csv.ts';
import { expansionGuard } from './expansion.ts';
import { hiddenColumnsInTables, hiddenInTables, withHidden } from './hiddenRows.ts';
import { LIMITS } from './limits.ts';
import { NotKnown, SheetFileError } from './problem.ts';
import { isRead, plainWorkbook, plainXmlFile } from './plainParts.ts';
import { checkCompound, sniff } from './sniff.ts';
import { unpack, unpackText, type SheetPlatform } from './unpack.ts';
import { unescapeXml } from './xmlText.ts';
import { utf8Of } from './xmlEncoding.ts';
import { openXlsx, type OpenWorkbook, type XlsxWorkbook } from './xlsx.ts';
import { readZipDirectory, type ZipDirectory } from './zip.ts';
import { openGeneral, xlsStream, type CodePages, type CodePageUtils, type GeneralLibrary } from './general.ts';
import { checkBiff } from './biff.ts';
import { textOfWindows1252 } from './windows1252.ts';

export interface OpenDeps {
  platform: SheetPlatform;
  fileName: string;
  /** The encoding that a person chose for a text file that declares none. */
  encoding?: TextEncoding | undefined;
  /** The separator that a person chose for a text file; if omitted, it is detected. */
  separator?: Separator | undefined;
  /** Loads SheetJS. */
  loadGeneral: () => Promise<GeneralLibrary>;
  /** Loads SheetJS's code page tables. */
  loadCodePages?: () => Promise<CodePages>;
}

/**
 * Opens a file of any supported kind, which is detected by content. Our streaming reader handles .xlsx, and our CSV
 * reader handles CSV. SheetJS handles everything else, including .xlsx files that the streaming reader does not
 * support.
 * @throws SheetFileError (and nothing else) if the file cannot be read
 */
export async function openWorkbook(deps: OpenDeps): Promise<OpenWorkbook> {
  try {
    return guarded(deps, await open(deps));
  } catch (error) {
    throw asFileError(error, deps.platform);
  }
}

async function open(deps: OpenDeps): Promise<OpenWorkbook> {
  const { platform, fileName, encoding, separator } = deps;
  const { source } = platform;
  const format = await sniff(source, fileName);
  if (format === 'text') {
    const sheets = [{ name: fileName.replace(/\.\w+$/, ''), hidden: false }];
    return {
      sheets,
      isText: true,
      readSheet: (_, options) => readCsv(source, sheets[0]?.name ?? '', options, { encoding, separator }),
    };
  }
  if (format === 'zip') {
    const directory = await readZipDirectory(source);
    try {
      return withFallback(await openXlsx(platform, directory), () => openPacked(deps, directory));
    } catch (error) {
      if (error instanceof NotKnown) return openPacked(deps, directory);
      throw error;
    }
  }
  if (format === 'cfb') return openXls(deps, await source.read(0, source.size));
  return openGeneral(await general(deps), await plainXmlFile(platform));
}

async function openXls(deps: OpenDeps, bytes: Uint8Array): Promise<OpenWorkbook> {
  checkCompound(bytes);
  const library = await general(deps);
  const { version, codePage, worksheets, hiddenColumns } = checkBiff(xlsStream(library, bytes));
  if (version >= 8) return openGeneral(library, bytes, { worksheets, hiddenColumns });
  return openGeneral(library, bytes, { worksheets, hiddenColumns, decode: await codePageDecoder(deps, codePage) });
}

/**
 * The general reader returns one character for each byte of a string; the decoder maps these bytes with the code page.
 */
async function codePageDecoder({ loadCodePages }: OpenDeps, codePage: number): Promise<(text: string) => string> {
  const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, letter => letter.charCodeAt(0));
  const isPlain = (text: string): boolean => !/[\u0080-\u00ff]/.test(text);
  if (codePage === 1252) return text => (isPlain(text) ? text : textOfWindows1252(bytesOf(text)));
  let pages: CodePages | undefined;
  try {
    pages = await loadCodePages?.();
  } catch {
    throw new SheetFileError('notLoaded');
  }
  const utils = pages?.utils as CodePageUtils | undefined;
  if (!utils) throw new SheetFileError('notLoaded');
  if (!utils.hascp(codePage)) throw new SheetFileError('damaged', `its code page ${codePage} is not known`);
  return text => (isPlain(text) ? text : utils.decode(codePage, bytesOf(text)));
}

/**
 * Switches to the general reader as soon as the streaming reader encounters something that it does not support, in any
 * sheet.
 */
function withFallback(own: XlsxWorkbook, fallback: () => Promise<OpenWorkbook>): OpenWorkbook {
  let general: Promise<OpenWorkbook> | undefined;
  return {
    sheets: own.sheets,
    readSheet: async (index, options) => {
      if (!general) {
        try {
          return await own.readSheet(index, options);
        } catch (error) {
          if (!(error instanceof NotKnown)) throw error;
          general = fallback();
        }
      }
      const { name = '' } = own.sheets[index] ?? {};
      if (own.sheets.filter(sheet => sheet.name === name).length > 1)
        throw new SheetFileError('damaged', `two sheets named "${name}"`);
      const book = await general;
      const at = book.sheets.findIndex(sheet => sheet.name === name);
      if (at < 0) throw new SheetFileError('damaged', `the sheet "${name}"`);
      const { rows, columns } = await own.hidden(index);
      return withHidden(await book.readSheet(at, options), rows, columns);
    },
  };
}

/**
 * Passes a zip to the general reader, after making sure that neither unpacking nor repetitions will exhaust the memory.
 */
async function openPacked(deps: OpenDeps, directory: ZipDirectory): Promise<OpenWorkbook> {
  const { platform } = deps;
  const manifest = directory.get('meta-inf/manifest.xml');
  if (manifest && (await unpackText(platform, manifest)).includes('encryption-data'))
    throw new SheetFileError('password');
  let total = 0;
  let binary = 0;
  for (const [name, entry] of directory) {
    const expands = expansionGuard();
    // The declared size may be false, so the unpacked bytes are counted.
    const pieces = unpack(platform, entry, LIMITS.general);
    for await (const chunk of isRead(name) ? utf8Of(pieces) : pieces) {
      total += chunk.length;
      if (/\.bin$/i.test(name)) binary += chunk.length;
      if (total > LIMITS.general) throw new SheetFileError('tooLarge');
      expands(chunk);
    }
  }
  const bytes = await plainWorkbook(platform, directory, missingParts(directory));
  const blanks = binary <= LIMITS.smallBinary && ![...directory.keys()].some(name => OTHER_KINDS.test(name));
  const book = openGeneral(await general(deps), bytes, { blanks });
  const content = directory.get('content.xml');
  if (!content) return book;
  const xml = await unpackText(platform, content, LIMITS.general);
  const hidden = hiddenInTables(xml);
  const hiddenColumns = hiddenColumnsInTables(xml);
  // The general reader does not unescape table names.
  const sheets = book.sheets.map(sheet => ({ ...sheet, name: unescapeXml(sheet.name) }));
  return {
    sheets,
    readSheet: async (index, options) => {
      const { name = '' } = sheets[index] ?? {};
      const sheet = await book.readSheet(index, options);
      return { ...withHidden(sheet, hidden.get(name), hiddenColumns.get(name)), name };
    },
  };
}

/** OpenDocument parts that are optional according to the standard but required by the general reader. */
function missingParts(directory: ZipDirectory): Map<string, string> {
  const parts = new Map<string, string>();
  if (!directory.has('content.xml')) return parts;
  if (!directory.has('styles.xml')) parts.set('styles.xml', '<office:document-styles xmlns:office="o"/>');
  if (!directory.has('meta-inf/manifest.xml'))
    parts.set('META-INF/manifest.xml', '<manifest:manifest xmlns:manifest="m"/>');
  return parts;
}

/**
 * Parts by which the general reader recognizes OpenDocument and Numbers, where a single blank cell may stand for a
 * million cells. In .xlsx and its binary variant, each cell takes up bytes of its own, although only a few in the
 * binary variant.
 */
const OTHER_KINDS = /manifest|content\.xml|objectdata|\.iwa/i;

/** SheetJS, which may be unavailable while the device is offline. */
async function general({ loadGeneral }: OpenDeps): Promise<GeneralLibrary> {
  try {
    return await loadGeneral();
  } catch {
    throw new SheetFileError('notLoaded');
  }
}

function guarded({ platform }: OpenDeps, book: OpenWorkbook): OpenWorkbook {
  return {
    ...book,
    readSheet: async (index, options) => {
      try {
        const sheet = await book.readSheet(index, options);
        checkTexts(sheet);
        return sheet;
      } catch (error) {
        throw asFileError(error, platform);
      }
    },
  };
}

/** Converts all errors of the readers to one type; an unexpected error means that the file is damaged. */
function asFileError(error: unknown, platform: SheetPlatform): SheetFileError {
  if (error instanceof SheetFileError) return error;
  if (platform.isDeviceError(error)) return new SheetFileError('unreadable');
  if (error instanceof RangeError) return new SheetFileError('tooLarge');
  return new SheetFileError('damaged');
}
