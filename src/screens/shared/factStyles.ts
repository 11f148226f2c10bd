import { makeStyles, tokens } from '@fluentui/react-components';

/** Styles for description lists and fact tables, used in the log's dialogs and for the effects of a settings change. */
export const useFactStyles = makeStyles({
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalXS,
    margin: `0 0 ${tokens.spacingVerticalL}`,
  },
  term: { color: tokens.colorNeutralForeground3 },
  fact: { margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  table: { borderCollapse: 'collapse', width: '100%', textAlign: 'start' },
  cell: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXS} 0`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
  number: { textAlign: 'end' },
  // Headings are never broken, however narrow the column is.
  head: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2, '& th': { whiteSpace: 'nowrap' } },
  arrow: { verticalAlign: 'middle', marginInline: tokens.spacingHorizontalXS },
});
