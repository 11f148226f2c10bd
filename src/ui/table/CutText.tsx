import { makeStyles, tokens } from '@fluentui/react-components';

/** Shows as many lines as the density allows (tableStyles); the tooltip shows text that is still truncated. */
export const CUT = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 'var(--cell-lines, 2)',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  lineHeight: tokens.lineHeightBase200,
  '@media print': { overflowWrap: 'break-word' },
} as const;

const useStyles = makeStyles({ cut: CUT });

/** The text of a custom cell, truncated like that of every other cell: a long name does not make its row higher. */
export function CutText({ text }: { text: string }) {
  return (
    <span className={useStyles().cut} data-full={text}>
      {text}
    </span>
  );
}
