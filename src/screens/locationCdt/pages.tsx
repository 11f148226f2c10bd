import { locationCdt } from '../../contract/resources/locationCdt.ts';
import type { Row } from '../../sync/types.ts';
import { screenOf } from '../resource/screen.tsx';
import { ownerText, placeText } from '../shared/recordWords.ts';
import { cdtLogHref } from './paths.ts';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useEndNames } from '../shared/endNames.ts';

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

/**
 * "1000002 Simeulue": one end of a row, with the place's own name. The full path is shown on hover, and if the name is
 * truncated.
 */
function EndCell({ level, end }: { level: number; end: string }) {
  const styles = useStyles();
  const names = useEndNames(level, end);
  const own = names.at(-1);
  return (
    <span className={styles.cell} data-full={own === undefined ? end : `${end} ${placeText(names)}`}>
      {own === undefined ? end : `${end} ${own}`}
    </span>
  );
}

/** The additions of the delivery lead time lists to their declarations (CDT-1 to CDT-16). */

const rows = screenOf({
  resource: locationCdt,
  id: 'locationCdt',
  history: ({ channelId }) => cdtLogHref(channelId),
  texts: {
    idle: 'Choose a channel to see its delivery lead times',
    idleHint: 'Type part of its ID or name into Channel ID above and choose it from the list.',
    empty: 'No lead time of this channel matches these filters',
    none: 'This channel has no delivery lead times yet: import them from a file',
  },
});

/** The field that contains each end's level. */
const LEVEL_OF: Readonly<Record<string, string>> = { origin: 'originLevel', destination: 'destinationLevel' };

export const cdtRows: typeof rows = {
  ...rows,
  columns: rows.columns.map(column => {
    const level = LEVEL_OF[column.key];
    if (level === undefined) return column;
    const end = (row: Row) => String(row[column.key]);
    const { key, label, width, sortable, always } = column;
    return {
      key,
      label,
      ...(width === undefined ? {} : { width }),
      ...(sortable ? { sortable } : {}),
      ...(always ? { always } : {}),
      kind: 'custom',
      // The text in the format accepted by the filter and by a file.
      copied: end,
      render: row => <EndCell level={Number(row[level])} end={end(row)} />,
    };
  }),
  card: {
    title: row => `${String(row['origin'])} to ${String(row['destination'])}`,
    detail: row => ownerText(locationCdt, row),
    fields: ['origin', 'destination', 'minDays', 'maxDays'],
  },
};
