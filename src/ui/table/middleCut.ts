import { linesOf, textWidth } from './textWidth.ts';

/** The parts of a string that is too long: the beginning, the hidden middle, and the end. */
export type MiddleCut = readonly [head: string, gone: string, tail: string];

/** Minimum number of letters kept at the beginning. */
const HEAD = 3;
/** Minimum number of letters removed, because the ellipsis takes up space too. */
const LEAST_GONE = 2;
const DOTS = '…';
/** Maximum number of cached results; a list shows the same names over and over. */
const KEPT_MOST = 4000;

const kept = new Map<string, MiddleCut | null>();

/**
 * Truncates a string in the middle, because place names often differ only at the end: "Kab… Maluku Tengah". The end
 * consists of whole words if they fit. Returns null if the full string fits, or if nothing readable would be left.
 *
 * @param room width of a line in pixels
 * @param lines number of lines available
 */
export function middleCut(text: string, room: number, lines: number): MiddleCut | null {
  const name = `${room} ${lines} ${text}`;
  const known = kept.get(name);
  if (known !== undefined) return known;
  if (kept.size >= KEPT_MOST) kept.clear();
  const made = cut(text, room, lines);
  kept.set(name, made);
  return made;
}

function cut(text: string, room: number, lines: number): MiddleCut | null {
  if (textWidth(text) <= room || linesOf(text, room) <= lines) return null;
  const fits = (head: number, tail: number) =>
    linesOf(`${text.slice(0, head)}${DOTS}${text.slice(tail)}`, room) <= lines;
  const tail = tailOf(text, at => fits(HEAD, at));
  if (tail === null) return null;
  let head = HEAD;
  while (head + LEAST_GONE < tail && fits(head + 1, tail)) head += 1;
  return [text.slice(0, head).trimEnd(), text.slice(text.slice(0, head).trimEnd().length, tail), text.slice(tail)];
}

/** Start of the longest end that fits, at a word boundary if possible. */
function tailOf(text: string, fits: (at: number) => boolean): number | null {
  const first = HEAD + LEAST_GONE;
  for (let at = text.indexOf(' ', first); at !== -1; at = text.indexOf(' ', at + 1)) if (fits(at)) return at;
  for (let at = first; at < text.length - 1; at += 1) if (text[at] !== ' ' && fits(at)) return at;
  return null;
}
