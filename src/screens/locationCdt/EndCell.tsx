import { makeStyles, tokens } from '@fluentui/react-components';
import { CDT_LEVEL } from '../../domain/cdt/levels.ts';
import { COUNTRIES, isCountry } from '../../domain/country.ts';
import { useLocationPath } from '../../sync/hooks/usePlaces.ts';
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

/** The names of an end from the country down: none of a CEP range, nor of a location that this device does not know. */
export function useEndNames(level: number, end: string): readonly string[] {
  const isPlace = level !== CDT_LEVEL.region && level !== CDT_LEVEL.cepRange;
  const path = useLocationPath(isPlace ? Number(end) : null);
  if (level === CDT_LEVEL.region) return isCountry(end) ? [COUNTRIES[end].name] : [];
  return path?.map(({ name }) => name) ?? [];
}

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
