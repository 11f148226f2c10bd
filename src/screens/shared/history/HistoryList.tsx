import { useContext, useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { fieldsChanged, type FieldChange } from '../../../contract/recordChange.ts';
import { LIVE_COLLECTIONS } from '../../../contract/call.ts';
import type { RecordChange } from '../../../contract/history.ts';
import { resourceOf } from '../../../contract/resources/all.ts';
import { operatorText } from '../../../domain/operatorText.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { formatTime } from '../../../domain/format.ts';
import { reverting, revertPermissions } from '../../../sync/actions/revertChange.ts';
import { useOutbox } from '../../../sync/hooks/useOutbox.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { Row } from '../../../sync/types.ts';
import { ChangedText } from '../../../ui/ChangedText.tsx';
import { freshness } from '../../../ui/list/freshness.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { draftFieldChanges } from '../draftWords.ts';
import { HistoryLeadContext } from './openHistory.ts';
import { eventText, meansText, waitingFields, waitingText } from './historyTexts.ts';
import { useRecordHistory } from './useRecordHistory.ts';

const LeadButton = lazyPart(() => import('./LeadButton.tsx').then(module => module.LeadButton));
const CompareStates = lazyPart(() => import('./CompareStates.tsx').then(module => module.CompareStates));
const RevertChange = lazyPart(() => import('./RevertChange.tsx').then(module => module.RevertChange));

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  entry: {
    padding: `${tokens.spacingVerticalSNudge} 0`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
  },
  field: { display: 'block' },
  label: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  line: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '24px' },
  time: { fontVariantNumeric: 'tabular-nums' },
  waiting: { color: tokens.colorStatusWarningForeground1 },
  note: { margin: `${tokens.spacingVerticalS} 0`, color: tokens.colorNeutralForeground2 },
  act: { marginInlineStart: 'auto' },
  end: { marginTop: tokens.spacingVerticalS },
});

/** Number of writes shown initially, and added by each press of "Show more". */
const STEP = 20;

interface HistoryListProps {
  collection: string;
  recordKey: string;
  /** The record as shown in the list; null if it is not in the list. */
  row: Row | null;
  /** Whether changes can be reverted from here. */
  reverts: boolean;
}

function Fields({
  changes,
  created,
  deleted,
}: {
  changes: readonly FieldChange[];
  created: boolean;
  deleted: boolean;
}) {
  const styles = useStyles();
  return changes.map(({ name, label, before, after }) => (
    <span key={name} className={styles.field}>
      <span className={styles.label}>{label}</span>{' '}
      {created
        ? after
        : deleted
          ? before
          : (before !== '' || after !== '') && <ChangedText before={before} after={after} />}
    </span>
  ));
}

/** A record's writes, newest first: those waiting on this device, and those on the server. */
export function HistoryList({ collection, recordKey, row, reverts }: HistoryListProps) {
  const styles = useStyles();
  const { entity } = useSync();
  const { can, timeZone, online } = useUi();
  const resource = resourceOf(collection);
  const lead = useContext(HistoryLeadContext);
  const now = useNow();
  const [count, setCount] = useState(STEP);
  const filters = { collection, key: recordKey };
  const { rows, total, status, problem, asOf, refreshing } = useRecordHistory(filters, row?.['version'], 1, count);
  const [asked, setAsked] = useState<RecordChange | null>(null);
  const [comparing, setComparing] = useState(false);
  const pending = useOutbox(async outbox =>
    (await outbox.open()).filter(
      entry => entry.entity === entity && entry.collection === collection && entry.recordKey === recordKey,
    ),
  );

  const live = LIVE_COLLECTIONS.find(one => one.collection === collection);
  const changesOf = ({ before, after }: Pick<RecordChange, 'before' | 'after'>) =>
    live ? draftFieldChanges(before, after) : fieldsChanged(resource, before, after);
  const canRevert = (change: RecordChange): boolean =>
    reverts &&
    (resource ? revertPermissions(resource, change) : [`${live?.feature ?? FEATURE.locationTree}.write`]).every(can) &&
    reverting(resource, entity, change, row, collection).length > 0;
  const waits = pending !== undefined && pending.length > 0;
  return (
    <>
      {waits && (
        <ul className={styles.list} aria-label="Waiting on this device">
          {pending.toReversed().map(entry => (
            <li key={entry.id} className={styles.entry}>
              {!live && <Fields changes={waitingFields(resource, entry)} created={false} deleted={false} />}
              <span className={mergeClasses(styles.quiet, styles.waiting)}>{waitingText(entry)}</span>
            </li>
          ))}
        </ul>
      )}
      {status === 'loading' && <p className={styles.note}>Loading the history from the server</p>}
      {status === 'error' && (
        <p className={styles.note}>
          {online
            ? `The history cannot be shown: ${problem ?? ''}`
            : 'Only the server has the changes made by others. They will be shown once it can be reached.'}
        </p>
      )}
      {status === 'ready' && rows.length === 0 && (
        <p className={styles.note}>
          {row?.['updatedBy']
            ? 'The server has no log entry for this record yet. The record was loaded together with many others.'
            : 'Nothing has been changed here yet.'}
        </p>
      )}
      {rows.length > 0 && (
        <ol className={styles.list} aria-label="Changes">
          {rows.map(({ key, row: change }) => {
            const event = eventText(change);
            return (
              <li key={key} className={styles.entry}>
                {event !== null && <span className={mergeClasses(styles.field, styles.label)}>{event}</span>}
                <Fields changes={changesOf(change)} created={change.before === null} deleted={change.after === null} />
                <span className={mergeClasses(styles.quiet, styles.field)}>
                  {operatorText(change)} <time className={styles.time}>{formatTime(change.timestamp, timeZone)}</time>
                </span>
                <span className={mergeClasses(styles.quiet, styles.line)}>
                  {meansText(change)}
                  {reverts && lead && change.after !== null && (
                    <LeadButton lead={lead} recordKey={recordKey} version={change.version} className={styles.act} />
                  )}
                  {canRevert(change) && (
                    <Button size="small" appearance="subtle" className={styles.act} onClick={() => setAsked(change)}>
                      Revert
                    </Button>
                  )}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {reverts && !live && rows.length > 1 && (
        <Button size="small" className={styles.end} onClick={() => setComparing(true)}>
          Compare two states
        </Button>
      )}
      {status === 'ready' && total > rows.length && (
        <Button
          size="small"
          className={styles.end}
          disabledFocusable={refreshing}
          onClick={() => setCount(count + 5 * STEP)}
        >
          {`Show more of ${String(total)}`}
        </Button>
      )}
      {status === 'ready' && (problem !== null || !online) && (
        <p className={mergeClasses(styles.note, styles.quiet)}>
          {freshness({ asOf, refreshing, problem, online }, now, timeZone).text}
        </p>
      )}
      {comparing && (
        <CompareStates
          resource={resource}
          changes={rows.map(({ row: change }) => change)}
          onClose={() => setComparing(false)}
        />
      )}
      {asked && (
        <RevertChange
          collection={collection}
          change={asked}
          row={row}
          onCancel={() => setAsked(null)}
          onDone={() => setAsked(null)}
        />
      )}
    </>
  );
}
