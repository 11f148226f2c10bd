import { makeStyles, tokens } from '@fluentui/react-components';

const LINE = `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`;

/** Styles shared by the rate table pages. */
export const useLooks = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    flex: '1 1 auto',
    minHeight: 0,
    minWidth: 0,
    overflowY: 'auto',
    paddingBottom: tokens.spacingVerticalXXL,
    '@media (max-width: 639px)': { overflowY: 'visible' },
  },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  search: { width: 'min(280px, 100%)' },
  // On a phone, what follows begins a line of its own instead of ending up at both edges.
  grow: { flexGrow: 1, '@media (max-width: 639px)': { flexBasis: '100%' } },
  tags: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  warn: { margin: 0, color: tokens.colorPaletteDarkOrangeForeground1 },
  problem: { margin: 0, color: tokens.colorPaletteRedForeground1 },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    minWidth: 0,
    padding: tokens.spacingVerticalL,
    border: LINE,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 639px)': { padding: tokens.spacingVerticalM },
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  room: { overflowX: 'auto', minWidth: 0 },
  table: {
    borderCollapse: 'collapse',
    width: '100%',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': {
      padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXS} 0`,
      borderBottom: LINE,
      textAlign: 'start',
      verticalAlign: 'top',
    },
    '& thead th': {
      color: tokens.colorNeutralForeground2,
      fontSize: tokens.fontSizeBase200,
      fontWeight: tokens.fontWeightSemibold,
      whiteSpace: 'nowrap',
      // On a phone, long headings would make their columns wider than the screen.
      '@media (max-width: 639px)': { whiteSpace: 'normal' },
    },
    '& tbody th': { fontWeight: tokens.fontWeightRegular },
  },
  // On a phone, each row of a wide table is a block: its name, then one line for each value with its heading.
  stacked: {
    '@media (max-width: 639px)': {
      display: 'block',
      '& thead': { display: 'none' },
      '& tbody': { display: 'block' },
      '& tbody tr': { display: 'block', borderBottom: LINE, padding: `${tokens.spacingVerticalXS} 0` },
      '& tbody th, & tbody td': { padding: 0, borderBottomStyle: 'none' },
      '& tbody th': { display: 'block', fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
      '& tbody td': {
        display: 'flex',
        justifyContent: 'space-between',
        gap: tokens.spacingHorizontalM,
        minWidth: 0,
        overflowWrap: 'anywhere',
      },
      '& tbody td::before': {
        content: 'attr(data-label)',
        flexShrink: 0,
        fontWeight: tokens.fontWeightRegular,
        color: tokens.colorNeutralForeground3,
      },
    },
  },
  // On a phone, the percentage of a change goes below its amount.
  number: {
    textAlign: 'end !important' as 'end',
    whiteSpace: 'nowrap',
    '@media (max-width: 639px)': { whiteSpace: 'normal' },
  },
  total: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  up: { color: tokens.colorPaletteRedForeground1 },
  down: { color: tokens.colorPaletteGreenForeground1 },
  twin: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(380px, 100%), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
    minWidth: 0,
  },
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});
