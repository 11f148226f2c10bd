import { makeStyles, tokens } from '@fluentui/react-components';
import { PHONE_ACTIONS, TARGETS } from '../dialogStyles.ts';
import { PHONE } from '../useMedia.ts';

const phone = `@media ${PHONE}`;

/** Styles shared by the parts of the upload dialog. */
export const useUploadStyles = makeStyles({
  /** At least 700px wide (UPLOAD-10), at most 900px (FORM-10). */
  surface: {
    width: '900px',
    minWidth: 'min(700px, 100vw)',
    maxWidth: 'min(900px, 100vw)',
    [phone]: {
      width: '100vw',
      height: 'calc(100dvh - var(--notices-room))',
      maxHeight: 'calc(100dvh - var(--notices-room))',
      marginTop: 0,
      borderRadius: tokens.borderRadiusNone,
      ...TARGETS,
    },
  },
  body: {
    // Keeps the underlying page visible on all sides.
    '@media (min-width: 641px) and (min-height: 480px)': {
      maxHeight: 'calc(100dvh - 2 * 24px - 2 * max(16px, var(--notices-room)))',
    },
    [phone]: { height: '100%' },
  },
  /** Buttons stay on one line as long as there is room. */
  actions: {
    gridColumnStart: '1',
    marginTop: tokens.spacingVerticalS,
    justifyContent: 'flex-end',
    flexWrap: 'wrap',
    '> button': { whiteSpace: 'nowrap' },
    ...PHONE_ACTIONS,
  },
  batch: { display: 'grid', gap: tokens.spacingVerticalXXS, maxWidth: '320px' },
  guide: {
    display: 'grid',
    gridTemplateColumns: 'max-content 1fr',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    '> dt': { fontWeight: tokens.fontWeightSemibold },
    '> dd': { margin: 0 },
    '@media (max-width: 600px)': {
      gridTemplateColumns: '1fr',
      '> dt:not(:first-child)': { marginTop: tokens.spacingVerticalXS },
    },
  },
  /** A sentence above a list. */
  above: { marginBottom: tokens.spacingVerticalS },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: '2px',
    '> *': { flexShrink: 0 },
  },
  /** The outcome of Apply stays in view, however long the list of rows above it is. */
  answer: {
    position: 'sticky',
    bottom: '-2px',
    zIndex: 1,
    padding: `${tokens.spacingVerticalXS} 0`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  quiet: { color: tokens.colorNeutralForeground2, margin: 0 },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    margin: 0,
  },
  spread: { justifyContent: 'space-between' },
  /** Aligns a borderless button with the text above it. */
  begins: { [phone]: { marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` } },
  card: {
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
  },
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
  },
  error: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    color: tokens.colorStatusDangerForeground1,
  },
  warning: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    color: tokens.colorStatusWarningForeground1,
  },
  icon: { flexShrink: 0, fontSize: tokens.fontSizeBase400, marginTop: '2px' },
  grow: { flexGrow: 1, minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  figures: { fontVariantNumeric: 'tabular-nums' },
});
