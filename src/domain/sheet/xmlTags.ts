import { markups, unescapeXml } from './xmlText.ts';

/** One tag of a small part. */
export interface Tag {
  /** The name of the element without its prefix. */
  name: string;
  kind: 'open' | 'close' | 'empty';
  /** Attributes without a prefix, by name, and "r:id", which refers to a relationship. */
  attributes: Readonly<Record<string, string>>;
  /** Names of the enclosing elements, outermost first; names from other namespaces include their prefix. */
  path: string;
}

/** Namespaces by prefix; '' is for elements without a prefix. An element inherits the namespaces of its ancestors. */
export type Scope = Readonly<Record<string, string>>;

const NO_ATTRIBUTES: Readonly<Record<string, string>> = {};
const NO_NAMESPACES: Scope = Object.create(null) as Scope;

const isSpace = (letter: string | undefined): boolean =>
  letter === ' ' || letter === '\n' || letter === '\r' || letter === '\t';

/** Parses attributes from left to right in a single pass: a regular expression would backtrack on a malicious tag. */
function* writtenAttributes(text: string): Generator<{ prefix: string; name: string; value: string }> {
  let at = 0;
  for (;;) {
    const equals = text.indexOf('=', at);
    if (equals < 0) return;
    let open = equals + 1;
    while (isSpace(text[open])) open += 1;
    const quote = text[open];
    if (quote !== '"' && quote !== "'") return;
    const close = text.indexOf(quote, open + 1);
    if (close < 0) return;
    const written = text.slice(at, equals).trim();
    const colon = written.indexOf(':');
    const value = unescapeXml(text.slice(open + 1, close));
    yield { prefix: colon < 0 ? '' : written.slice(0, colon), name: written.slice(colon + 1), value };
    at = close + 1;
  }
}

/**
 * The namespaces that apply within a tag.
 * @param text the tag's attributes
 */
function scopeOf(text: string, outer: Scope = NO_NAMESPACES): Scope {
  if (!text.includes('xmlns')) return outer;
  // Inherits from the outer scope rather than copying it, because a file may declare a hundred thousand namespaces, and
  // then one more in each element.
  const scope = Object.create(outer) as Record<string, string>;
  for (const { prefix, name, value } of writtenAttributes(text)) {
    if (prefix === 'xmlns') scope[name] = value;
    else if (prefix === '' && name === 'xmlns') scope[''] = value;
  }
  return scope;
}

const TAG_NAME = /^<[^\s/>]*/;

/** The namespaces that apply within a raw tag, which begins with "<". */
export const scopeOfTag = (written: string, outer?: Scope): Scope => scopeOf(written.replace(TAG_NAME, ''), outer);

/** Removes prefixed attributes from a tag, except for declarations and relationships. */
export function withoutForeign(written: string, scope: Scope): string {
  const name = TAG_NAME.exec(written)?.[0] ?? '';
  const text = written.slice(name.length);
  const kept: string[] = [];
  let foreign = false;
  for (const { prefix, name: local, value } of writtenAttributes(text)) {
    const isRelation = local === 'id' && namespaceOf(scope, prefix).endsWith('/relationships');
    const stays = prefix === '' || prefix === 'xmlns' || prefix === 'xml' || isRelation;
    foreign ||= !stays;
    if (stays) kept.push(` ${prefix === '' ? '' : `${prefix}:`}${local}="${escapeValue(value)}"`);
  }
  return foreign ? `${name}${kept.join('')}${written.endsWith('/>') ? '/' : ''}>` : written;
}

const escapeValue = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The namespace for a prefix; an undeclared prefix has a namespace that differs from all others. */
export const namespaceOf = (scope: Scope, prefix: string): string =>
  scope[prefix] ?? (prefix === '' ? '' : `undeclared:${prefix}`);

function attributesOf(text: string, scope: Scope): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const { prefix, name, value } of writtenAttributes(text)) {
    if (prefix === '') found[name] = value;
    else if (name === 'id' && (scope[prefix] ?? '/relationships').endsWith('/relationships')) found['r:id'] = value;
  }
  return found;
}

const NAME = /^(?:([^\s:/>]*):)?([^\s:/>]+)/;

/**
 * The tags of a small part in order, limited to the namespace of its root, since an extension's element with the same
 * name is a different element. Comments, declarations and processing instructions are skipped.
 *
 * @param wanted names of the requested elements, without prefix
 */
export function* tags(xml: string, wanted: ReadonlySet<string>): Generator<Tag> {
  const outer: { name: string; scope: Scope }[] = [];
  let path = '';
  let own: string | null = null;
  for (const { written, kind } of markups(xml)) {
    if (kind !== 'tag') continue;
    const closing = written[1] === '/';
    const inner = written.slice(closing ? 2 : 1, -1);
    const match = NAME.exec(inner);
    if (!match) continue;
    const [whole, prefix = '', name = ''] = match;
    if (closing) {
      const scope = outer.pop()?.scope ?? NO_NAMESPACES;
      path = outer.at(-1)?.name ?? '';
      if (namespaceOf(scope, prefix) === own && wanted.has(name))
        yield { name, kind: 'close', attributes: NO_ATTRIBUTES, path };
      continue;
    }
    const text = inner.slice(whole.length);
    const scope = scopeOf(text, outer.at(-1)?.scope ?? NO_NAMESPACES);
    own ??= namespaceOf(scope, prefix);
    const isOwn = namespaceOf(scope, prefix) === own;
    const empty = inner.endsWith('/');
    if (isOwn && wanted.has(name)) {
      yield { name, kind: empty ? 'empty' : 'open', attributes: attributesOf(text, scope), path };
    }
    if (empty) continue;
    if (outer.length >= MOST_NESTED) return;
    path = `${path}/${isOwn ? name : whole}`;
    outer.push({ name: path, scope });
  }
}

/**
 * Parts of real workbooks are never nested more deeply. Without a limit, the paths in a crafted file could exhaust the
 * memory.
 */
const MOST_NESTED = 200;
