import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  // As many lines as the density has room for; the tooltip shows what is cut.
  lines: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 'var(--cell-lines, 2)',
    overflow: 'hidden',
    lineHeight: tokens.lineHeightBase200,
  },
});

/** A text in a column that is narrower than the text. */
export function NarrowCell({ text }: { text: string }) {
  const styles = useStyles();
  return (
    <span className={styles.lines} data-full={text}>
      {text}
    </span>
  );
}
