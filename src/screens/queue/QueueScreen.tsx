import { Button, mergeClasses } from '@fluentui/react-components';
import { CardUiRegular, CheckmarkCircleRegular, CloudOffRegular, TextBulletListRegular } from '@fluentui/react-icons';
import { useMemo, useRef, useState } from 'react';
import { useImports } from '../../sync/hooks/useImports.ts';
import { useQueue } from '../../sync/hooks/useQueue.ts';
import type { OutboxEntry, PreflightFinding } from '../../sync/types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useFocusInside } from '../../ui/useFocusInside.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useNow } from '../../ui/useNow.ts';
import { ImportsOfQueue } from './ImportsOfQueue.tsx';
import { EMPTY, SHOW_LABEL, pausedText } from './queueTexts.ts';
import { DoneRecord, RecordCard } from './RecordCard.tsx';
import { RecordLines } from './RecordLines.tsx';
import { useQueueStyles, useWorkbenchStyles } from './useQueueStyles.ts';
import {
  alikeConflicts,
  countShows,
  groupByRecord,
  isStuck,
  layoutOf,
  narrowTo,
  needsPerson,
  refusedForRight,
  SHOWS,
  type Layout,
  type RecordGroup,
  type Show,
  isPaused,
  isOpen,
} from './workbench.ts';
import { reviewPaused, sendPaused } from '../../sync/actions/queue.ts';
import { pausedSummaryOf } from '../../sync/hooks/pausedWrites.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useBatchAction } from './useQueueActions.ts';

const BatchPanel = lazyPart(() => import('./BatchPanel.tsx').then(module => module.BatchPanel));
const ExportMenu = lazyPart(() => import('./ExportMenu.tsx').then(module => module.ExportMenu));

/** Number of records listed initially, and added by each press of "Show more". */
const STEP = 40;
const LINES_STEP = 200;

interface QueueScreenProps {
  /** Id of the entry to show. */
  wanted: string | null;
  /** The filter applied initially; all writes are shown if it is not one of `SHOWS`. */
  show?: unknown;
  /** The filter of imports applied initially. */
  imports?: unknown;
}

/** The queue page: all of this person's writes on this device, grouped by record. */
export function QueueScreen({ wanted, show: shownFirst, imports: importsShown }: QueueScreenProps) {
  const styles = useWorkbenchStyles();
  const queue = useQueueStyles();
  const root = useRef<HTMLDivElement>(null);
  useFocusInside(root);
  const entries = useQueue();
  const imports = useImports();
  const [show, setShow] = useState<Show>(() => SHOWS.find(value => value === shownFirst) ?? 'all');
  const records = useMemo(() => groupByRecord(entries ?? []), [entries]);
  const groups = useMemo(() => narrowTo(records, show), [records, show]);
  const [layout, setLayout] = useLayout(entries ? records.length : null);
  const counts = countShows(entries ?? []);
  const stuck = (entries ?? []).filter(needsPerson);
  // Imports are changes too: if there is nothing else, there is nothing to filter, and the page is not empty.
  const importsAlone = entries?.length === 0 && (imports?.length ?? 0) > 0;
  return (
    <div ref={root} tabIndex={-1} className={queue.root}>
      <PageHeader title="Changes on this device">
        {stuck.length > 0 && (
          <ExportMenu
            entries={stuck}
            label={stuck.length === 1 ? 'Export 1 that needs attention' : `Export ${stuck.length} that need attention`}
          />
        )}
      </PageHeader>
      {imports && <ImportsOfQueue imports={imports} show={importsShown} />}
      {!importsAlone && (
        <>
          <div className={styles.bar}>
            <Tabs
              label="Show"
              items={SHOWS.map(value => ({
                value,
                label: entries ? `${SHOW_LABEL[value]} ${counts[value]}` : SHOW_LABEL[value],
              }))}
              value={show}
              onSelect={value => setShow(value as Show)}
            />
            {groups.length > 1 && (
              <Button
                size="small"
                appearance="subtle"
                className={styles.layout}
                icon={layout === 'lines' ? <CardUiRegular /> : <TextBulletListRegular />}
                onClick={() => setLayout(layout === 'lines' ? 'cards' : 'lines')}
              >
                <span className={styles.layoutWord}>{layout === 'lines' ? 'Show as cards' : 'Show as list'}</span>
              </Button>
            )}
          </div>
          {entries && <Shown key={`${show} ${layout}`} {...{ entries, groups, show, setShow, layout, wanted }} />}
        </>
      )}
    </div>
  );
}

/**
 * The layout that suits the number of records when it first becomes known, until the person selects one: it never
 * switches by itself.
 */
function useLayout(records: number | null): [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout | null>(records === null ? null : layoutOf(records));
  if (layout === null && records !== null) setLayout(layoutOf(records));
  return [layout ?? 'cards', setLayout];
}

interface ShownProps {
  entries: readonly OutboxEntry[];
  groups: readonly RecordGroup[];
  layout: Layout;
  show: Show;
  setShow: (show: Show) => void;
  wanted: string | null;
}

