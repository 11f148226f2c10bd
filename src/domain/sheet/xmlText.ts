import { NotKnown } from './problem.ts';

/** Texts inside the XML of a workbook. */

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Resolves the five named entities and numeric ones; anything else stays as it is written. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-fA-F]{1,8})|#([0-9]{1,9})|([a-z]{2,4}));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name as string] ?? whole;
    const code = hex !== undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Spreadsheets write characters that XML cannot hold as _x0007_, and a literal "_x0007_" as "_x005F_x0007_". */
export const unescapeCharacters = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** A cell's text from its XML: entities, then escaped characters; line ends become line feeds, however they are written. */
export const cellTextOfXml = (xml: string): string =>
  unescapeCharacters(unescapeXml(xml.replace(/\r\n?/g, '\n'))).replace(/\r\n/g, '\n');

/** One tag of a small part. */
export interface Tag {
  /** Without prefix. */
  name: string;
  kind: 'open' | 'close' | 'empty';
  /** By name without prefix, except that a prefixed `id` is "r:id" (a relation). */
  attributes: Readonly<Record<string, string>>;
  /** Position behind the tag. */
  end: number;
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = {};

const isSpace = (letter: string | undefined): boolean =>
  letter === ' ' || letter === '\n' || letter === '\r' || letter === '\t';

/** Reads attributes from left to right, each letter once: a pattern would look at a hostile tag's letters again and again. */
function readAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  let at = 0;
  for (;;) {
    const equals = text.indexOf('=', at);
    if (equals < 0) return found;
    let open = equals + 1;
    while (isSpace(text[open])) open += 1;
    const quote = text[open];
    if (quote !== '"' && quote !== "'") return found;
    const close = text.indexOf(quote, open + 1);
    if (close < 0) return found;
    const written = text.slice(at, equals).trim();
    const colon = written.indexOf(':');
    const name = written.slice(colon + 1);
    if (!written.startsWith('xmlns:')) {
      found[colon >= 0 && name === 'id' ? 'r:id' : name] = unescapeXml(text.slice(open + 1, close));
    }
    at = close + 1;
  }
}

/** End of a tag that begins at `from`, behind its ">"; quotes may hold a ">". -1 when it has none. */
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

/** The tags of a small part in order; comments, declarations and processing instructions are left out. */
export function* tags(xml: string, wanted?: ReadonlySet<string>): Generator<Tag> {
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    if (start < 0) return;
    if (xml.startsWith('<!--', start)) {
      const close = xml.indexOf('-->', start + 4);
      if (close < 0) return;
      at = close + 3;
      continue;
    }
    const end = tagEnd(xml, start + 1);
    if (end < 0) return;
    at = end;
    const first = xml[start + 1];
    if (first === '!' || first === '?') continue;
    const closing = first === '/';
    const inner = xml.slice(start + (closing ? 2 : 1), end - 1);
    const match = /^(?:[\w.-]+:)?([\w.-]+)/.exec(inner);
    if (!match) continue;
    const name = match[1] as string;
    if (wanted && !wanted.has(name)) continue;
    const empty = inner.endsWith('/');
    yield {
      name,
      kind: closing ? 'close' : empty ? 'empty' : 'open',
      attributes: closing ? NO_ATTRIBUTES : readAttributes(inner.slice(match[0].length)),
      end,
    };
  }
}

/** Text of a string item or inline string: its runs end to end; phonetic runs are left out. @throws NotKnown */
export function richText(xml: string): string {
  if (xml.includes('<!')) throw new NotKnown('a comment or CDATA within a text');
  let text = '';
  let phonetic = 0;
  for (const { name, kind, end } of tags(xml, RICH)) {
    if (name === 'rPh') phonetic += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
    else if (kind === 'open' && phonetic === 0) {
      const stop = xml.indexOf('<', end);
      text += cellTextOfXml(xml.slice(end, stop < 0 ? undefined : stop));
    }
  }
  return text;
}

const RICH: ReadonlySet<string> = new Set(['t', 'rPh']);
