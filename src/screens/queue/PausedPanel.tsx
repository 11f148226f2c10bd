import { Button } from '@fluentui/react-components';
import { reviewPaused, sendPaused } from '../../sync/actions/queue.ts';
import { pausedSummaryOf } from '../../sync/hooks/pausedWrites.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Hold, OutboxEntry } from '../../sync/types.ts';
import { pausedText } from './queueTexts.ts';
import { useBatchAction } from './useQueueActions.ts';
import { useQueueStyles, useWorkbenchStyles } from './useQueueStyles.ts';
import { isPaused, isOpen } from './workbench.ts';

interface PausedPanelProps {
  entries: readonly OutboxEntry[];
  /** Shows what needs the person. */
  onReview: () => void;
}

/** After a long time offline: what the look at the server found, and the person's go. Nothing where nothing is paused. */
export function PausedPanel({ entries, onReview }: PausedPanelProps) {
  const styles = useWorkbenchStyles();
  const queue = useQueueStyles();
  const { client } = useSync();
  const run = useBatchAction();
  const summary = pausedSummaryOf(entries.filter(isOpen));
  if (!summary) return null;
  const idsOf = (...verdicts: readonly Hold['verdict'][]): string[] =>
    entries.filter(entry => isPaused(entry) && entry.hold && verdicts.includes(entry.hold.verdict)).map(({ id }) => id);
  const rest = summary.waiting - summary.safe;
  const sendSafe = () =>
    run(
      () => sendPaused(client, idsOf('safe')),
      () => `${summary.safe === 1 ? '1 change is' : `${summary.safe} changes are`} on the way.`,
    );
  const sendDenied = () =>
    run(
      () => sendPaused(client, idsOf('denied')),
      ({ took }) =>
        `${took === 1 ? '1 change is' : `${took} changes are`} on the way. What the server refuses comes back here.`,
    );
  const review = async () => {
    const ids = idsOf('changed', 'gone');
    if (ids.length > 0) {
      await run(
        () => reviewPaused(client, ids),
        ({ took }) => `${took === 1 ? '1 change is' : `${took} changes are`} open for review below. Nothing was sent.`,
      );
    }
    onReview();
  };
  return (
    <section className={styles.panel} aria-labelledby="queue-hold">
      <h2 id="queue-hold" className={styles.panelTitle}>
        {pausedText(summary)}
      </h2>
      <p className={queue.note}>
        This device was offline for a long time, so the server was asked what has changed before anything was sent. The
        changes listed here are paused until you send them; changes of other records go out as usual.
      </p>
      <div className={queue.actions}>
        {summary.safe > 0 && (
          <Button appearance="primary" onClick={() => void sendSafe()}>
            {summary.safe === 1 ? 'Send the safe one' : `Send the ${summary.safe} safe ones`}
          </Button>
        )}
        {summary.denied > 0 && (
          <Button
            onClick={() => void sendDenied()}
          >{`Send the ${summary.denied} without the right all the same`}</Button>
        )}
        {rest > 0 && <Button onClick={() => void review()}>Review the rest</Button>}
      </div>
    </section>
  );
}
