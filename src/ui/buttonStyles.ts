import { makeResetStyles, makeStyles, mergeClasses, tokens, type ButtonState } from '@fluentui/react-components';

/**
 * The styles of Fluent's Button at a fifth of their size, because they are part of every list's first load: a single
 * rule covers all appearances, with colors as variables. The build substitutes this file for Fluent's own
 * (vite.config.ts).
 */

export const buttonClassNames = { root: 'fui-Button', icon: 'fui-Button__icon' } as const;

const FORCED = '@media (forced-colors: active)';
const PRESSED = ':hover:active,:active:focus-visible';

const useRoot = makeResetStyles({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  boxSizing: 'border-box',
  minWidth: '96px',
  margin: 0,
  padding: `5px ${tokens.spacingHorizontalM}`,
  overflow: 'hidden',
  verticalAlign: 'middle',
  border: `${tokens.strokeWidthThin} solid var(--button-line)`,
  borderRadius: tokens.borderRadiusMedium,
  backgroundColor: 'var(--button)',
  color: 'var(--button-text)',
  fontFamily: tokens.fontFamilyBase,
  fontSize: tokens.fontSizeBase300,
  fontWeight: tokens.fontWeightSemibold,
  lineHeight: tokens.lineHeightBase300,
  textDecorationLine: 'none',
  outlineStyle: 'none',
  transitionDuration: tokens.durationFaster,
  transitionProperty: 'background, border, color',
  transitionTimingFunction: tokens.curveEasyEase,
  ':hover': {
    backgroundColor: 'var(--button-hover)',
    borderColor: 'var(--button-line-hover)',
    color: 'var(--button-text-hover)',
    cursor: 'var(--button-cursor, pointer)',
  },
  [PRESSED]: {
    backgroundColor: 'var(--button-pressed)',
    borderColor: 'var(--button-line-pressed)',
    color: 'var(--button-text-pressed)',
    outlineStyle: 'none',
  },
  ':hover .fui-Button__icon': { color: 'var(--button-icon-hover)' },
  ':hover:active .fui-Button__icon': { color: 'var(--button-icon-pressed)' },
  '&[data-fui-focus-visible]': {
    zIndex: 1,
    borderColor: tokens.colorStrokeFocus2,
    outline: `${tokens.strokeWidthThick} solid ${tokens.colorTransparentStroke}`,
    boxShadow: `0 0 0 ${tokens.strokeWidthThin} ${tokens.colorStrokeFocus2} inset, var(--button-ring, 0 0)`,
  },
  [FORCED]: {
    ':focus': { borderColor: 'ButtonText' },
    ':hover': {
      backgroundColor: 'var(--button-hover)',
      borderColor: 'var(--button-line-hover)',
      color: 'var(--button-text-hover)',
      forcedColorAdjust: 'none',
    },
  },
  '@media screen and (prefers-reduced-motion: reduce)': { transitionDuration: '0.01ms' },
});

const useIcon = makeResetStyles({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '20px',
  height: '20px',
  fontSize: '20px',
  '--button-gap': tokens.spacingHorizontalSNudge,
});

/** Colors for the three states: default, hovered and pressed. */
const colours = (
  [ground, groundHover, groundPressed]: readonly [string, string, string],
  [text, textHover, textPressed]: readonly [string, string, string],
  [line, lineHover, linePressed]: readonly [string, string, string] = ['transparent', 'transparent', 'transparent'],
) => ({
  '--button': ground,
  '--button-hover': groundHover,
  '--button-pressed': groundPressed,
  '--button-text': text,
  '--button-text-hover': textHover,
  '--button-text-pressed': textPressed,
  '--button-line': line,
  '--button-line-hover': lineHover,
  '--button-line-pressed': linePressed,
});
const same = (colour: string) => [colour, colour, colour] as const;

const TEXT = [
  tokens.colorNeutralForeground1,
  tokens.colorNeutralForeground1Hover,
  tokens.colorNeutralForeground1Pressed,
] as const;
const LINE = [tokens.colorNeutralStroke1, tokens.colorNeutralStroke1Hover, tokens.colorNeutralStroke1Pressed] as const;
const CLEAR = [
  tokens.colorTransparentBackground,
  tokens.colorTransparentBackgroundHover,
  tokens.colorTransparentBackgroundPressed,
] as const;
const BRAND_TEXT = [tokens.colorNeutralForeground2BrandHover, tokens.colorNeutralForeground2BrandPressed] as const;
/** Hovered, in forced-colors mode. */
const LIT = {
  '--button-hover': 'HighlightText',
  '--button-pressed': 'HighlightText',
  '--button-text-hover': 'Highlight',
  '--button-text-pressed': 'Highlight',
  '--button-line-hover': 'Highlight',
  '--button-line-pressed': 'Highlight',
  '--button-icon-hover': 'Highlight',
  '--button-icon-pressed': 'Highlight',
};

