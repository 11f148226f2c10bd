import type { ReactNode } from 'react';
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

/** Text whose line breaks after the @ of an e-mail address instead of within a word. */
export function withBreak(text: string): ReactNode {
  const at = text.indexOf('@') + 1;
  return at === 0 ? (
    text
  ) : (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}

/** The text of a custom cell, truncated like that of every other cell: a long name does not make its row higher. */
export function CutText({ text }: { text: string }) {
  return (
    <span className={useStyles().cut} data-full={text}>
      {text}
    </span>
  );
}
