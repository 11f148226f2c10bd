import { Button, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { importById } from '../../contract/imports/registry.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { formatTime, formatCount } from '../../domain/format.ts';
import { countsText } from '../../domain/import/countsText.ts';
import { isOfAddresses } from '../../domain/import/declaration.ts';
import { discardImport, importLeavingTheirs, importOverTheirs, retryImport } from '../../sync/actions/imports.ts';
import type { QueuedImport } from '../../sync/hooks/useImports.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Described } from '../../ui/Described.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { SubmissionPanel } from '../../ui/upload/SubmissionPanel.tsx';
import { sizeText } from '../../domain/sizeText.ts';
import { importWord } from '../shared/imports/ownImports.ts';
import { RevertImport } from '../shared/imports/RevertImport.tsx';
import { submissionOf } from '../shared/imports/submissionOf.ts';
import { useDownload } from '../shared/imports/useDownload.ts';
import { uncopiedText } from '../shared/imports/waitTexts.ts';
import { useQueueStyles } from './useQueueStyles.ts';
import { importedResource } from '../../contract/rateImports/resources.ts';
import { leaveReturned, returnedText, retryReturned } from '../../sync/actions/bulk.ts';
import { failureText } from '../../ui/form/failureText.ts';
import { fieldLabel, valueText } from '../../contract/fieldWords.ts';
import { changedBy, keyedLine } from '../shared/recordLine.ts';

const ImportDialog = lazyPart(() => import('../shared/imports/ImportDialog.tsx').then(module => module.ImportDialog));

/** Imports on this device: waiting ones with their files, those that need a decision, and the latest results. */
export function ImportsPanel({ imports }: { imports: readonly QueuedImport[] }) {
  const queue = useQueueStyles();
  const [opened, setOpened] = useState<QueuedImport | null>(null);
  const declaration = opened && importById(opened.importId);
  return (
    <section className={queue.imports} aria-labelledby="queue-imports">
      <h2 id="queue-imports" className={queue.heading}>
        Imports and bulk changes
      </h2>
      {imports.some(({ state }) => state === 'waiting' || state === 'uploading') && (
        <p className={queue.note}>
          They are sent while Ops Portal is open in any tab. If you close all tabs, they continue when you open it
          again.
        </p>
      )}
      <ul className={mergeClasses(queue.list, queue.card, queue.joined)}>
        {imports.map(queued => (
          <ImportEntry key={queued.id} queued={queued} onOpen={setOpened} />
        ))}
      </ul>
      {opened && declaration && <ImportDialog declaration={declaration} from={opened} close={() => setOpened(null)} />}
    </section>
  );
}

/** Runs a person's actions one at a time, and reports a failure. */
function useReported(): { busy: boolean; run: (work: () => Promise<void>) => void } {
  const { notify } = useUi();
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    void work()
      .catch((error: unknown) => notify.error(failureText(error)))
      .finally(() => setBusy(false));
  };
  return { busy, run };
}

