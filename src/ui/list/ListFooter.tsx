import type { ReactNode } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { footerText } from '../../domain/listQuery.ts';
import { Pager } from './Pager.tsx';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    position: 'sticky',
    bottom: 0,
    zIndex: 4,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    minHeight: '34px',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalL}`,
    '@media (max-height: 480px)': { minHeight: '30px', paddingTop: 0, paddingBottom: 0 },
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxSizing: 'border-box',
    // On a phone a sticky footer would cover half a card.
    '@media (max-width: 639px)': {
      position: 'static',
      // Stays at the end of its frame even if the cards do not fill the frame.
      marginTop: 'auto',
      paddingTop: tokens.spacingVerticalS,
      paddingBottom: tokens.spacingVerticalXS,
      minHeight: '40px',
      '& button, & select, & input': { minHeight: '40px' },
    },
    '@media print': { position: 'static', '> nav': { display: 'none' } },
  },
  text: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
});

interface ListFooterProps {
  page: number;
  count: number;
  shown: number;
  total: number;
  /** Why the total number of rows is unknown; null if it is known. */
  unknown: string | null;
  /** The menu of hidden columns. */
  hidden?: ReactNode;
  /** Number of the person's own pending rows, shown above the page's rows. */
  extra: number;
  onChange: (page: number, count: number) => void;
}

/**
 * The list's footer, which is always in view: "Showing X to Y of Z entries", the number of the person's own rows on
 * top, and the pager (LIST-5).
 */
export function ListFooter({ page, count, shown, total, unknown, extra, hidden, onChange }: ListFooterProps) {
  const styles = useStyles();
  return (
    <footer className={styles.root}>
      <span className={styles.text}>
        <output>
          <span>{unknown ?? footerText(page, count, shown, total)}</span>
          {extra > 0 && <span>{`, plus ${extra} unsent at the top`}</span>}
        </output>
        {hidden}
      </span>
      <Pager page={page} count={count} total={total} onChange={onChange} />
    </footer>
  );
}
