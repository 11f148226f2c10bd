import { makeStyles, tokens } from '@fluentui/react-components';

const LINE = `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`;
const RING = `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`;

/**
 * Styles of the table, its header and its rows. Rows and cells are plain elements, because mounting Fluent's own would
 * cost as much as mounting their contents. Sticky cells have the row's opaque background, which would cover an outline
 * of the row, so each cell draws part of the focus ring.
 */
export const useTableStyles = makeStyles({
  scroller: {
    position: 'relative',
    flex: '1 1 auto',
    minHeight: 0,
    overflow: 'auto',
    backgroundColor: tokens.colorNeutralBackground1,
    // Keeps focused elements clear of the sticky header and columns.
    scrollPaddingTop: '40px',
    '@media print': { overflow: 'visible' },
  },
  table: {
    width: '100%',
    tableLayout: 'fixed',
    verticalAlign: 'middle',
    borderCollapse: 'separate',
    borderSpacing: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    // In print, nothing scrolls: the columns share the page's width.
    '@media print': { tableLayout: 'auto', minWidth: '0 !important', '& col': { width: 'auto !important' } },
  },
  headCell: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: '36px',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: LINE,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    verticalAlign: 'middle',
    textAlign: 'start',
    '@media print': { position: 'static' },
  },
  row: {
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover, color: tokens.colorNeutralForeground1Hover },
    ':active': { backgroundColor: tokens.colorSubtleBackgroundPressed, color: tokens.colorNeutralForeground1Pressed },
    '@media (forced-colors: active)': { ':hover': { color: 'Highlight' } },
    outlineStyle: 'none',
    ':focus-visible > td::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderTop: RING,
      borderBottom: RING,
      pointerEvents: 'none',
    },
    ':focus-visible > td:first-child::after': { borderLeft: RING },
    ':focus-visible > td:last-child::after': { borderRight: RING },
    scrollMarginTop: '40px',
    '@media print': { breakInside: 'avoid' },
  },
  cell: {
    position: 'relative',
    verticalAlign: 'middle',
    borderBottom: LINE,
    padding: `0 ${tokens.spacingHorizontalS}`,
    // Not `hidden`, which would make each cell a scroll container and slow down layout and paint.
    overflow: 'clip',
    backgroundColor: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    ':focus': { outline: 'none' },
    ':focus-visible': { outline: RING, outlineOffset: `calc(-1 * ${tokens.strokeWidthThick})` },
    '@media print': { position: 'static', fontSize: tokens.fontSizeBase200 },
  },
  // Sticky only while the table scrolls sideways, because the browser composites each sticky cell separately on every
  // scroll.
  stuck: { position: 'sticky', zIndex: 1, '@media print': { position: 'static' } },
  select: {
    left: 0,
    padding: 0,
    textAlign: 'center',
    '& input': {
      width: '16px',
      height: '16px',
      margin: 0,
      verticalAlign: 'middle',
      accentColor: tokens.colorBrandBackground,
    },
    '@media print': { display: 'none' },
  },
  selected: {
    backgroundColor: tokens.colorBrandBackground2,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
  },
  // The row whose history is shown.
  current: {
    backgroundColor: tokens.colorBrandBackground2,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
    '& > td': { borderBottomColor: tokens.colorBrandStroke1 },
    '& > td:first-child': { boxShadow: `inset ${tokens.strokeWidthThickest} 0 0 ${tokens.colorBrandStroke1}` },
    '@media (forced-colors: active)': { '& > td': { borderBottomColor: 'Highlight' } },
  },
  comfortable: { height: '35px', '--cell-lines': '2', '@media print': { '--cell-lines': 'none' } },
  compact: { height: '26px', '--cell-lines': '1', '@media print': { '--cell-lines': 'none' } },
  right: { textAlign: 'end' },
  first: { paddingLeft: tokens.spacingHorizontalL },
  pinned: { borderRight: LINE },
  pinnedHead: { zIndex: 3 },
  action: { right: 0, borderLeft: LINE, '@media print': { display: 'none' } },
  actions: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  actionButton: {
    minWidth: 0,
    paddingInlineStart: tokens.spacingHorizontalS,
    paddingInlineEnd: tokens.spacingHorizontalS,
  },
  actionHead: { paddingInlineStart: tokens.spacingHorizontalL },
  queued: { boxShadow: `inset ${tokens.strokeWidthThicker} 0 0 ${tokens.colorStatusWarningBorderActive}` },
  sending: { boxShadow: `inset ${tokens.strokeWidthThicker} 0 0 ${tokens.colorBrandStroke1}` },
  refused: { boxShadow: `inset ${tokens.strokeWidthThicker} 0 0 ${tokens.colorStatusDangerBorderActive}` },
  conflict: { boxShadow: `inset ${tokens.strokeWidthThicker} 0 0 ${tokens.colorPaletteBerryBorderActive}` },
  leaving: { textDecorationLine: 'line-through', color: tokens.colorNeutralForeground3 },
  skeleton: {
    display: 'block',
    height: '12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralStencil1,
  },
  box: { display: 'inline-block', width: '16px', height: '16px', verticalAlign: 'middle' },
  instead: { position: 'sticky', left: 0, width: '100%' },
});
