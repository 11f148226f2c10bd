import { makeStyles, tokens } from '@fluentui/react-components';

/** Styles shared by the cards of the calendar. */
export const useCalendarStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 320px',
    alignItems: 'start',
    gap: tokens.spacingHorizontalL,
    '@media (max-width: 1099px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  card: {
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    minWidth: 0,
    padding: tokens.spacingHorizontalL,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 639px)': { padding: tokens.spacingHorizontalM },
  },
  // Next to the months, this whole column stays visible; below them, only the part with Apply does.
  side: {
    position: 'sticky',
    top: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    minWidth: 0,
    // Otherwise, a column taller than the window would scroll out of view at the end of the page, together with Apply.
    maxHeight: 'calc(100vh - 104px - var(--notices-room))',
    overflowY: 'auto',
    // In that case, the changed section stays visible anyway.
    '@media (max-width: 1099px)': { display: 'contents' },
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
  },
  grow: { flex: '1 1 auto' },
  text: { margin: 0, color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  warn: { margin: 0, color: tokens.colorStatusWarningForeground1 },
  error: { margin: 0, color: tokens.colorStatusDangerForeground1 },
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  lines: { margin: 0, padding: 0, listStyleType: 'none' },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    maxHeight: '200px',
    '@media (max-width: 1099px)': { maxHeight: '72px' },
    overflowY: 'auto',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    minHeight: '24px',
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  // Below the months, the card's lower edge does not move.
  steady: { '@media (max-width: 1099px)': { order: 1 } },
  apply: {
    '@media (max-width: 1099px)': {
      position: 'sticky',
      bottom: 0,
      zIndex: 2,
      order: 1,
      gap: tokens.spacingVerticalXS,
      padding: tokens.spacingHorizontalM,
      boxShadow: tokens.shadow8,
    },
  },
});
