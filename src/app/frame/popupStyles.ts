import { makeStyles, tokens } from '@fluentui/react-components';
import { focusRing } from './focusRing.ts';
import { NOTICES_ROOM, PHONE } from './layout.ts';

/** Styles for popups under the top bar and their rows. */
export const usePopupStyles = makeStyles({
  root: { position: 'relative', display: 'inline-flex' },
  surface: {
    position: 'absolute',
    top: 'calc(100% + 6px)',
    zIndex: 20,
    boxSizing: 'border-box',
    minWidth: '260px',
    maxWidth: 'calc(100vw - 16px)',
    maxHeight: `calc(100dvh - 72px - ${NOTICES_ROOM})`,
    overflowY: 'auto',
    padding: tokens.spacingVerticalXS,
    borderRadius: tokens.borderRadiusLarge,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorTransparentStroke}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    color: tokens.colorNeutralForeground1,
    // On a phone, a popup spans the screen, wherever its button is.
    [PHONE]: { position: 'fixed', top: '54px', left: '8px', right: '8px', minWidth: 0 },
  },
  left: { left: 0 },
  right: { right: 0 },
  row: {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    minHeight: '36px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'left',
    textDecorationLine: 'none',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ...focusRing,
  },
  rowIcon: { flexShrink: 0, fontSize: tokens.fontSizeBase500, color: tokens.colorNeutralForeground2 },
  rule: {
    height: '1px',
    margin: `${tokens.spacingVerticalXS} 0`,
    border: 'none',
    backgroundColor: tokens.colorNeutralStroke2,
  },
  head: { padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}` },
  muted: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});
