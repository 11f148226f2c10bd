import { linesOf, textWidth } from './textWidth.ts';

/** Parts of a text that is too long: its beginning, the hidden middle, and its end. */
export type MiddleCut = readonly [head: string, gone: string, tail: string];

/** Letters of the beginning that always stay. */
const HEAD = 3;
/** A cut leaves out more than the dots take. */
const LEAST_GONE = 2;
const DOTS = '…';
/** Cut texts that are kept; a list shows the same names again and again. */
const KEPT_MOST = 4000;

const kept = new Map<string, MiddleCut | null>();

/**
 * Cuts a text in its middle, because the names of places differ at their end: "Kab… Maluku Tengah". Whole words of the end are
 * kept where they fit. Null where the text fits as it is, or nothing readable would be left of it.
 *
 * @param room pixels of a line
 * @param lines lines that there is room for
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

/** Where the longest end begins that fits: at a word if one does, else at a letter. */
function tailOf(text: string, fits: (at: number) => boolean): number | null {
  const first = HEAD + LEAST_GONE;
  for (let at = text.indexOf(' ', first); at !== -1; at = text.indexOf(' ', at + 1)) if (fits(at)) return at;
  for (let at = first; at < text.length - 1; at += 1) if (text[at] !== ' ' && fits(at)) return at;
  return null;
}
