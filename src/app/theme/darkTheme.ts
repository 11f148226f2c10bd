import { createDarkTheme, type Theme } from '@fluentui/react-components';
import { brand } from './brand.ts';

const dark = createDarkTheme(brand);

/** The text colors of Fluent's dark theme are too dark for small letters on its raised surfaces. */
export const darkTheme: Theme = {
  ...dark,
  // A row under the pointer: on Fluent's #3d3d3d, green, red and links had a contrast of 3.9 to 1.
  colorNeutralBackground1Hover: '#323232',
  // Red 12px text on the dark surface: 4.2 to 1 in Fluent's theme, 6.1 here.
  colorStatusDangerForeground1: '#eb8a92',
  colorBrandForeground1: brand[110],
  colorBrandForeground2: brand[120],
  colorBrandForegroundLink: brand[110],
  colorBrandForegroundLinkHover: brand[120],
  colorBrandForegroundLinkPressed: brand[100],
  colorBrandForegroundLinkSelected: brand[110],
  colorCompoundBrandForeground1: brand[110],
  colorCompoundBrandForeground1Hover: brand[120],
  colorNeutralForeground2BrandHover: brand[110],
  colorNeutralForeground2BrandSelected: brand[110],
  colorNeutralForeground3BrandHover: brand[110],
  colorNeutralForeground3BrandSelected: brand[110],
};
