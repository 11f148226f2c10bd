import { mergeClasses } from '@fluentui/react-components';
import {
  ArrowSyncRegular,
  BranchForkRegular,
  CheckmarkCircleFilled,
  ClockRegular,
  DeleteRegular,
  ErrorCircleFilled,
  PauseCircleRegular,
} from '@fluentui/react-icons';
import { Link } from '@tanstack/react-router';
import type { EntryState as State } from '../../sync/types.ts';
import { useLinkStyles } from '../../ui/linkStyles.ts';
import { fieldLabel } from '../shared/fieldWords.ts';
import { stateWord, type FieldChange, type PausedField } from './queueTexts.ts';
import { useQueueStyles, useWorkbenchStyles } from './useQueueStyles.ts';

const LOOK = {
  queued: { Icon: ClockRegular, tone: 'warn' },
  sending: { Icon: ArrowSyncRegular, tone: 'quiet' },
  refused: { Icon: ErrorCircleFilled, tone: 'bad' },
  conflict: { Icon: BranchForkRegular, tone: 'torn' },
  applied: { Icon: CheckmarkCircleFilled, tone: 'good' },
  merged: { Icon: CheckmarkCircleFilled, tone: 'good' },
  discarded: { Icon: DeleteRegular, tone: 'quiet' },
} as const;

const PAUSED = { Icon: PauseCircleRegular, tone: 'warn' } as const;

/** An entry's state as icon and word; a paused one waits for the person's go. */
export function EntryState({ state, paused = false }: { state: State; paused?: boolean }) {
  const styles = useQueueStyles();
  const { Icon, tone } = paused ? PAUSED : LOOK[state];
  return (
    <span className={mergeClasses(styles.state, styles[tone])}>
      <Icon aria-hidden />
      {paused ? 'Paused' : stateWord(state)}
    </span>
  );
}

/**
 * Field by field: what it was and what it is to be. A new record has no old values. On every card "Base" is the record as the
 * change was made from it, "Mine" what the person makes of it, "Theirs" what a colleague did.
 */
export function ChangeTable({
  collection,
  changes,
  heads = ['Base', 'Mine'],
}: {
  collection: string;
  changes: readonly FieldChange[];
  heads?: readonly [from: string, to: string];
}) {
  const styles = useQueueStyles();
  const fresh = changes.every(change => change.from === null);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th className={mergeClasses(styles.cell, styles.headCell)}>Field</th>
          {!fresh && <th className={mergeClasses(styles.cell, styles.headCell)}>{heads[0]}</th>}
          <th className={mergeClasses(styles.cell, styles.headCell)}>{fresh ? 'Value' : heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, from, to }) => (
          <tr key={field}>
            <th scope="row" className={styles.cell}>
              {fieldLabel(collection, field)}
            </th>
            {!fresh && <td className={mergeClasses(styles.cell, styles.old)}>{from}</td>}
            <td className={mergeClasses(styles.cell, styles.fresh)}>{to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Field by field what a paused write's record was, and what the person and others made of it. */
export function PausedTable({ collection, fields }: { collection: string; fields: readonly PausedField[] }) {
  const styles = useQueueStyles();
  const value = (text: string | null) => (
    <td className={mergeClasses(styles.cell, text === null ? styles.quiet : styles.fresh)}>{text ?? 'unchanged'}</td>
  );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {['Field', 'Base', 'Mine', 'Theirs'].map(label => (
            <th key={label} className={mergeClasses(styles.cell, styles.headCell)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, mine, theirs }) => (
          <tr key={field}>
            <th scope="row" className={styles.cell}>
              {fieldLabel(collection, field)}
            </th>
            <td className={styles.cell}>{before}</td>
            {value(mine)}
            {value(theirs)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Leads to another write of this page. */
export function OtherEntry({ id, text }: { id: string; text: string }) {
  const styles = useWorkbenchStyles();
  const links = useLinkStyles();
  return (
    <p className={styles.captions}>
      <Link to="/queue" search={{ entry: id } as never} className={links.link}>
        {text}
      </Link>
    </p>
  );
}
