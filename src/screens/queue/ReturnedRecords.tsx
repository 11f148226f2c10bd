import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { resourceById } from '../../contract/resources/all.ts';
import { formatCount } from '../../domain/format.ts';
import { leaveReturned, returnedText, retryReturned } from '../../sync/actions/bulk.ts';
import type { QueuedImport } from '../../sync/hooks/useImports.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { failureText } from '../../ui/form/failureText.ts';
import { useUi } from '../../ui/UiContext.ts';
import { fieldLabel, valueText } from '../shared/fieldWords.ts';
import { changedBy, keyedLine } from '../shared/recordWords.ts';
import { useQueueStyles } from './useQueueStyles.ts';

/** Records of a change that are listed here; the others are counted. */
const LISTED = 20;

/** The records that came back from a change of many, why, and with their present values. */
export function ReturnedRecords({ queued }: { queued: QueuedImport }) {
  const styles = useQueueStyles();
  const { client } = useSync();
  const { notify } = useUi();
  const [busy, setBusy] = useState(false);
  const { id, bulk, receipt, importId, state } = queued;
  const review = receipt?.review;
  if (!bulk || !review || state !== 'applied' || bulk.settled || receipt.revertedBy !== null) return null;
  const behind = bulk.behind ?? [];
  const resource = resourceById(importId);
  const again = review.rows.filter(({ current }) => current !== null).length;
  const values = (current: Readonly<Record<string, unknown>> | null): string =>
    current && bulk.set
      ? Object.keys(bulk.set)
          .map(
            name =>
              `; ${fieldLabel(resource?.collection, name)} is ${valueText(resource?.collection, name, current[name])}`,
          )
          .join('')
      : '';
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify.error(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const more = review.total - Math.min(review.rows.length, LISTED);
  return (
    <>
      <p className={styles.note}>{returnedText(review.total, behind.length)}:</p>
      <ul className={styles.note}>
        {review.rows.slice(0, LISTED).map(({ key, current }) => (
          <li
            key={key}
          >{`${keyedLine(resource, key, current)}: ${behind.includes(key) ? 'your earlier change of it did not take effect' : changedBy(current)}${values(current)}`}</li>
        ))}
        {more > 0 && <li>{`and ${formatCount(more)} more`}</li>}
      </ul>
      <div className={styles.actions}>
        {again > 0 && (
          <Button
            size="small"
            disabled={busy}
            onClick={() =>
              void run(() => retryReturned(client, id, count => `${queued.title}: ${formatCount(count)} again`))
            }
          >
            {again === 1 ? 'Change it all the same' : `Change these ${formatCount(again)} all the same`}
          </Button>
        )}
        <Button size="small" disabled={busy} onClick={() => void run(() => leaveReturned(client, id))}>
          {review.total === 1 ? 'Leave it as it is' : 'Leave them as they are'}
        </Button>
      </div>
    </>
  );
}
