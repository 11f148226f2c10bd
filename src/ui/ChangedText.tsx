import { Fragment } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons';
import { listChange } from '../domain/listChange.ts';

const useStyles = makeStyles({
  arrow: { verticalAlign: 'middle', marginInline: tokens.spacingHorizontalXXS },
  part: { overflowWrap: 'anywhere' },
  // Text and underline repeat the information, because colors alone are lost in forced-colors mode.
  added: { color: tokens.colorStatusSuccessForeground1, textDecorationLine: 'none' },
  lost: { color: tokens.colorStatusDangerForeground1, textDecorationLine: 'line-through' },
  kept: { color: tokens.colorNeutralForeground3 },
});

/**
 * Shows a value before and after a change: as added and removed items for a long list (PB15), otherwise as both values.
 */
export function ChangedText({ before, after }: { before: string; after: string }) {
  const styles = useStyles();
  const change = listChange(before, after);
  if (!change)
    return (
      <>
        {before} <ArrowRightRegular aria-label="changed to" className={styles.arrow} /> {after}
      </>
    );
  const parts = [
    ...(change.added === ''
      ? []
      : [
          <span key="added" className={styles.part}>
            Added: <ins className={styles.added}>{change.added}</ins>
          </span>,
        ]),
    ...(change.lost === ''
      ? []
      : [
          <span key="lost" className={styles.part}>
            Removed: <del className={styles.lost}>{change.lost}</del>
          </span>,
        ]),
    <span key="kept" className={styles.kept}>
      Unchanged: {change.kept}
    </span>,
  ];
  return parts.map((part, at) => (
    <Fragment key={part.key}>
      {at > 0 && '. '}
      {part}
    </Fragment>
  ));
}
