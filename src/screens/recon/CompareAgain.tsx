import { Button, Spinner } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';
import type { BillRow, OrderRow } from '../../contract/recon.ts';
import { applyAgain, previewAgain, previewReading, type ActionRow } from '../../contract/reconOwn.ts';
import { errorText } from '../../domain/errorText.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useChange } from '../../sync/hooks/useChange.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { useOneAtATime } from '../../ui/useOneAtATime.ts';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { ActionProgress } from './ActionProgress.tsx';
import { ProblemText, useReconStyles } from './parts.tsx';
import { useAction } from './useAction.ts';

/**
 * A preview that the server computes as a background action, and what applies it.
 * @param begin starts the preview; null if there is nothing to preview
 */
function usePreview(begin: (() => Promise<ActionRow>) | null) {
  const send = useChange();
  const [begun, setBegun] = useState<ActionRow | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { action, problem } = useAction(begun);
  useEffect(() => {
    let over = false;
    begin?.().then(
      made => over || setBegun(made),
      (error: unknown) => over || setFailed(errorText(error)),
    );
    return () => {
      over = true;
    };
  }, [begin]);
  const { busy, run } = useOneAtATime();
  const apply = () =>
    run(() =>
      send(applyAgain, { id: action?.id ?? 0 }).then(setBegun, (error: unknown) => setFailed(errorText(error))),
    );
  // Until the first look at the applied comparison, the former state is known.
  const review = action?.state === 'review' && begun?.state !== 'applying' ? action : null;
  return { action, problem, failed, busy, apply, review };
}

/** Repeats the comparison of all matching orders, shows what would change and, on request, applies the result. */
export function CompareAgain({ filters, close, refresh }: ListDialogProps<OrderRow>) {
  const styles = useReconStyles();
  const { client, entity } = useSync();
  const text = JSON.stringify(filters);
  const { action, problem, failed, busy, apply, review } = usePreview(
    useCallback(
      () => administer(client, entity, previewAgain, { filter: JSON.parse(text) as Record<string, never> }),
      [client, entity, text],
    ),
  );
  return (
    <InfoDialog
      title="Compare again"
      wide
      onClose={() => {
        refresh();
        close();
      }}
      actions={
        review && (
          <Button appearance="primary" disabled={busy || review.changed === 0} onClick={() => void apply()}>
            Apply
          </Button>
        )
      }
    >
      <div className={styles.column}>
        <p className={styles.hint}>
          {review
            ? review.changed === 0
              ? 'Nothing would change: every order has the same result as before.'
              : 'This is what would change. Nothing takes effect until you press Apply.'
            : action?.state === 'done'
              ? 'The changes are in effect now.'
              : 'The orders that match the filters are compared with the current rates, rules and shipments.'}
        </p>
        {action ? (
          <ActionProgress action={action} problem={problem} />
        ) : (
          failed === null && <Spinner label="Comparing" />
        )}
        {failed !== null && <ProblemText>{failed}</ProblemText>}
      </div>
    </InfoDialog>
  );
}

/** Parses a bill's files again with the current layout, shows what would change and, on request, applies the result. */
export function ReadAgain({ item, close, refresh }: ListDialogProps<BillRow>) {
  const styles = useReconStyles();
  const { client, entity } = useSync();
  const id = item?.row.id;
  const begin = useCallback(() => administer(client, entity, previewReading, { id: id ?? 0 }), [client, entity, id]);
  const { action, problem, failed, busy, apply, review } = usePreview(id === undefined ? null : begin);
  if (!item) return null;
  return (
    <InfoDialog
      title={`Read bill ${item.row.bill_no} again`}
      wide
      onClose={() => {
        refresh();
        close();
      }}
      actions={
        review && (
          <Button appearance="primary" disabled={busy || review.reasons.length === 0} onClick={() => void apply()}>
            Apply
          </Button>
        )
      }
    >
      <div className={styles.column}>
        <p className={styles.hint}>
          {review
            ? review.reasons.length === 0
              ? 'Nothing would change: the layout reads the files as before.'
              : 'This is what would change. Nothing takes effect until you press Apply; then its parcels are compared again.'
            : action?.state === 'done'
              ? 'The bill is read and compared again. The list shows the progress.'
              : `Its files are read again with the current layout "${item.row.layout_name}".`}
        </p>
        {action ? (
          <ActionProgress action={action} problem={problem} currency={item.row.currency} />
        ) : (
          failed === null && <Spinner label="Loading" />
        )}
        {failed !== null && <ProblemText>{failed}</ProblemText>}
      </div>
    </InfoDialog>
  );
}
