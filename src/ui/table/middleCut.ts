import { linesOf, textWidth } from './textWidth.ts';

/** The parts of a text that is too long: its beginning, the hidden middle, and its end. */
export type MiddleCut = readonly [head: string, gone: string, tail: string];

/** Number of letters at the beginning that always stay. */
const HEAD = 3;
/** A cut removes at least this many letters, or the dots would take as much space. */
const LEAST_GONE = 2;
const DOTS = '…';
/** How many cut texts are cached; a list shows the same names again and again. */
const KEPT_MOST = 4000;

const kept = new Map<string, MiddleCut | null>();

/**
 * Cuts a text in its middle, because the names of places differ at their end: "Kab… Maluku Tengah". The end consists of
 * whole words if they fit. Returns null if the text fits uncut, or if nothing readable would be left.
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

/** Start of the longest end that fits: at a word if possible, otherwise at a letter. */
function tailOf(text: string, fits: (at: number) => boolean): number | null {
  const first = HEAD + LEAST_GONE;
  for (let at = text.indexOf(' ', first); at !== -1; at = text.indexOf(' ', at + 1)) if (fits(at)) return at;
  for (let at = first; at < text.length - 1; at += 1) if (text[at] !== ' ' && fits(at)) return at;
  return null;
}
