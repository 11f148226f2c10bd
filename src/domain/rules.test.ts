import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map(name => ({ path: join('src', name), text: readFileSync(join('src', name), 'utf8') }));

/**
 * The exported functions that check a record against a rule, whatever they are called: by their name, by the type that
 * they declare, or because they make a problem of a field.
 */
const rulesIn = (text: string): string[] =>
  text
    .split(/^(?=\S)/m)
    .reduce<string[]>((all, part) => {
      // A line that closes a parameter list or a body continues the declaration above it.
      if (/^[)}\]]/.test(part) && all.length > 0) all.push(`${all.pop()}${part}`);
      else all.push(part);
      return all;
    }, [])
    .flatMap(declaration => {
      const [, name = ''] = /^export (?:function|const) (\w+)/.exec(declaration) ?? [];
      const isRule =
        name.endsWith('Problem') ||
        /^export const \w+: Rule\b|\): (?:Problem \| null|ReturnType<Rule>)|\{\s*field\b[^{}]*\bproblem\b/.test(
          declaration,
        );
      return name !== '' && isRule ? [name] : [];
    });

it('a rule is found by its name, by its type, and by the problem that it returns', () => {
  const found = rulesIn(`
export const lengthProblem = values => other(values);
export function checkEnds({ from, to }: Values): Problem | null {
  return other(from, to);
}
export const ends: Rule = other;
export const quick = ({ from }: Values) => (from > 3 ? { field: 'from', problem: 'From must be at most 3' } : null);
export function checkOrder(
  { from, to }: Values,
  country: Country,
) {
  if (from < to) return null;
  return {
    field: 'to',
    problem: \`To must not be before \${from}\`,
  };
}
function own({ from }: Values): Problem | null {
  return null;
}
export const total = ({ from, to }: Values): number => from + to;
`);
  expect(found).toEqual(['lengthProblem', 'checkEnds', 'ends', 'quick', 'checkOrder']);
});

/** Where each rule is: "src/domain/lcs/rules.ts", "pickupProblem". */
const rules = sources
  .filter(({ path }) => path.startsWith(join('src', 'domain')))
  .flatMap(({ path, text }) => rulesIn(text).map(name => ({ path, name })));

/** Removes imports and comments, because neither of them uses a function. */
const withoutImports = (text: string): string =>
  text.replaceAll(/^import [^;]*;$/gm, '').replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');

it('imports and comments do not use a function', () => {
  const text = "import { a } from './a.ts';\n// a\n/** a\n * a */\nconst url = 'https://b'; // a\n";
  expect(withoutImports(text)).not.toMatch(/\ba\b/);
  expect(withoutImports(text)).toContain("const url = 'https://b';");
});

it('the check finds the domain’s rules', () => expect(rules.length).toBeGreaterThan(8));

it('every rule between fields is used, so that a declaration without its `problem` is noticed', () => {
  const forgotten = rules.filter(({ path, name }) => {
    const imported = new RegExp(`\\b${name}\\b[^;]*/${basename(path)}'`);
    const named = new RegExp(`\\b${name}\\b`);
    return !sources.some(other =>
      other.path === path
        ? other.text.split(named).length > 2
        : imported.test(other.text) && named.test(withoutImports(other.text)),
    );
  });
  expect(forgotten).toEqual([]);
});
