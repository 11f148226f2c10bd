/** Matches a string or a structural character of a JSON text. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * The first name that an object of a valid JSON text contains twice, in any spelling; null if there is none. JSON.parse
 * keeps only the last of the two values, which nobody chose.
 */
export function repeatedName(text: string): string | null {
  // For each open object its names, for each open list null.
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') last = token;
    else {
      const names = open.at(-1);
      const name = (JSON.parse(last) as string).normalize('NFC');
      if (names?.has(name)) return name;
      names?.add(name);
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
