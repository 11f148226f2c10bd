import { mergeClasses, Button } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { canTakeBack } from '../../sync/actions/undo.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { useUndo } from '../shared/useUndo.ts';
import { saveBlob } from '../shared/saveBlob.ts';
import { ChangeTable, EntryState, OtherEntry, PausedTable, Receipts } from './EntryParts.tsx';
import {
  changesText,
  exportFile,
  agoText,
  behindText,
  editableFields,
  entryNote,
  fieldChanges,
  operationWord,
  pausedFields,
  pausedNote,
} from './queueTexts.ts';
import { useQueueStyles, useWorkbenchStyles } from './useQueueStyles.ts';
import { blockedBy, blockedCount, type RecordGroup, isPaused, isStuck } from './workbench.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { formatMillis } from '../../domain/format.ts';
import { undoWrite } from '../../sync/actions/undo.ts';
import { reviewPaused, sendPaused, retryEntry, undoEntry } from '../../sync/actions/queue.ts';
import { canReassign } from '../../sync/actions/reassign.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useSyncStatus } from '../../sync/hooks/useSyncStatus.ts';
import { useDangerStyles } from '../../ui/dangerStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { ConflictChoice } from './ConflictChoice.tsx';
import { useBatchAction, useQueueAction } from './useQueueActions.ts';
import { lazyPart } from '../../ui/lazyPart.tsx';

export interface RecordCardProps {
  group: RecordGroup;
  /** Id of the write to which the URL points. */
  wanted: string | null;
  /** Ids of writes that have already been undone. */
  takenBack: ReadonlySet<string>;
  now: number;
}

/**
 * A record with its writes: the open ones in order, each with the number of writes waiting for it, followed by the
 * settled ones.
 */
