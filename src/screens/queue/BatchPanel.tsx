import { Button, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { resolveAll, retryAll } from '../../sync/actions/queue.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { alikeTitle, batchOutcome, batchSummary, recordName } from './queueTexts.ts';
import { useBatchAction } from './useQueueActions.ts';
import { useQueueStyles, useWorkbenchStyles } from './useQueueStyles.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import type { AlikeConflicts } from './workbench.ts';

type Side = 'mine' | 'theirs';

interface BatchPanelProps {
  groups: readonly AlikeConflicts[];
  /** The writes that were refused because a permission is missing. */
  denied: readonly OutboxEntry[];
}

/** Resolves conflicts of the same kind with a single decision, and resends refused writes together. */
export function BatchPanel({ groups, denied }: BatchPanelProps) {
  const styles = useWorkbenchStyles();
  const queue = useQueueStyles();
  const [asked, setAsked] = useState<{ group: AlikeConflicts; side: Side } | null>(null);
  const ask = (group: AlikeConflicts, side: Side) => () => setAsked({ group, side });
  const { client } = useSync();
  const run = useBatchAction();
  const resend = () =>
    run(
      () =>
        retryAll(
          client,
          denied.map(({ id }) => id),
        ),
      ({ took }) =>
        `${took === 1 ? '1 change is' : `${took} changes are`} being sent. Changes that the server refuses will appear here.`,
    );
  return (
    <>
      {groups.length + denied.length > 0 && (
        <section aria-label="Decide together" className={queue.card}>
          {denied.length > 0 && (
            <div className={styles.alike}>
              <span className={styles.grow}>
                {denied.length} changes were refused because you lack permission; once you have it, send them again
              </span>
              <Button size="small" onClick={() => void resend()}>{`Resend these ${denied.length}`}</Button>
            </div>
          )}
          {groups.map(group => (
            <div key={group.key} className={styles.alike}>
              <span className={styles.grow}>{alikeTitle(group)}</span>
              <Button
                size="small"
                onClick={ask(group, 'mine')}
              >{`Keep yours for these ${group.entries.length}`}</Button>
              <Button
                size="small"
                onClick={ask(group, 'theirs')}
              >{`Keep theirs for these ${group.entries.length}`}</Button>
            </div>
          ))}
        </section>
      )}
      {asked && <BatchDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Maximum number of names listed in the question. */
const NAMED = 5;
/** Time in milliseconds after which progress is shown. */
const SLOW = 1000;

function BatchDialog({ group, side, onClose }: { group: AlikeConflicts; side: Side; onClose: () => void }) {
  const styles = useWorkbenchStyles();
  const queue = useQueueStyles();
  const { client } = useSync();
  const { notify } = useUi();
  // The state at the time of the question: decisions made meanwhile must not change its text.
  const [{ entries, ...about }] = useState(group);
  const [done, setDone] = useState<number | null>(null);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const n = entries.length;
  const apply = async () => {
    let latest = 0;
    timer.current = window.setTimeout(() => setDone(latest), SLOW);
    const result = await resolveAll(client, entries, side, decided => {
      latest = decided;
      setDone(shown => (shown === null ? null : decided));
    });
    if (result.took > 0) notify.success(batchSummary(side, result));
    else notify.warning('These conflicts have been decided elsewhere. Nothing was changed here.');
    onClose();
  };
  return (
    <ConfirmDialog
      title={side === 'mine' ? `Keep yours for these ${n}?` : `Keep theirs for these ${n}?`}
      confirmLabel={side === 'mine' ? 'Keep yours' : 'Keep theirs'}
      focus="cancel"
      onConfirm={apply}
      onCancel={onClose}
    >
      <p className={queue.note}>{batchOutcome({ ...about, entries }, side)}</p>
      <ul className={styles.names}>
        {entries.slice(0, NAMED).map(entry => (
          <li key={entry.id}>{recordName(entry)}</li>
        ))}
        {n > NAMED && <li>and {n - NAMED} more</li>}
      </ul>
      {done !== null && (
        <p className={queue.note}>
          <progress max={n} value={done} aria-label="Decided" />{' '}
          <output className={mergeClasses(styles.captions)}>{`${done} of ${n} decided`}</output>
        </p>
      )}
    </ConfirmDialog>
  );
}
