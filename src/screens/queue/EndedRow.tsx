import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { canTakeBack } from '../../sync/actions/undo.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { useUndo } from '../shared/useUndo.ts';
import { EntryState } from './EntryState.tsx';
import { changesText, exportFile } from './queueTexts.ts';
import { OtherEntry } from './OtherEntry.tsx';
import { Receipts } from './Receipts.tsx';
import { saveFile } from './saveFile.ts';
import { useQueueStyles } from './useQueueStyles.ts';
import { useWorkbenchStyles } from './useWorkbenchStyles.ts';
import { operationWord, type RecordGroup } from './workbench.ts';

interface EndedRowProps {
  entry: OutboxEntry;
  /** Told where no head above it does. */
  record?: Pick<RecordGroup, 'name' | 'detail'>;
  wanted: boolean;
  /** It was taken back by another write. */
  takenBack: boolean;
  now: number;
}

/** A write that ended: what it was, its receipts, and the way back. */
export function EndedRow({ entry, record, wanted, takenBack, now }: EndedRowProps) {
  const styles = useWorkbenchStyles();
  const queue = useQueueStyles();
  const undo = useUndo();
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (wanted) ref.current?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  const changes = changesText(entry);
  return (
    <li ref={ref} className={mergeClasses(styles.ended, wanted && queue.wanted)}>
      <div className={mergeClasses(styles.endedMain, styles.grow)}>
        {record && (
          <div className={styles.endedHead}>
            <span className={styles.recordName}>{record.name}</span>
            <span className={styles.recordDetail}>{record.detail}</span>
          </div>
        )}
        <div className={styles.endedHead}>
          <span>
            {operationWord(entry)}
            {changes !== '' && <span className={queue.when}> {changes}</span>}
          </span>
          <EntryState state={entry.state} />
          {takenBack && <span className={queue.when}>taken back</span>}
        </div>
        <Receipts entry={entry} now={now} />
        {entry.reassignedTo !== undefined && (
          <OtherEntry id={entry.reassignedTo} text="The change it was reassigned to" />
        )}
      </div>
      {canTakeBack(entry) && !takenBack && (
        <Button
          size="small"
          appearance="subtle"
          aria-label={`Undo: ${entry.title}`}
          onClick={() => void undo(entry.id)}
        >
          Undo
        </Button>
      )}
      <Button
        size="small"
        appearance="subtle"
        aria-label={`Export: ${entry.title}`}
        onClick={() => {
          const { name, text } = exportFile(entry);
          saveFile(name, text);
        }}
      >
        Export
      </Button>
    </li>
  );
}
