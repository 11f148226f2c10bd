import { Fragment, useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { formatCount } from '../../../domain/format.ts';
import { OWNERS } from '../../../contract/owner.ts';
import { fieldsOfKind, isOfEntity, labelOf, ownerField, type Resource } from '../../../contract/resource.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { useList } from '../../../sync/hooks/useList.ts';
import { useLocationPath } from '../../../sync/hooks/usePlaces.ts';
import { ChangedText } from '../../../ui/ChangedText.tsx';
import { Pager } from '../../../ui/list/Pager.tsx';
import { PHONE } from '../../../ui/useMedia.ts';
import { useEndNames } from '../endNames.ts';
import { choiceHeading } from '../recordLine.ts';
import { choiceTexts, keyValues, placeText, subjectText } from '../recordWords.ts';
import { useFactStyles } from '../factStyles.ts';
import { importRowsSource, reversed, rowChange, type ImportRow } from './importRows.ts';

const phone = `@media ${PHONE}`;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  scroll: { overflowX: 'auto' },
  id: { color: tokens.colorNeutralForeground3 },
  field: { display: 'block', overflowWrap: 'anywhere' },
  word: { whiteSpace: 'nowrap' },
  // On a phone, the records are stacked, each with its values below its place.
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

interface ImportRowsProps {
  /** The import's id. */
  id: string;
  resource: Resource;
  /** Whether to show the effect of undoing the import, i.e. from its result back to the previous values. */
  reverses?: boolean;
}

/** The records changed by an import, each before and after, one page at a time. */
export function ImportRows({ id, resource, reverses = false }: ImportRowsProps) {
  const styles = useStyles();
  const facts = useFactStyles();
  const [{ page, count }, setPage] = useState({ page: 1, count: 10 });
  const { rows, total, status, problem } = useList(importRowsSource, { id }, page, count);
  const title = reverses ? 'What changes' : 'Records';
  const choices = choiceHeading(
    resource,
    rows.map(({ row }) => recordOf(resource, row)),
  );
  const typed = choices !== '';
  const heads = [
    resource.label.one,
    ...(typed ? [choices] : []),
    ...(isOfEntity(resource) ? [] : [labelOf(resource, ownerField(resource))]),
    'Change',
  ];
  return (
    <section className={styles.root} aria-label={title}>
      <h3 className={styles.title}>{status === 'ready' ? `${title} (${formatCount(total)})` : title}</h3>
      {status === 'error' && <p className={styles.note}>{`The records cannot be shown: ${problem ?? ''}`}</p>}
      {status === 'loading' && <p className={styles.note}>Loading the records from the server</p>}
      {status === 'ready' && rows.length === 0 && (
        <p className={styles.note}>The records are kept only for a limited time and are no longer available.</p>
      )}
      {rows.length > 0 && (
        // It contains no focusable element, and long values make it wider than the dialog.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles.scroll} aria-label={reverses ? 'After and before' : 'Before and after'} tabIndex={0}>
          <table className={facts.table}>
            <thead className={styles.head}>
              <tr className={facts.head}>
                {heads.map(head => (
                  <th key={head} scope="col" className={mergeClasses(facts.cell, styles.word)}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, row }) => (
                <Line key={key} row={reverses ? reversed(row) : row} resource={resource} typed={typed} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rows.length > 0 && total > count && (
        <Pager page={page} count={count} total={total} onChange={(to, size) => setPage({ page: to, count: size })} />
      )}
    </section>
  );
}

/** A place by its names, which are looked up on this device; only its id while they are unknown. */
function Place({ id }: { id: number }) {
  const styles = useStyles();
  const path = useLocationPath(id);
  return (
    <>
      {path ? `${placeText(path.map(({ name }) => name))} ` : ''}
      <span className={path ? styles.id : ''}>{id}</span>
    </>
  );
}

/**
 * One end of a lead time's route by its names, e.g. "Aceh > Simeulue 1000002"; a CEP range or an unknown place is shown
 * unchanged.
 */
function End({ level, end }: { level: number; end: string }) {
  const styles = useStyles();
  const names = useEndNames(level, end);
  return (
    <>
      {names.length > 0 ? `${placeText(names)} ` : ''}
      <span className={names.length > 0 ? styles.id : ''}>{end}</span>
    </>
  );
}

/** A record's subject: its places, or the fields of its key. */
function Subject({ resource, record }: { resource: Resource; record: Readonly<Record<string, unknown>> }) {
  const ends = fieldsOfKind(resource, 'text').flatMap(([name, { placed }]) =>
    placed === undefined || record[placed] === undefined ? [] : [{ name, level: Number(record[placed]) }],
  );
  if (ends.length > 0)
    return ends.map(({ name, level }, at) => (
      <Fragment key={name}>
        {at > 0 && ' to '}
        <End level={level} end={String(record[name])} />
      </Fragment>
    ));
  const places = fieldsOfKind(resource, 'place');
  if (places.length === 0 || places.some(([name]) => record[name] === undefined)) return subjectText(resource, record);
  return places.map(([name], at) => (
    <Fragment key={name}>
      {at > 0 && ' to '}
      <Place id={Number(record[name])} />
    </Fragment>
  ));
}

/** All known values of a changed record: its key, its old values and, taking precedence, its new ones. */
const recordOf = (resource: Resource, row: ImportRow): Readonly<Record<string, unknown>> => ({
  ...row.before,
  ...row.after,
  ...keyValues(resource, row.key),
});

function Line({ row, resource, typed }: { row: ImportRow; resource: Resource; typed: boolean }) {
  const styles = useStyles();
  const facts = useFactStyles();
  const { entity } = useSync();
  const { change, fields } = rowChange(resource, row, entity);
  const record = recordOf(resource, row);
  const cell = mergeClasses(facts.cell, styles.cell);
  return (
    <tr className={styles.line}>
      <td className={cell}>
        <Subject resource={resource} record={record} />
      </td>
      {typed && <td className={mergeClasses(cell, styles.word)}>{choiceTexts(resource, record).join(', ')}</td>}
      {!isOfEntity(resource) && (
        <td className={mergeClasses(cell, styles.word)}>
          <span className={styles.label}>{OWNERS[resource.scope].title} </span>
          {String(record[ownerField(resource)])}
        </td>
      )}
      <td className={cell}>
        {change !== 'Changed' && <span className={styles.field}>{change}</span>}
        {fields.map(({ field, before, after }) => (
          <span key={field} className={styles.field}>
            {field}:{' '}
            {change === 'Changed' ? (
              <ChangedText before={before} after={after} />
            ) : change === 'Removed' ? (
              before
            ) : (
              after
            )}
          </span>
        ))}
      </td>
    </tr>
  );
}