export function RecordCard({ group, wanted, takenBack, now }: RecordCardProps) {
  const styles = useWorkbenchStyles();
  const queue = useQueueStyles();
  const { open, ended } = group;
  return (
    <li className={queue.card} data-record={group.key}>
      <div className={styles.recordHead}>
        <h2 className={styles.recordName}>{group.name}</h2>
        <span className={styles.recordDetail}>{group.detail}</span>
      </div>
      {open.map((entry, at) => {
        const before = blockedBy(open, entry);
        return (
          <div key={entry.id} className={mergeClasses(at > 0 && styles.next, before !== null && styles.behind)}>
            <EntryCard
              entry={entry}
              blocker={before}
              behind={blockedCount(open, entry)}
              wanted={entry.id === wanted}
              now={now}
            />
          </div>
        );
      })}
      {ended.length > 0 && (
        <ul className={mergeClasses(styles.plainList, open.length > 0 && styles.endedBelow)} aria-label="Done">
          {ended.map(entry => (
            <EndedRow
              key={entry.id}
              entry={entry}
              wanted={entry.id === wanted}
              takenBack={takenBack.has(entry.id)}
              now={now}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A record whose writes have all settled: they are listed without a heading of their own. */
export function DoneRecord({ group, wanted, takenBack, now }: RecordCardProps) {
  return group.ended.map(entry => (
    <EndedRow
      key={entry.id}
      entry={entry}
      record={group}
      wanted={entry.id === wanted}
      takenBack={takenBack.has(entry.id)}
      now={now}
    />
  ));
}

interface EndedRowProps {
  entry: OutboxEntry;
  /** Omitted if a heading above already names the record. */
  record?: Pick<RecordGroup, 'name' | 'detail'>;
  wanted: boolean;
  /** Whether another write has undone it. */
  takenBack: boolean;
  now: number;
}

/** A settled write: its description, its steps, and an Undo button. */
export function EndedRow({ entry, record, wanted, takenBack, now }: EndedRowProps) {
  const styles = useWorkbenchStyles();
  const queue = useQueueStyles();
  const undo = useUndo();
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (wanted) ref.current?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  const changes = changesText(entry);
  return (
    <li ref={ref} className={mergeClasses(styles.ended, wanted && queue.wanted)}>
      <div className={mergeClasses(styles.endedMain, styles.grow)}>
        {record && (
          <div className={styles.endedHead}>
            <span className={styles.recordName}>{record.name}</span>
            <span className={styles.recordDetail}>{record.detail}</span>
          </div>
        )}
        <div className={styles.endedHead}>
          <span>
            {operationWord(entry)}
            {changes !== '' && <span className={queue.when}> {changes}</span>}
          </span>
          <EntryState state={entry.state} />
          {takenBack && <span className={queue.when}>undone</span>}
        </div>
        <Receipts entry={entry} now={now} />
        {entry.reassignedTo !== undefined && (
          <OtherEntry id={entry.reassignedTo} text="The change it was reassigned to" />
        )}
      </div>
      {canTakeBack(entry) && !takenBack && (
        <Button
          size="small"
          appearance="subtle"
          aria-label={`Undo: ${entry.title}`}
          onClick={() => void undo(entry.id)}
        >
          Undo
        </Button>
      )}
      <Button
        size="small"
        appearance="subtle"
        aria-label={`Export: ${entry.title}`}
        onClick={() => {
          const { name, text } = exportFile(entry);
          saveBlob(name, new Blob([text], { type: 'application/json' }));
        }}
      >
        Export
      </Button>
    </li>
  );
}

const DiscardDialog = lazyPart(() => import('./EntryDialogs.tsx').then(module => module.DiscardDialog));
const ExportMenu = lazyPart(() => import('./ExportMenu.tsx').then(module => module.ExportMenu));
const ReassignDialog = lazyPart(() => import('./EntryDialogs.tsx').then(module => module.ReassignDialog));
const ResendDialog = lazyPart(() => import('./EntryDialogs.tsx').then(module => module.ResendDialog));

interface EntryCardProps {
  entry: OutboxEntry;
  /** The write to the same record that blocks this one until the person decides; null if it is not blocked. */
  blocker: OutboxEntry | null;
  /** Number of later writes to the record that are waiting for this one. */
  behind: number;
  /** Whether the URL points to this write, which is then highlighted and scrolled into view. */
  wanted: boolean;
  now: number;
}

/** An open write: its changes, its state, and the person's options. */
export function EntryCard({ entry, blocker, behind, wanted, now }: EntryCardProps) {
  const styles = useQueueStyles();
  const bench = useWorkbenchStyles();
  const { timeZone, online } = useUi();
  const { signedOut } = useSyncStatus();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted) ref.current?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  const paused = isPaused(entry);
  const fields = pausedFields(entry);
  // Writes that need a decision are shown field by field, automatic ones on a single line.
  const line = entry.state === 'refused' || entry.state === 'conflict' || fields.length > 0 ? '' : changesText(entry);
  const note = paused ? pausedNote(entry, timeZone) : entryNote(entry, online, signedOut, blocker !== null);
  return (
    <div ref={ref} className={mergeClasses(styles.entry, wanted && styles.wanted)} data-entry={entry.id}>
      <div className={styles.head}>
        <div className={bench.entryHead}>
          <h3 className={bench.entryTitle} title={entry.title}>
            {operationWord(entry)}
          </h3>
          {line !== '' && <span className={styles.when}>{line}</span>}
        </div>
        <EntryState state={entry.state} paused={paused} />
        <time
          className={styles.when}
          dateTime={new Date(entry.createdAt).toISOString()}
          title={formatMillis(entry.createdAt, timeZone)}
        >
          {agoText(entry.createdAt, now)}
        </time>
      </div>
      {entry.state !== 'conflict' && <p className={styles.note}>{note}</p>}
      {entry.state === 'refused' && entry.effect !== 'delete' && (
        <ChangeTable collection={entry.collection} changes={fieldChanges(entry)} />
      )}
      {fields.length > 0 && <PausedTable collection={entry.collection} fields={fields} />}
      {behind > 0 && <p className={bench.captions}>{behindText(behind)}</p>}
      <EntryActions entry={entry} />
      {entry.reassignedFrom !== undefined && (
        <OtherEntry id={entry.reassignedFrom} text="The change it was reassigned from" />
      )}
      <Receipts entry={entry} now={now} />
    </div>
  );
}

function EntryActions({ entry }: { entry: OutboxEntry }) {
  const styles = useQueueStyles();
  const danger = useDangerStyles();
  const { client, entity } = useSync();
  const run = useQueueAction();
  const [dialog, setDialog] = useState<'discard' | 'resend' | 'reassign' | null>(null);
  const { state, theirs } = entry;
  const stuck = isStuck(entry);
  // Only a write that was never attempted is certain to be undone without a trace: the response to an attempt may have
  // been lost.
  const untouched = entry.fence === 0;
  // Keeping the record is the same as discarding its deletion, so a single button suffices.
  const keeps = state === 'conflict' && entry.effect === 'delete' && Boolean(theirs?.row);
  const close = (): void => setDialog(null);
  // A write from an earlier page may have been sent before the browser quit, so it is undone by a separate change.
  const undo = () =>
    client.madeHere(entry.id)
      ? run(() => undoEntry(client, entry.id), 'The change was undone.')
      : run(async () => {
          const result = await undoWrite(client, entry.id);
          if (result.kind === 'nothing') throw new Error(result.why);
          return true;
        }, 'The change may already have been sent. A change that undoes it was added to the queue.');
  const actions = (
    <>
      {isPaused(entry) && <PausedActions entry={entry} />}
      {state === 'refused' && (
        <Button
          size="small"
          onClick={() => void run(() => retryEntry(client, entry.id), 'The change is being sent again.')}
        >
          Resend
        </Button>
      )}
      {state === 'refused' && editableFields(entry).length > 0 && (
        <Button size="small" onClick={() => setDialog('resend')}>
          Edit and resend
        </Button>
      )}
      {canReassign(entry) && (
        <Button
          size="small"
          disabledFocusable={entry.entity !== entity}
          {...(entry.entity === entity
            ? {}
            : { title: `Switch to ${COUNTRIES[entry.entity].inText} to choose a location` })}
          onClick={() => setDialog('reassign')}
        >
          Reassign
        </Button>
      )}
      {(stuck || (state === 'queued' && !untouched)) && !keeps && (
        <Button size="small" className={danger.text} onClick={() => setDialog('discard')}>
          Discard
        </Button>
      )}
      {state === 'queued' && untouched && (
        <Button size="small" onClick={() => void undo()}>
          Undo
        </Button>
      )}
      <ExportMenu entries={[entry]} label="Export" name={`Export: ${entry.title}`} subtle />
    </>
  );
  return (
    <>
      {state === 'conflict' && theirs ? (
        <ConflictChoice entry={entry} theirs={theirs} run={run}>
          {actions}
        </ConflictChoice>
      ) : (
        <div className={styles.actions}>{actions}</div>
      )}
      {dialog === 'discard' && <DiscardDialog entry={entry} onClose={close} />}
      {dialog === 'resend' && <ResendDialog entry={entry} onClose={close} />}
      {dialog === 'reassign' && <ReassignDialog entry={entry} onClose={close} />}
    </>
  );
}

/** Sends a single paused write, or opens it for review. */
function PausedActions({ entry }: { entry: OutboxEntry }) {
  const { client } = useSync();
  const run = useBatchAction();
  const verdict = entry.hold?.verdict;
  const safe = verdict === 'safe';
  const review = verdict === 'changed' || verdict === 'gone';
  return (
    <>
      {review && (
        <Button
          size="small"
          appearance="primary"
          onClick={() =>
            void run(
              () => reviewPaused(client, [entry.id]),
              () => 'Opened for review. Nothing was sent.',
            )
          }
        >
          Review
        </Button>
      )}
      {verdict !== 'gone' && (
        <Button
          size="small"
          {...(safe ? { appearance: 'primary' as const } : {})}
          onClick={() =>
            void run(
              () => sendPaused(client, [entry.id]),
              () => 'The change is being sent.',
            )
          }
        >
          {safe ? 'Send' : 'Send anyway'}
        </Button>
      )}
    </>
  );
}
