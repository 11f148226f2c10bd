import { makeStyles, tokens } from '@fluentui/react-components';

/**
 * The browser's native file input, with its button styled like the console's. It keeps the browser's own text and key
 * handling.
 */
export const useFileInputStyles = makeStyles({
  root: {
    maxWidth: '100%',
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    color: tokens.colorNeutralForeground2,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
    '::file-selector-button': {
      minHeight: '32px',
      marginInlineEnd: tokens.spacingHorizontalM,
      padding: `0 ${tokens.spacingHorizontalM}`,
      border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
      borderRadius: tokens.borderRadiusMedium,
      backgroundColor: tokens.colorNeutralBackground1,
      color: tokens.colorNeutralForeground1,
      fontFamily: tokens.fontFamilyBase,
      fontSize: tokens.fontSizeBase300,
      fontWeight: tokens.fontWeightSemibold,
      cursor: 'pointer',
    },
    ':hover::file-selector-button': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '@media (max-width: 640px)': { '::file-selector-button': { minHeight: '40px' } },
  },
});
