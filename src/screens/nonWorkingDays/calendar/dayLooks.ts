import { makeStyles, shorthands, tokens } from '@fluentui/react-components';

/** Stripes beside the colour: a weekend is known without it. */
const STRIPES = `repeating-linear-gradient(135deg, transparent 0 3px, ${tokens.colorNeutralStroke1} 3px 4px)`;

/** How a day looks by what it is. Each differs from the others by more than its colour. */
export const useDayLooks = makeStyles({
  weekend: {
    backgroundColor: tokens.colorNeutralBackground3,
    backgroundImage: STRIPES,
    color: tokens.colorNeutralForeground2,
    '@media (forced-colors: active)': { fontStyle: 'italic' },
  },
  holiday: {
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: tokens.fontWeightBold,
    // A bar below the number.
    '::after': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '30%',
      insetInlineEnd: '30%',
      bottom: '2px',
      height: '2px',
      borderRadius: tokens.borderRadiusSmall,
      backgroundColor: 'currentColor',
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
  },
  both: {
    backgroundColor: tokens.colorBrandBackground2,
    backgroundImage: STRIPES,
    color: tokens.colorNeutralForeground1,
  },
  // Not saved yet: a dashed edge.
  changed: { ...shorthands.border('2px', 'dashed', tokens.colorPaletteMarigoldBorderActive) },
  // A coloured corner: another channel has something else on this day.
  differs: {
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineEnd: 0,
      top: 0,
      width: '9px',
      height: '9px',
      clipPath: 'polygon(0 0, 100% 0, 100% 100%)',
      backgroundColor: tokens.colorPaletteDarkOrangeBorderActive,
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
  },
});
