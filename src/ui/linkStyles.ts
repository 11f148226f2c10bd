import { makeStyles, tokens } from '@fluentui/react-components';

/** A link, or a button that looks like one, in the style of Fluent's link. */
export const useLinkStyles = makeStyles({
  link: {
    boxSizing: 'border-box',
    margin: 0,
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorBrandForegroundLink,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightRegular,
    lineHeight: 'inherit',
    textAlign: 'start',
    textDecorationLine: 'none',
    textDecorationThickness: tokens.strokeWidthThin,
    cursor: 'pointer',
    userSelect: 'text',
    ':hover': { textDecorationLine: 'underline', color: tokens.colorBrandForegroundLinkHover },
    ':active': { textDecorationLine: 'underline', color: tokens.colorBrandForegroundLinkPressed },
    ':focus-visible': {
      outlineStyle: 'none',
      textDecorationLine: 'underline',
      textDecorationStyle: 'double',
      textDecorationColor: tokens.colorStrokeFocus2,
    },
  },
});
