import { createLightTheme, type Theme } from '@fluentui/react-components';
import { describe, expect, it } from 'vitest';
import { brand } from './brand.ts';
import { darkTheme } from './darkTheme.ts';

/** Text colors used on plain surfaces and on hovered rows. */
const TEXTS = [
  'colorNeutralForeground1',
  'colorNeutralForeground2',
  'colorNeutralForeground3',
  'colorBrandForegroundLink',
  'colorBrandForegroundLinkHover',
  'colorBrandForeground1',
  'colorStatusSuccessForeground1',
  'colorStatusWarningForeground1',
  'colorStatusWarningForeground3',
  'colorStatusDangerForeground1',
  'colorPaletteRedForeground1',
] as const satisfies readonly (keyof Theme)[];

const SURFACES = [
  'colorNeutralBackground1',
  'colorNeutralBackground1Hover',
] as const satisfies readonly (keyof Theme)[];

/** Relative luminance of a color such as #1a2b3c (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => parseInt(color.slice(at, at + 2), 16) / 255)
    .map(value => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([
  ['light', createLightTheme(brand)],
  ['dark', darkTheme],
] as const)('small text in the %s theme', (_name, theme) => {
  it.each(SURFACES.flatMap(surface => TEXTS.map(text => [text, surface] as const)))(
    '%s on %s has a contrast of at least 4.5:1',
    (text, surface) => {
      expect(contrast(String(theme[text]), String(theme[surface]))).toBeGreaterThanOrEqual(4.5);
    },
  );
});