const useLooks = makeStyles({
  secondary: {
    ...colours(
      [tokens.colorNeutralBackground1, tokens.colorNeutralBackground1Hover, tokens.colorNeutralBackground1Pressed],
      TEXT,
      LINE,
    ),
    [FORCED]: LIT,
  },
  outline: { ...colours(CLEAR, TEXT, LINE), [FORCED]: LIT },
  primary: {
    ...colours(
      [tokens.colorBrandBackground, tokens.colorBrandBackgroundHover, tokens.colorBrandBackgroundPressed],
      same(tokens.colorNeutralForegroundOnBrand),
    ),
    '--button-ring': `0 0 0 ${tokens.strokeWidthThick} ${tokens.colorNeutralForegroundOnBrand} inset`,
    [FORCED]: {
      ...LIT,
      '--button': 'Highlight',
      '--button-text': 'HighlightText',
      '--button-line': 'HighlightText',
      forcedColorAdjust: 'none',
    },
  },
  subtle: {
    ...colours(
      [tokens.colorSubtleBackground, tokens.colorSubtleBackgroundHover, tokens.colorSubtleBackgroundPressed],
      [tokens.colorNeutralForeground2, tokens.colorNeutralForeground2Hover, tokens.colorNeutralForeground2Pressed],
    ),
    '--button-icon-hover': BRAND_TEXT[0],
    '--button-icon-pressed': BRAND_TEXT[1],
    [FORCED]: LIT,
  },
  transparent: { ...colours(CLEAR, [tokens.colorNeutralForeground2, ...BRAND_TEXT]), [FORCED]: LIT },
  disabled: {
    ...colours(
      same(tokens.colorNeutralBackgroundDisabled),
      same(tokens.colorNeutralForegroundDisabled),
      same(tokens.colorNeutralStrokeDisabled),
    ),
    '--button-cursor': 'not-allowed',
    '--button-icon-hover': tokens.colorNeutralForegroundDisabled,
    '--button-icon-pressed': tokens.colorNeutralForegroundDisabled,
    cursor: 'not-allowed',
    [FORCED]: {
      ...colours(same('ButtonFace'), same('GrayText'), same('GrayText')),
      '--button-icon-hover': 'GrayText',
      '--button-icon-pressed': 'GrayText',
    },
  },
  disabledClear: {
    ...colours(same(tokens.colorTransparentBackground), same(tokens.colorNeutralForegroundDisabled)),
  },
  small: {
    minWidth: '64px',
    padding: `3px ${tokens.spacingHorizontalS}`,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    lineHeight: tokens.lineHeightBase200,
  },
  smallWithIcon: { paddingTop: '1px', paddingBottom: '1px' },
  large: {
    padding: `8px ${tokens.spacingHorizontalL}`,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  smallAlone: { minWidth: '24px', maxWidth: '24px', padding: '1px' },
  mediumAlone: { minWidth: '32px', maxWidth: '32px', padding: '5px' },
  largeAlone: { minWidth: '40px', maxWidth: '40px', padding: '7px' },
});

const useIconLooks = makeStyles({
  small: { '--button-gap': tokens.spacingHorizontalXS },
  before: { marginRight: 'var(--button-gap)' },
  after: { marginLeft: 'var(--button-gap)' },
});

const SOLID: readonly string[] = ['secondary', 'primary'];

/** Assigns a button and its icon their classes; named as Fluent's Button imports it. */
export function useButtonStyles_unstable(state: ButtonState): ButtonState {
  const root = useRoot();
  const icon = useIcon();
  const looks = useLooks();
  const iconLooks = useIconLooks();
  const { appearance, size, iconOnly, iconPosition } = state;
  const off = state.disabled || state.disabledFocusable;
  // Fluent's style hooks mutate the state passed to them.
  // oxlint-disable-next-line react-hooks-js/immutability, react/immutability
  state.root.className = mergeClasses(
    buttonClassNames.root,
    root,
    looks[appearance],
    size !== 'medium' && looks[size],
    state.icon !== undefined && size === 'small' && looks.smallWithIcon,
    off && looks.disabled,
    off && !SOLID.includes(appearance) && looks.disabledClear,
    iconOnly && looks[`${size}Alone`],
    state.root.className,
  );
  if (state.icon) {
    // oxlint-disable-next-line react-hooks-js/immutability, react/immutability
    state.icon.className = mergeClasses(
      buttonClassNames.icon,
      icon,
      Boolean(state.root.children) && iconLooks[iconPosition],
      size === 'small' && iconLooks.small,
      state.icon.className,
    );
  }
  return state;
}
