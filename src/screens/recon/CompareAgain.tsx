import { Button, Spinner } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { OrderRow } from '../../contract/recon.ts';
import { applyAgain, previewAgain, type ActionRow } from '../../contract/reconOwn.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { ActionProgress } from './ActionProgress.tsx';
import { useReconStyles } from './parts.tsx';
import { useAction } from './useAction.ts';

/** Compares all orders that match once more, shows what would change, and lets it count when a person says so. */
export function CompareAgain({ filters, close, refresh }: ListDialogProps<OrderRow>) {
  const styles = useReconStyles();
  const { client, entity } = useSync();
  const [begun, setBegun] = useState<ActionRow | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { action, problem } = useAction(begun);
  const text = JSON.stringify(filters);
  useEffect(() => {
    let over = false;
    administer(client, entity, previewAgain, { filter: JSON.parse(text) as Record<string, never> }).then(
      made => over || setBegun(made),
      (error: Error) => over || setFailed(error.message),
    );
    return () => {
      over = true;
    };
  }, [client, entity, text]);
  const apply = () =>
    administer(client, entity, applyAgain, { id: action?.id ?? 0 }).then(setBegun, (error: Error) =>
      setFailed(error.message),
    );
  const isReview = action?.state === 'review';
  return (
    <InfoDialog
      title="Compare again"
      wide
      onClose={() => {
        refresh();
        close();
      }}
      actions={
        isReview && (
          <Button appearance="primary" disabled={action.changed === 0} onClick={() => void apply()}>
            Apply
          </Button>
        )
      }
    >
      <div className={styles.column}>
        <p className={styles.hint}>
          {isReview
            ? action.changed === 0
              ? 'Nothing changes: every order compares as before.'
              : 'This is what would change. Nothing counts until you press Apply.'
            : action?.state === 'done'
              ? 'The changes count now.'
              : 'The orders that match the filters are compared with the rates, rules and shipments as they are now.'}
        </p>
        {action ? (
          <ActionProgress action={action} problem={problem} />
        ) : (
          failed === null && <Spinner label="Comparing" />
        )}
        {failed !== null && (
          <p role="alert" className={styles.problem}>
            {failed}
          </p>
        )}
      </div>
    </InfoDialog>
  );
}
