import { mergeClasses } from '@fluentui/react-components';
import { EndedRow } from './EndedRow.tsx';
import { EntryCard } from './EntryCard.tsx';
import { useQueueStyles } from './useQueueStyles.ts';
import { useWorkbenchStyles } from './useWorkbenchStyles.ts';
import { heldUpBy, holdsUp, type RecordGroup } from './workbench.ts';

interface RecordCardProps {
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
        const before = heldUpBy(open, entry);
        return (
          <div key={entry.id} className={mergeClasses(at > 0 && styles.next, before !== null && styles.behind)}>
            <EntryCard
              entry={entry}
              heldUp={before}
              behind={holdsUp(open, entry)}
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
