import { useContext } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { LIVE_COLLECTIONS } from '../../../contract/call.ts';
import type { RecordChange } from '../../../contract/history.ts';
import { fieldsChanged, wordOf } from '../../../contract/recordChange.ts';
import { resourceOf } from '../../../contract/resources/all.ts';
import { reverting } from '../../../sync/actions/revertChange.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { Row } from '../../../sync/types.ts';
import { ChangedText } from '../../../ui/ChangedText.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { draftFieldChanges } from '../draftWords.ts';
import { changedBy } from '../recordLine.ts';
import { useWritten } from '../useUndo.ts';
import { changedSince } from './historyTexts.ts';
import { HistoryLeadContext } from './openHistory.ts';

const useStyles = makeStyles({
  list: { margin: `0 0 ${tokens.spacingVerticalS}`, paddingInlineStart: tokens.spacingHorizontalL },
  label: { fontWeight: tokens.fontWeightSemibold },
});

interface RevertChangeProps {
  collection: string;
  change: RecordChange;
  /** The record as shown in the list; null if it is not in the list. */
  row: Row | null;
  onDone: () => void;
  onCancel: () => void;
}

/**
 * Asks for confirmation before a single write is reverted; shows the effect, and what others have since changed in the
 * same fields.
 */
export function RevertChange({ collection, change, row, onDone, onCancel }: RevertChangeProps) {
  const styles = useStyles();
  const { client, entity } = useSync();
  const written = useWritten();
  const question = useContext(HistoryLeadContext)?.question ?? 'Revert this change?';
  const resource = resourceOf(collection);
  const { before, after } = change;
  const isEdit = before !== null && after !== null;
  const isOfVersion = LIVE_COLLECTIONS.some(one => one.collection === collection);
  const changes = !isEdit
    ? []
    : isOfVersion
      ? draftFieldChanges(before, after)
      : fieldsChanged(resource, before, after);
  const since = changedSince(changes, after, row);
  const run = async () => {
    const writes = reverting(resource, entity, change, row, collection);
    if (writes.length === 0) throw new Error('There is nothing left to revert in this change.');
    for (const write of writes)
      written('Reverted', await client.enqueue({ ...write, title: `Revert: ${write.title}` }));
    onDone();
  };
  return (
    <ConfirmDialog
      title={isEdit ? question : before === null ? 'Delete what was created?' : 'Create what was deleted again?'}
      confirmLabel="Revert"
      destructive={before === null}
      focus={before === null ? 'cancel' : 'confirm'}
      onConfirm={run}
      onCancel={onCancel}
    >
      {changes.length > 0 && (
        <ul className={styles.list}>
          {changes.map(field => (
            <li key={field.name}>
              <span className={styles.label}>{field.label}</span>{' '}
              <ChangedText
                before={
                  !isOfVersion && row && field.name in row
                    ? wordOf(resource?.fields[field.name], row[field.name])
                    : field.after
                }
                after={field.before}
              />
            </li>
          ))}
        </ul>
      )}
      {since.length > 0 &&
        `${since.map(({ label }) => label).join(', ')} ${since.length === 1 ? 'was' : 'were'} changed again since then (the record was ${changedBy(row)} last). Newer values are not overwritten; you decide in the queue which of the two to keep.`}
    </ConfirmDialog>
  );
}
