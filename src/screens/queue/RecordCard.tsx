import { mergeClasses, Button } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { canTakeBack } from '../../sync/actions/undo.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { useUndo } from '../shared/useUndo.ts';
import { EntryCard } from './EntryCard.tsx';
import { EntryState, OtherEntry } from './EntryParts.tsx';
import { Receipts } from './Receipts.tsx';
import { saveFile } from './exportTable.ts';
import { changesText, exportFile } from './queueTexts.ts';
import { useQueueStyles, useWorkbenchStyles } from './useQueueStyles.ts';
import { blockedBy, blockedCount, type RecordGroup } from './workbench.ts';
import { operationWord } from './recordNames.ts';

export interface RecordCardProps {
  group: RecordGroup;
  /** Id of the write that the address names. */
  wanted: string | null;
  /** Ids of writes that were taken back already. */
  takenBack: ReadonlySet<string>;
  now: number;
}

/** One record with its writes: the open ones in order, each with what waits behind it, then the done ones. */
export function RecordCard({ group, wanted, takenBack, now }: RecordCardProps) {
  const styles = useWorkbenchStyles();
  const queue = useQueueStyles();
  const { open, ended } = group;
  return (
    <li className={queue.card} data-record={group.key}>
      <div className={styles.recordHead}>
        <h2 className={styles.recordName}>{group.name}</h2>
        <span className={styles.recordDetail}>{group.detail}</span>
      </div>
      {open.map((entry, at) => {
        const before = blockedBy(open, entry);
        return (
          <div key={entry.id} className={mergeClasses(at > 0 && styles.next, before !== null && styles.behind)}>
            <EntryCard
              entry={entry}
              blocker={before}
              behind={blockedCount(open, entry)}
              wanted={entry.id === wanted}
              now={now}
            />
          </div>
        );
      })}
      {ended.length > 0 && (
        <ul className={mergeClasses(styles.plainList, open.length > 0 && styles.endedBelow)} aria-label="Done">
          {ended.map(entry => (
            <EndedRow
              key={entry.id}
              entry={entry}
              wanted={entry.id === wanted}
              takenBack={takenBack.has(entry.id)}
              now={now}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A record whose writes have all ended: they are listed without a head of their own. */
export function DoneRecord({ group, wanted, takenBack, now }: RecordCardProps) {
  return group.ended.map(entry => (
    <EndedRow
      key={entry.id}
      entry={entry}
      record={group}
      wanted={entry.id === wanted}
      takenBack={takenBack.has(entry.id)}
      now={now}
    />
  ));
}

interface EndedRowProps {
  entry: OutboxEntry;
  /** Left out where a head above names it. */
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
