import { makeStyles, tokens } from '@fluentui/react-components';
import { useEndNames } from '../shared/endNames.ts';
import { placeText } from '../shared/recordWords.ts';

const useStyles = makeStyles({
  cell: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 'var(--cell-lines, 2)',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** "1000002 Simeulue": how a row names an end, with the place's own name; its whole path where that is cut, or pointed at. */
export function EndCell({ level, end }: { level: number; end: string }) {
  const styles = useStyles();
  const names = useEndNames(level, end);
  const own = names.at(-1);
  return (
    <span className={styles.cell} data-full={own === undefined ? end : `${end} ${placeText(names)}`}>
      {own === undefined ? end : `${end} ${own}`}
    </span>
  );
}