function ImportEntry({ queued, onOpen }: { queued: QueuedImport; onOpen: (queued: QueuedImport) => void }) {
  const queue = useQueueStyles();
  const { client } = useSync();
  const { timeZone } = useUi();
  const download = useDownload();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useReported();
  const { id, state, receipt, files, bulk } = queued;
  const submission = state === 'waiting' ? null : submissionOf(queued);
  const open = state !== 'applied' && state !== 'discarded';
  const uncopied = uncopiedText(queued);
  const own = importById(queued.importId);
  const addresses = own !== undefined && isOfAddresses(own);
  const over = queued.since === null ? 'Import' : 'Overwrite theirs';
  return (
    <li className={queue.entry}>
      <div className={queue.head}>
        <h3 className={queue.title}>
          {queued.title}, {COUNTRIES[queued.entity].name}
        </h3>
        <span className={queue.when}>{formatTime(Math.floor(queued.createdAt / 1000), timeZone)}</span>
      </div>
      <p className={queue.note}>
        {importWord(queued)}
        {state === 'applied' && `: ${receipt?.message || countsText(receipt?.counts)}`}
      </p>
      {!bulk && <p className={queue.note}>{files.map(({ name, size }) => `${name} (${sizeText(size)})`).join(', ')}</p>}
      {bulk && <ReturnedRecords queued={queued} />}
      {(state === 'waiting' || state === 'uploading') && uncopied !== '' && <p className={queue.note}>{uncopied}</p>}
      {submission && (
        <SubmissionPanel submission={submission} addresses={addresses} onDownload={download} over={over} />
      )}
      <div className={queue.actions}>
        {(state === 'failed' || (state === 'waiting' && queued.problem !== '')) && (
          <Button size="small" disabledFocusable={busy} onClick={() => run(() => retryImport(client, id))}>
            Try again
          </Button>
        )}
        {!bulk && <ReopenImport queued={queued} onOpen={onOpen} />}
        {state === 'review' && (
          <>
            <Button size="small" disabledFocusable={busy} onClick={() => run(() => importOverTheirs(client, id))}>
              {over}
            </Button>
            {receipt?.review?.total !== 0 && (
              <Button size="small" disabledFocusable={busy} onClick={() => run(() => importLeavingTheirs(client, id))}>
                Keep theirs
              </Button>
            )}
          </>
        )}
        {open && state !== 'applying' && (
          <Button size="small" onClick={() => setAsking(true)}>
            Discard
          </Button>
        )}
        {state === 'applied' && receipt && (
          <RevertImport
            entity={queued.entity}
            id={receipt.id}
            declaration={queued.importId}
            counts={receipt.counts}
            reverted={receipt.revertedBy !== null}
            {...(bulk ? { noun: 'change' as const } : {})}
            small
            onDone={() => undefined}
          />
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={bulk ? 'Discard this change?' : 'Discard this import?'}
          confirmLabel="Discard"
          destructive
          cancelLabel="Keep"
          focus="cancel"
          onConfirm={() => discardImport(client, id).then(() => setAsking(false))}
          onCancel={() => setAsking(false)}
        >
          {bulk
            ? 'The change is removed from this device, and none of its records are changed.'
            : 'Its files are removed from this device, and nothing is imported.'}
        </ConfirmDialog>
      )}
    </li>
  );
}

interface ReopenImportProps {
  queued: QueuedImport;
  onOpen: (queued: QueuedImport) => void;
}

/**
 * Reopens the dialog of an import that was not accepted, with its files and corrections, to compare it again or correct
 * it.
 */
export function ReopenImport({ queued, onOpen }: ReopenImportProps) {
  const { entity, can } = useUi();
  const declaration = importById(queued.importId);
  const { state, files } = queued;
  if (state !== 'review' && state !== 'refused') return null;
  if (!declaration || files.some(({ blob }) => blob === null)) return null;
  const label = state === 'review' ? 'Compare again' : 'Correct here';
  if (queued.entity !== entity) {
    return (
      <Described
        text={`Switch to ${COUNTRIES[queued.entity].inText} to open it, because it is compared with that country’s records.`}
      >
        <Button size="small" disabledFocusable>
          {label}
        </Button>
      </Described>
    );
  }
  if (!can(declaration.permission)) return null;
  return (
    <Button size="small" onClick={() => onOpen(queued)}>
      {label}
    </Button>
  );
}

/** Maximum number of a change's records listed here; the rest are only counted. */
const LISTED = 20;

/** The records to which a bulk change could not be applied, with the reason and their current values. */
export function ReturnedRecords({ queued }: { queued: QueuedImport }) {
  const styles = useQueueStyles();
  const { client } = useSync();
  const { busy, run } = useReported();
  const { id, bulk, receipt, importId, state } = queued;
  const review = receipt?.review;
  if (!bulk || !review || state !== 'applied' || bulk.settled || receipt.revertedBy !== null) return null;
  const behind = bulk.behind ?? [];
  const resource = importedResource(importId);
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
  const more = review.total - Math.min(review.rows.length, LISTED);
  return (
    <>
      <p className={styles.note}>{returnedText(review.total, behind.length)}:</p>
      <ul className={styles.note}>
        {review.rows.slice(0, LISTED).map(({ key, current }) => (
          <li
            key={key}
          >{`${keyedLine(resource, key, current)}: ${behind.includes(key) ? 'your earlier change to it did not take effect' : changedBy(current)}${values(current)}`}</li>
        ))}
        {more > 0 && <li>{`and ${formatCount(more)} more`}</li>}
      </ul>
      <div className={styles.actions}>
        {again > 0 && (
          <Button
            size="small"
            disabledFocusable={busy}
            onClick={() =>
              run(() => retryReturned(client, id, count => `${queued.title}: ${formatCount(count)} again`))
            }
          >
            {again === 1 ? 'Change it anyway' : `Change these ${formatCount(again)} anyway`}
          </Button>
        )}
        <Button size="small" disabledFocusable={busy} onClick={() => run(() => leaveReturned(client, id))}>
          {review.total === 1 ? 'Leave it as it is' : 'Leave them as they are'}
        </Button>
      </div>
    </>
  );
}
