import { useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons';
import { formatCount } from '../../domain/format.ts';
import { applicableTypeLabel } from '../../domain/serviceable.ts';
import { useList } from '../../sync/hooks/useList.ts';
import { useLocationPath } from '../../sync/hooks/usePlaces.ts';
import { Pager } from '../../ui/list/Pager.tsx';
import { PHONE } from '../../ui/useMedia.ts';
import { placeText } from '../shared/locationText.ts';
import { useFactStyles } from './factStyles.ts';
import { importRowsSource, rowChange, type ImportRow } from './importRows.ts';

const phone = `@media ${PHONE}`;
const HEADS = ['Location', 'Applicable Type', 'Channel ID', 'Change'];

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  scroll: { overflowX: 'auto' },
  id: { color: tokens.colorNeutralForeground3 },
  field: { display: 'block', whiteSpace: 'nowrap' },
  word: { whiteSpace: 'nowrap' },
  // On a phone each record stands below the one before, its values below its place.
  head: { [phone]: { display: 'none' } },
  line: {
    [phone]: {
      display: 'block',
      padding: `${tokens.spacingVerticalS} 0`,
      borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    },
  },
  cell: { [phone]: { display: 'block', borderBottomStyle: 'none', padding: 0 } },
  label: { display: 'none', [phone]: { display: 'inline', color: tokens.colorNeutralForeground3 } },
});

/** The records that an import changed, each before and after, a page at a time. */
export function ImportRows({ id }: { id: string }) {
  const styles = useStyles();
  const facts = useFactStyles();
  const [{ page, count }, setPage] = useState({ page: 1, count: 10 });
  const { rows, total, status, problem } = useList(importRowsSource, { id }, page, count);
  return (
    <section className={styles.root} aria-label="Records">
      <h3 className={styles.title}>{status === 'ready' ? `Records (${formatCount(total)})` : 'Records'}</h3>
      {status === 'error' && <p className={styles.note}>{`They cannot be shown: ${problem ?? ''}`}</p>}
      {status === 'loading' && <p className={styles.note}>Reading them from the server</p>}
      {status === 'ready' && rows.length === 0 && (
        <p className={styles.note}>They are kept for a limited time only, and are not there any more.</p>
      )}
      {rows.length > 0 && (
        <div className={styles.scroll}>
          <table className={facts.table}>
            <thead className={styles.head}>
              <tr className={facts.head}>
                {HEADS.map(head => (
                  <th key={head} scope="col" className={mergeClasses(facts.cell, styles.word)}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, row }) => (
                <Line key={key} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > 0 && total > count && (
        <Pager page={page} count={count} total={total} onChange={(to, size) => setPage({ page: to, count: size })} />
      )}
    </section>
  );
}

function Line({ row }: { row: ImportRow }) {
  const styles = useStyles();
  const facts = useFactStyles();
  const { channelId, locationId, type, change, fields } = rowChange(row);
  const path = useLocationPath(locationId);
  const cell = mergeClasses(facts.cell, styles.cell);
  return (
    <tr className={styles.line}>
      <td className={cell}>
        {path ? `${placeText(path.map(({ name }) => name))} ` : ''}
        <span className={path ? styles.id : ''}>{locationId}</span>
      </td>
      <td className={mergeClasses(cell, styles.word)}>{applicableTypeLabel(type)}</td>
      <td className={mergeClasses(cell, styles.word)}>
        <span className={styles.label}>Channel </span>
        {channelId}
      </td>
      <td className={cell}>
        {change !== 'Changed' && <span className={styles.field}>{change}</span>}
        {fields.map(({ field, before, after }) => (
          <span key={field} className={styles.field}>
            {field}:{' '}
            {change === 'Changed' && (
              <>
                {before} <ArrowRightRegular aria-label="changed to" className={facts.arrow} />
              </>
            )}
            {change === 'Removed' ? before : after}
          </span>
        ))}
      </td>
    </tr>
  );
}
