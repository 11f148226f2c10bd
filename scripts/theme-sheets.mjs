import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** For example `virtual:theme/light.css`: a theme's tokens as a style sheet. */
const SHEET = /^virtual:theme\/(\w+)\.css$/;
/** A use of a token in our styles or in Fluent's. */
const USED = /var\(--(color\w+)/g;

/** Palettes of avatars and badges: of some 200 tokens, only those used in the console's own styles are included. */
const PALETTE = /colorPalette\w+/g;

/** Palette tokens that Fluent's own components use, for invalid fields and error messages. */
const FLUENTS = [
  'colorPaletteRedBorder2',
  'colorPaletteRedForeground3',
  'colorPaletteGreenBackground3',
  'colorPaletteDarkOrangeForeground1',
  'colorPaletteDarkOrangeBackground3',
];

function paletteIn(folders) {
  const texts = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => readFileSync(join(folder, name), 'utf8')),
  );
  return new Set([...FLUENTS, ...texts.flatMap(text => text.match(PALETTE) ?? [])]);
}

/**
 * Fluent's fonts, with Arial as the last one. Linux has none of the others, and there the browser's own font may be so
 * much wider that ids and statuses do not fit into their columns.
 */
const withArial = (token, value) =>
  token === 'fontFamilyBase' ? value.replace(/, sans-serif$/, ', Arial, sans-serif') : value;

const ruleOf = (selector, tokens) => `${selector}{${tokens.map(([name, value]) => `--${name}:${value}`).join(';')}}`;

/**
 * Writes Fluent's themes as style sheets at build time, so that neither their values nor the code that computes them is
 * part of the scripts. Every theme except the light one contains only the tokens that differ from it, and applies only
 * to screens, because paper is white.
 *
 * @param themes all of them, including `light`
 */
export const themeSheets = themes => {
  const palette = paletteIn(['src/app', 'src/ui', 'src/screens']);
  const tokensOf = name =>
    Object.entries(themes[name])
      .filter(([token]) => !token.startsWith('colorPalette') || palette.has(token))
      .map(([token, value]) => [token, withArial(token, value)]);
  const sheetOf = name => {
    if (name === 'light') return ruleOf(':root', tokensOf(name));
    const own = tokensOf(name).filter(([token, value]) => withArial(token, themes.light[token]) !== value);
    return `@media screen{${ruleOf(`:root[data-theme=${name}]`, own)}}`;
  };
  return {
    name: 'ops-theme-sheets',
    resolveId: source => (SHEET.test(source) ? source : null),
    load(id) {
      const name = SHEET.exec(id)?.[1];
      if (name === undefined) return null;
      return Object.hasOwn(themes, name) ? sheetOf(name) : this.error(`There is no theme ${name}`);
    },
    /** Fails the build if a used token is in no sheet, because the browser would silently ignore it. */
    generateBundle(_, bundle) {
      const held = new Set(tokensOf('light').map(([token]) => token));
      // Charts contain the table of all tokens, for looking up a color by its name; `ui/grid/StepChart` lists those it
      // uses.
      const isChart = file => file.moduleIds.some(id => /react-charts|react-theme\/lib\/tokens/.test(id));
      const code = Object.values(bundle).map(file => (file.type === 'chunk' && !isChart(file) ? file.code : ''));
      const used = new Set(code.flatMap(text => [...text.matchAll(USED)].map(([, token]) => token)));
      const missing = [...used].filter(token => token in themes.light && !held.has(token));
      if (missing.length > 0) this.error(`scripts/theme-sheets leaves out tokens that are used: ${missing.join(', ')}`);
    },
  };
};
