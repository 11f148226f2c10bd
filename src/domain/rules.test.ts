import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map(name => ({ path: join('src', name), text: readFileSync(join('src', name), 'utf8') }));

/** The functions that check a record against a rule: "src/domain/lcs/rules.ts: pickupProblem". */
const rules = sources
  .filter(({ path }) => path.startsWith(join('src', 'domain')))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:function|const) (\w*Problem)\b/gm)].map(([, name = '']) => ({ path, name })),
  );

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
