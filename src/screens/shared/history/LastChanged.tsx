import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { formatTime } from '../../../domain/format.ts';
import type { Row } from '../../../sync/types.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { useUi } from '../../../ui/UiContext.ts';

const HistoryList = lazyPart(() => import('./HistoryList.tsx').then(module => module.HistoryList));

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalS,
    marginBottom: tokens.spacingVerticalS,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  /** If it has its own line on a phone, its text instead of its padding is aligned with the lines above and below. */
  toggle: { minWidth: 'auto', marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` },
  history: { maxHeight: '220px', overflowY: 'auto', marginBottom: tokens.spacingVerticalM },
});

interface LastChangedProps {
  collection: string;
  recordKey: string;
  /** The record as it was when the form was opened. */
  row: Row;
}

/** Shown above a record's form: who last changed the record and when, with the history on request. */
export function LastChanged({ collection, recordKey, row }: LastChangedProps) {
  const styles = useStyles();
  const { timeZone } = useUi();
  const [open, setOpen] = useState(false);
  const { updatedBy, updatedAt } = row;
  const isKnown = typeof updatedBy === 'string' && updatedBy !== '' && typeof updatedAt === 'number' && updatedAt > 0;
  return (
    <>
      <div className={styles.line}>
        <span>
          {isKnown
            ? `Last changed by ${updatedBy} on ${formatTime(updatedAt, timeZone)}`
            : 'Not changed since it was loaded'}
        </span>
        <Button
          size="small"
          appearance="subtle"
          className={styles.toggle}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide history' : 'History'}
        </Button>
      </div>
      {open && (
        <section className={styles.history} aria-label="History">
          <HistoryList collection={collection} recordKey={recordKey} row={row} reverts={false} />
        </section>
      )}
    </>
  );
}
