import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowUndoRegular } from '@fluentui/react-icons';
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import { importById } from '../../../contract/imports/registry.ts';
import { importedResource } from '../../../contract/rateImports/resources.ts';
import type { Country } from '../../../domain/country.ts';
import { countsText, doneCount, type ChangeCounts } from '../../../domain/import/countsText.ts';
import { takeImportBack } from '../../../sync/actions/revertImport.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Described } from '../../../ui/Described.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { ImportRows } from './ImportRows.tsx';
import { RevertReview, type ChangedSince } from './RevertReview.tsx';
import { undoOf } from './takeUnitBack.ts';

const offlineText = (noun: string): string =>
  `You are offline. ${noun === 'import' ? 'An import' : 'A change of many records'} is undone by the server, which also checks for later changes. Try again once it can be reached.`;

const useStyles = makeStyles({
  above: { margin: `0 0 ${tokens.spacingVerticalM}` },
  progress: { marginTop: tokens.spacingVerticalS },
});

interface RevertImportProps {
  entity: Country;
  /** The import's id on the server. */
  id: string;
  declaration: string;
  /** The import's effects; null if unknown. */
  counts: ChangeCounts | null;
  /** Whether the import has already been undone. */
  reverted: boolean;
  /** The noun used for the import; "import" by default. */
  noun?: 'import' | 'change';
  /** Whether the button says Restore, because undoing the import brings back the records it replaced. */
  restores?: boolean;
  /** Whether to use a small button, for lists. */
  small?: boolean;
  onDone: (receipt: ImportReceipt) => void;
}

/**
 * "Revert this import", for people with the write permission: asks for confirmation, and shows what has changed since,
 * and the progress. Renders nothing for an import that changed nothing.
 */
export function RevertImport({
  entity,
  id,
  declaration,
  counts,
  reverted,
  noun = 'import',
  restores = false,
  small = false,
  onDone,
}: RevertImportProps) {
  const styles = useStyles();
  const { client } = useSync();
  const ui = useUi();
  const [asking, setAsking] = useState(false);
  const [review, setReview] = useState<ChangedSince | null>(null);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  // One key per decision, so that a retry after a lost response has no second effect.
  const [keys, setKeys] = useState(() => [client.env.uuid(), client.env.uuid()] as const);
  const { permission, question } = importById(declaration) ?? {};
  const resource = importedResource(declaration);
  if (counts && doneCount(counts) === 0) return null;
  // Only the server knows the person's permissions in another country.
  if (permission === undefined || (entity === ui.entity && !ui.can(permission))) return null;

  const run = async (skipConflicts: boolean) => {
    setProgress({ done: 0, total: 0 });
    try {
      const receipt = await takeImportBack(client, {
        entity,
        id,
        skipConflicts,
        key: keys[skipConflicts ? 1 : 0],
        onProgress: (done, total) => setProgress({ done, total }),
      });
      // The response is stored under its key, so the next request needs a new one.
      setKeys([client.env.uuid(), client.env.uuid()]);
      if (receipt.state === 'review') {
        return setReview(receipt.review && { ...receipt.review, left: doneCount(receipt.counts) });
      }
      if (receipt.state !== 'applied')
        throw new Error(receipt.message || `The ${noun} could not be undone. Try again.`);
      close();
      ui.notify.success(`The ${noun} was undone`, undoOf(client, ui.notify, { entity, id: receipt.id, noun }));
      onDone(receipt);
    } finally {
      setProgress(null);
    }
  };
  const close = () => {
    setAsking(false);
    setReview(null);
  };
  const did = countsText(counts);
  const bar = progress && (
    <div className={styles.progress}>
      <ProgressBar
        aria-label={`Undoing the ${noun}`}
        {...(progress.total > 0 ? { value: progress.done / progress.total } : {})}
      />
    </div>
  );
  const button = (
    <Button
      size={small ? 'small' : 'medium'}
      icon={<ArrowUndoRegular />}
      disabledFocusable={reverted || !ui.online}
      onClick={() => setAsking(true)}
    >
      {reverted ? 'Undone' : restores ? 'Restore' : `Revert this ${noun}`}
    </Button>
  );
  return (
    <>
      {ui.online || reverted ? button : <Described text={offlineText(noun)}>{button}</Described>}
      {asking && !review && (
        <ConfirmDialog
          key="ask"
          title={question ?? (restores ? 'Restore the configuration from before this import?' : `Revert this ${noun}?`)}
          confirmLabel={restores ? 'Restore' : 'Revert'}
          focus="cancel"
          size="form"
          onConfirm={() => run(false)}
          onCancel={close}
        >
          <p className={styles.above}>
            {question === undefined ? '' : `This ${noun} is undone: `}
            {did === '' ? '' : `${did}. `}Each of these records is restored to its previous state. Records that someone
            has changed since are shown first.
          </p>
          {resource && <ImportRows id={id} resource={resource} reverses />}
          {bar}
        </ConfirmDialog>
      )}
      {review && (
        <RevertReview resource={resource} review={review} onRevert={() => run(true)} onClose={close}>
          {bar}
        </RevertReview>
      )}
    </>
  );
}
