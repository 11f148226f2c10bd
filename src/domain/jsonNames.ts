/** The index of the quotation mark that ends the string that starts at `start` of a valid JSON text. */
function closingQuote(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** Whether an odd number of backslashes precedes a character. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === '\\') before -= 1;
  return (at - before) % 2 === 0;
}

/**
 * The first name that an object of a valid JSON text contains twice, in any spelling; null if there is none. JSON.parse
 * keeps only the last of the two values, which nobody chose. Takes about as long as JSON.parse, because it checks the
 * body of every call.
 */
export function repeatedName(text: string): string | null {
  // For each object or list around the current position the names of the object so far; null for a list.
  const around: (Set<string> | null)[] = [];
  let names: Set<string> | null = null;
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        start = at;
        end = at = closingQuote(text, at);
        break;
      case '{':
        around.push(names);
        names = new Set();
        break;
      case '[':
        around.push(names);
        names = null;
        break;
      case '}':
      case ']':
        names = around.pop() ?? null;
        break;
      case ':': {
        const written = text.slice(start + 1, end);
        const name = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
        const composed = name.normalize('NFC');
        if (names?.has(composed)) return composed;
        names?.add(composed);
      }
    }
  }
  return null;
}

/** The end of a sentence that begins with the label of a JSON text: what is wrong with a name that it contains twice. */
export const repeatedWords = (name: string): string =>
  `has "${name}" twice, and one of the two values would be lost: remove one`;

/** "{label} has "{name}" twice ..." if an object of a JSON text contains a name twice; null for any other text. */
export function repeatedNameProblem(label: string, text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const name = repeatedName(text);
  return name === null ? null : `${label} ${repeatedWords(name)}`;
}
