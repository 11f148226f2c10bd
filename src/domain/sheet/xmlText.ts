/** Text within the XML of a workbook. */

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Resolves the five predefined entities and numeric references; anything else is left as it is. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-fA-F]{1,8})|#([0-9]{1,9})|([a-z]{2,4}));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name as string] ?? whole;
    const code = hex !== undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/**
 * Spreadsheets write characters that XML cannot contain as _x0007_, and a literal "_x0007_" as "_x005F_x0007_". An
 * escaped zero is left as it is, because text must not contain zeros.
 */
export const unescapeCharacters = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x(?!0000)([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/**
 * Decodes the text of a cell from its XML: entities are resolved first, then escaped characters. All kinds of line
 * breaks become line feeds.
 */
export const cellTextOfXml = (xml: string): string =>
  unescapeCharacters(unescapeXml(xml.replace(/\r\n?/g, '\n'))).replace(/\r\n/g, '\n');

interface Markup {
  /** "text" is a CDATA section, which is taken literally; "skipped" is a comment, instruction or declaration. */
  kind: 'tag' | 'text' | 'skipped';
  /** The position after the tag or section. */
  end: number;
}

/** The markup that begins with the "<" at a position; null if it is incomplete. */
function markupAt(xml: string, start: number): Markup | null {
  const until = (close: string, from: number, kind: Markup['kind']): Markup | null => {
    const at = xml.indexOf(close, from);
    return at < 0 ? null : { kind, end: at + close.length };
  };
  if (xml.startsWith('<!--', start)) return until('-->', start + 4, 'skipped');
  if (xml.startsWith('<![CDATA[', start)) return until(']]>', start + 9, 'text');
  if (xml.startsWith('<?', start)) return until('?>', start + 2, 'skipped');
  const end = tagEnd(xml, start + 1);
  return end < 0 ? null : { kind: xml[start + 1] === '!' ? 'skipped' : 'tag', end };
}

/**
 * The position after the ">" of a tag that begins at `from`; a ">" within quotes does not count. -1 if the tag is
 * incomplete.
 */
function tagEnd(xml: string, from: number): number {
  let quote = '';
  for (let at = from; at < xml.length; at++) {
    const c = xml[at];
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '>') return at + 1;
  }
  return -1;
}

/** The markup of an XML string in order, each preceded by its text; the last text has no markup after it. */
export function* markups(xml: string): Generator<{ before: string; written: string; kind: Markup['kind'] | 'end' }> {
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    const found = start < 0 ? null : markupAt(xml, start);
    if (!found) {
      yield { before: start < 0 ? xml.slice(at) : xml.slice(at, start), written: '', kind: 'end' };
      return;
    }
    yield { before: xml.slice(at, start), written: xml.slice(start, found.end), kind: found.kind };
    at = found.end;
  }
}

const NAME = /^<\/?(?:([^\s:/>]*):)?([^\s:/>]+)/;

/** The text of a value: comments are dropped, and CDATA sections are taken literally. */
export function plainText(xml: string): string {
  let text = '';
  for (const { before, written, kind } of markups(xml)) text += cellTextOfXml(before) + sectionText(written, kind);
  return text;
}

const sectionText = (written: string, kind: string): string =>
  kind === 'text' ? unescapeCharacters(written.slice(9, -3).replace(/\r\n?/g, '\n')) : '';

/**
 * The text of a shared or inline string, which is the concatenation of its runs. Phonetic runs, comments and elements
 * with another prefix are dropped.
 *
 * @param prefix the prefix of the part's own elements, with its colon; empty if they have none
 */
export function richText(xml: string, prefix = ''): string {
  let text = '';
  let inText = false;
  let phonetic = 0;
  /** The nesting depth within an element that has another prefix or contains extensions. */
  let foreign = 0;
  for (const { before, written, kind } of markups(xml)) {
    const counts = inText && phonetic === 0 && foreign === 0;
    if (counts) text += cellTextOfXml(before);
    if (counts) text += sectionText(written, kind);
    if (kind !== 'tag' || written.endsWith('/>')) continue;
    const [, space = '', name = ''] = NAME.exec(written) ?? [];
    const step = written[1] === '/' ? -1 : 1;
    if (foreign > 0 || (space === '' ? '' : `${space}:`) !== prefix || name === 'extLst') foreign += step;
    else if (name === 'rPh') phonetic += step;
    else if (name === 't') inText = step > 0;
  }
  return text;
}
