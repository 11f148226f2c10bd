import { createDarkTheme, type Theme } from '@fluentui/react-components';
import { brand } from './brand.ts';

const dark = createDarkTheme(brand);

/** In Fluent's dark theme, text colors are too dark for small text on raised surfaces. */
export const darkTheme: Theme = {
  ...dark,
  // A hovered row: on Fluent's #3d3d3d, the contrast of green, red and links was only 3.9:1.
  colorNeutralBackground1Hover: '#323232',
  // Contrast of red 12px text on the dark surface: 4.2:1 in Fluent's theme, 6.1:1 here.
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
