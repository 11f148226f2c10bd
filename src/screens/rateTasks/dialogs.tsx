import { useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { RATE_TASK_CALLS, type PriceListRow, type TaskRow } from '../../contract/rateImports/calls.ts';
import { kindName } from '../../contract/rateImports/resources.ts';
import type { Family } from '../../contract/rateTable/versions.ts';
import { BATCH_STATUS, hasEnded } from '../../domain/import/batch.ts';
import { formatTime } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { PlainSelect } from '../../ui/PlainSelect.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { STATUS_CHOICES } from './statuses.ts';
import { tasksPath } from './paths.ts';

/**
 * Confirmations for tasks and price lists. All actions require the server, because that is where tasks and price lists
 * are stored.
 */

const useStyles = makeStyles({
  choice: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  text: { margin: `0 0 ${tokens.spacingVerticalM}` },
});

/** What happens to the files of deleted price lists. */
const FILES_GO = 'Its file is deleted after a week, unless a listed task imported it.';

type Of<R> = ListDialogProps<R> & { family: Family };

/** What the deletion of a task does, and what it does not undo. */
function deletionWords(status: TaskRow['status']): string {
  if (!hasEnded(status))
    return 'If it has not started it is canceled, and nothing is imported. If it has started it continues, and can be deleted once it has ended.';
  return status === BATCH_STATUS.failed
    ? 'It is removed from the list. It imported nothing.'
    : 'It is removed from the list. The fees it imported stay; to revert them, undo the task in its details first.';
}

/** Deletes a task: cancels one that has not started yet, or removes a finished one from the list. */
export function DeleteTask({ item, close, refresh, family }: Of<TaskRow>) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  if (!item) return null;
  const { id, type, file_name: file, status } = item.row;
  return (
    <ConfirmDialog
      title={`Delete task ${id}?`}
      confirmLabel="Delete"
      destructive
      focus="cancel"
      onCancel={close}
      onConfirm={async () => {
        await administer(client, entity, RATE_TASK_CALLS[family].deleteTask, { id });
        notify.success(`Delete Successfully: task ${id}`);
        refresh();
        close();
      }}
    >
      {`${kindName(type)} of ${file}. `}
      {deletionWords(status)}
    </ConfirmDialog>
  );
}

export function DeletePriceList({ item, close, refresh, family }: Of<PriceListRow>) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  if (!item) return null;
  const { id, code } = item.row;
  return (
    <ConfirmDialog
      title={`Delete price list ${code}?`}
      confirmLabel="Delete"
      destructive
      focus="cancel"
      onCancel={close}
      onConfirm={async () => {
        await administer(client, entity, RATE_TASK_CALLS[family].deletePriceList, { id });
        notify.success(`Delete Successfully: price list ${code}`);
        refresh();
        close();
      }}
    >
      {FILES_GO} Fees that were imported from it stay in their drafts.
    </ConfirmDialog>
  );
}

/** Validates a price list's file again, because the drafts may have changed meanwhile. */
export function CheckPriceList({ item, close, refresh, family }: Of<PriceListRow>) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  if (!item) return null;
  const { id, code } = item.row;
  return (
    <ConfirmDialog
      title={`Check price list ${code} again?`}
      confirmLabel="Check"
      onCancel={close}
      onConfirm={async () => {
        await administer(client, entity, RATE_TASK_CALLS[family].checkOne, { id });
        notify.success(`Price list ${code} is being checked`);
        refresh();
        close();
      }}
    >
      Its fees are checked for gaps, overlaps and missing amounts, and compared with the current drafts.
    </ConfirmDialog>
  );
}

export function CheckAll({ close, refresh, family }: Of<PriceListRow>) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  return (
    <ConfirmDialog
      title="Check all price lists again?"
      confirmLabel="Check all"
      onCancel={close}
      onConfirm={async () => {
        const { checked } = await administer(client, entity, RATE_TASK_CALLS[family].checkAll, {});
        notify.success(
          checked === 0
            ? 'No price list was left to check: there is none, or all of them are being checked now'
            : `${countText(checked, 'price list')} will be checked`,
        );
        refresh();
        close();
      }}
    >
      Every price list of this country is checked and compared with the current drafts, one after another.
    </ConfirmDialog>
  );
}

/** Imports a validated price list, as a task, into the drafts to which it refers. */
export function ImportPriceList({ item, close, refresh, family }: Of<PriceListRow>) {
  const styles = useStyles();
  const { client, entity } = useSync();
  const { notify, timeZone } = useUi();
  if (!item) return null;
  const { id, code, result, finished_at: checkedAt } = item.row;
  return (
    <ConfirmDialog
      title={`Import price list ${code} into its drafts?`}
      confirmLabel="Import"
      onCancel={close}
      onConfirm={async () => {
        const task = await administer(client, entity, RATE_TASK_CALLS[family].importPriceList, { id });
        notify.open().say({
          kind: 'success',
          text: `Task ${task.id} imports price list ${code}`,
          detail: 'You can follow it, and undo it, in the list of tasks.',
          href: tasksPath(family),
        });
        refresh();
        close();
      }}
    >
      <p className={styles.text}>
        {checkedAt !== null && `Checked at ${formatTime(checkedAt, timeZone)}: `}
        {result}
      </p>
      Only drafts change. The task can be undone as long as nobody has changed the same fees.
    </ConfirmDialog>
  );
}

/** Deletes all price lists in a given state (PRICE-3). */
export function DeleteByState({ close, refresh, family }: Of<PriceListRow>) {
  const styles = useStyles();
  const { client, entity } = useSync();
  const { notify } = useUi();
  const [status, setStatus] = useState<number>(BATCH_STATUS.failed);
  const { data } = useAdministration(RATE_TASK_CALLS[family].priceLists, {
    page: 1,
    count: 1,
    status: status as 1 | 2 | 3,
  });
  return (
    <ConfirmDialog
      title="Delete price lists by state?"
      confirmLabel="Delete"
      destructive
      focus="cancel"
      onCancel={close}
      onConfirm={async () => {
        const { deleted } = await administer(client, entity, RATE_TASK_CALLS[family].deleteStatus, {
          status: status as 1 | 2 | 3,
        });
        notify.success(
          deleted === 0
            ? 'There is no price list in this state that can be deleted'
            : `Delete Successfully: ${countText(deleted, 'price list')}`,
        );
        refresh();
        close();
      }}
    >
      <div className={styles.choice}>
        <PlainSelect label="State" value={String(status)} onChange={value => setStatus(Number(value))}>
          {STATUS_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </PlainSelect>
        <span>
          {data ? `${countText(data.total, 'price list')} in this state` : 'All price lists in this state'} will be
          deleted, except those that are being checked now. Fees that were imported from them stay in their drafts.
        </span>
      </div>
    </ConfirmDialog>
  );
}
