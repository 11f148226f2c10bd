import { makeStyles, shorthands, tokens } from '@fluentui/react-components';

/** Stripes in addition to the color, so that weekends can be recognized without it. */
const stripes = (color: string) => `repeating-linear-gradient(135deg, transparent 0 3px, ${color} 3px 4px)`;
const STRIPES = stripes(tokens.colorNeutralStroke1);
/** Keeps the number clear of the stripes, which matters most in the dark theme. */
const clearOf = (color: string) => `0 0 2px ${color}, 0 0 2px ${color}, 0 0 3px ${color}, 0 0 3px ${color}`;
/** Otherwise, forced colors would remove the fills and stripes, and all kinds of days would look alike. */
const FORCED = '@media (forced-colors: active)';

/** The appearance of each kind of day, which never differs only in color. */
export const useDayLooks = makeStyles({
  weekend: {
    backgroundColor: tokens.colorNeutralBackground3,
    backgroundImage: STRIPES,
    color: tokens.colorNeutralForeground2,
    textShadow: clearOf(tokens.colorNeutralBackground3),
    [FORCED]: {
      forcedColorAdjust: 'none',
      backgroundColor: 'Canvas',
      backgroundImage: stripes('GrayText'),
      color: 'CanvasText',
      textShadow: clearOf('Canvas'),
    },
  },
  holiday: {
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: tokens.fontWeightBold,
    [FORCED]: { forcedColorAdjust: 'none', backgroundColor: 'Highlight', color: 'HighlightText' },
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
    },
  },
  both: {
    backgroundColor: tokens.colorBrandBackground2,
    backgroundImage: STRIPES,
    color: tokens.colorNeutralForeground1,
    textShadow: clearOf(tokens.colorBrandBackground2),
    [FORCED]: {
      forcedColorAdjust: 'none',
      backgroundColor: 'Highlight',
      backgroundImage: stripes('HighlightText'),
      color: 'HighlightText',
      textShadow: clearOf('Highlight'),
    },
  },
  // A working day on a weekend: no stripes, and a bar above the number.
  madeUp: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '::after': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '20%',
      insetInlineEnd: '20%',
      top: '2px',
      height: '2px',
      borderRadius: tokens.borderRadiusSmall,
      backgroundColor: tokens.colorPaletteGreenForeground1,
      [FORCED]: { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
    },
  },
  // A dashed border marks a day that has not been saved yet.
  changed: { ...shorthands.border('2px', 'dashed', tokens.colorPaletteMarigoldBorderActive) },
  // A colored corner marks a day on which another channel differs.
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