function Shown({ entries, groups, layout, show, setShow, wanted }: ShownProps) {
  const styles = useWorkbenchStyles();
  const queue = useQueueStyles();
  const { online } = useUi();
  const now = useNow(30_000);
  const step = layout === 'lines' ? LINES_STEP : STEP;
  const [most, setMost] = useState(step);
  const panel = useRef<HTMLDivElement>(null);
  // A resolved entry disappears from the list, together with the focused button.
  useFocusInside(panel);
  const alike = useMemo(() => alikeConflicts(entries), [entries]);
  const denied = useMemo(() => refusedForRight(entries), [entries]);
  const takenBack = useMemo(
    () => new Set(entries.filter(({ state }) => state !== 'discarded').flatMap(({ undoes }) => undoes ?? [])),
    [entries],
  );
  const waiting = entries.some(({ state }) => state === 'queued' || state === 'sending');
  const at = groups.findIndex(({ open, ended }) => [...open, ...ended].some(({ id }) => id === wanted));
  const shown = groups.slice(0, Math.max(most, at + 1));
  const opened = shown.filter(({ open }) => open.length > 0);
  const done = shown.filter(({ open }) => open.length === 0);
  const rest = { wanted, takenBack, now };
  const decides = show === 'all' || show === 'needs';
  return (
    <div ref={panel} role="tabpanel" aria-label={SHOW_LABEL[show]} tabIndex={-1} className={styles.view}>
      {!online && waiting && (
        <p className={queue.note}>
          <CloudOffRegular aria-hidden /> You are offline. Waiting changes are saved on this device and will be sent as
          soon as the server can be reached.
        </p>
      )}
      {show !== 'done' && <PausedPanel entries={entries} onReview={() => setShow('needs')} />}
      {decides && entries.some(isStuck) && <BatchPanel groups={alike} denied={denied} />}
      {groups.length === 0 && (
        <EmptyState
          icon={online ? <CheckmarkCircleRegular /> : <CloudOffRegular />}
          title={EMPTY[show].title}
          hint={EMPTY[show].hint}
        />
      )}
      {layout === 'lines' && shown.length > 0 && <RecordLines groups={shown} {...rest} />}
      {layout === 'cards' && opened.length > 0 && (
        <ul className={queue.list} aria-label="Open changes">
          {opened.map(group => (
            <RecordCard key={group.key} group={group} {...rest} />
          ))}
        </ul>
      )}
      {layout === 'cards' && done.length > 0 && (
        <section className={styles.view} aria-labelledby="queue-done">
          <h2 id="queue-done" className={queue.heading}>
            Done
          </h2>
          <ul className={mergeClasses(queue.card, styles.plainList)}>
            {done.map(group => (
              <DoneRecord key={group.key} group={group} {...rest} />
            ))}
          </ul>
        </section>
      )}
      {groups.length > shown.length && (
        <div className={queue.actions}>
          <Button onClick={() => setMost(most + step)}>
            Show {Math.min(step, groups.length - shown.length)} more of {groups.length} records
          </Button>
        </div>
      )}
    </div>
  );
}

interface PausedPanelProps {
  entries: readonly OutboxEntry[];
  /** Shows the writes that need a decision. */
  onReview: () => void;
}

/**
 * The result of the preflight check after a long time offline, and the person's options. Renders nothing if no write is
 * paused.
 */
export function PausedPanel({ entries, onReview }: PausedPanelProps) {
  const styles = useWorkbenchStyles();
  const queue = useQueueStyles();
  const { client } = useSync();
  const run = useBatchAction();
  const summary = pausedSummaryOf(entries.filter(isOpen));
  if (!summary) return null;
  const idsOf = (...verdicts: readonly PreflightFinding['verdict'][]): string[] =>
    entries.filter(entry => isPaused(entry) && entry.hold && verdicts.includes(entry.hold.verdict)).map(({ id }) => id);
  const rest = summary.waiting - summary.safe;
  const sendSafe = () =>
    run(
      () => sendPaused(client, idsOf('safe')),
      () => `${summary.safe === 1 ? '1 change is' : `${summary.safe} changes are`} being sent.`,
    );
  const sendDenied = () =>
    run(
      () => sendPaused(client, idsOf('denied')),
      ({ took }) =>
        `${took === 1 ? '1 change is' : `${took} changes are`} being sent. Changes that the server refuses will appear here.`,
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
    <section className={styles.panel} aria-labelledby="queue-paused">
      <h2 id="queue-paused" className={styles.panelTitle}>
        {pausedText(summary)}
      </h2>
      <p className={queue.note}>
        This device was offline for a long time, so it checked with the server for changes before sending anything. The
        changes listed here are paused until you send them; changes to other records are sent as usual.
      </p>
      <div className={queue.actions}>
        {summary.safe > 0 && (
          <Button appearance="primary" onClick={() => void sendSafe()}>
            {summary.safe === 1 ? 'Send 1 safe change' : `Send ${summary.safe} safe changes`}
          </Button>
        )}
        {summary.denied > 0 && (
          <Button onClick={() => void sendDenied()}>{`Send ${summary.denied} without permission anyway`}</Button>
        )}
        {rest > 0 && <Button onClick={() => void review()}>Review the rest</Button>}
      </div>
    </section>
  );
}
