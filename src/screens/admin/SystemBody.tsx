import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular, ArrowSyncRegular, ShieldCheckmarkRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import {
  exportSystemLog,
  getSystem,
  listSystemTasks,
  verifySystemLog,
  type SystemState,
} from '../../contract/system.ts';
import { formatCount, formatTime } from '../../domain/format.ts';
import { administer } from '../../sync/actions/administer.ts';
import { downloadUrl } from '../../sync/hooks/downloadUrl.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useReloadEvery } from '../../ui/useReloadEvery.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { ServerBody } from '../shared/ServerBody.tsx';
import { Backups, bytesText } from './Backups.tsx';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 360px), 1fr))',
    columnGap: tokens.spacingHorizontalXXL,
  },
  section: { minWidth: 0, marginBottom: tokens.spacingVerticalXL },
  heading: {
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    margin: `0 0 ${tokens.spacingVerticalS}`,
  },
  wide: { overflowX: 'auto' },
  findings: { color: tokens.colorPaletteRedForeground1, margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

/** Intervals at which a running task and the figures are refreshed. */
const TASK_MILLIS = 1_500;
const FIGURES_MILLIS = 10_000;

function Section({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}

function Facts({ of }: { of: readonly (readonly [string, ReactNode])[] }) {
  const facts = useFactStyles();
  return (
    <dl className={facts.facts}>
      {of.map(([term, value]) => [
        <dt key={`${term} term`} className={facts.term}>
          {term}
        </dt>,
        <dd key={term} className={facts.fact}>
          {value}
        </dd>,
      ])}
    </dl>
  );
}

/** Formats counts, e.g. "waiting 2, running 1", or says that there are none. */
const byState = (counts: readonly { state: string; count: number }[], none: string): string =>
  counts.length === 0 ? none : counts.map(({ state, count }) => `${state} ${formatCount(count)}`).join(', ');

/** Formats a backlog, e.g. "12 entries, the oldest from 2026-11-28 10:00:00". */
const logText = (entries: number, oldest: string): string =>
  entries === 0 ? 'No entries yet' : `${countEntries(entries)}, the oldest of ${oldest}`;
const countEntries = (count: number): string => `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`;

function Figures({ state }: { state: SystemState }) {
  const facts = useFactStyles();
  const styles = useStyles();
  const { timeZone } = useUi();
  const { versions, storage, log } = state;
  const wrong = state.checks.filter(({ ok }) => !ok);
  return (
    <>
      <div className={styles.columns}>
        <Section title="State">
          <Facts
            of={[
              [
                'Ready',
                wrong.length === 0 ? 'Yes' : `No: ${wrong.map(({ name, detail }) => `${name}: ${detail}`).join(' ')}`,
              ],
              ['Running since', formatTime(state.startedAt, timeZone)],
              [
                'Memory',
                `${bytesText(state.memory.resident)}, including ${bytesText(state.memory.heap)} of JavaScript heap`,
              ],
              ['Event streams', formatCount(state.streams)],
              [
                'Database connections',
                `${state.pool.total}, ${state.pool.idle} idle, ${state.pool.waiting} calls waiting`,
              ],
              ['Feed lag', `${formatCount(state.feedLag)} transactions`],
              [
                'Jobs',
                byState(
                  state.jobs.map(({ kind, state: own, count }) => ({ state: `${kind} ${own}`, count })),
                  'None',
                ),
              ],
              [
                'Rows of imports',
                state.importRows.total === 0
                  ? 'No import is running'
                  : `${formatCount(state.importRows.done)} of ${formatCount(state.importRows.total)}`,
              ],
              ['Notifications', byState(state.notifications, 'None waiting, none failed')],
            ]}
          />
        </Section>
        <Section title="Versions">
          <Facts
            of={[
              ['Server', versions.server],
              ['Console', versions.console === null ? 'Not served' : formatTime(versions.console, timeZone)],
              ['Contract', String(versions.contract)],
              ['Schema', `${versions.migrations} migrations, the last one ${versions.lastMigration}`],
              ['Database', versions.database],
              ['Node', versions.node],
            ]}
          />
        </Section>
        <Section title="Storage">
          <Facts
            of={[
              ['Database', bytesText(storage.database)],
              ['Uploaded files', `${formatCount(storage.files.count)}, ${bytesText(storage.files.bytes)}`],
              [
                'Free on the disk',
                storage.free === null ? 'Unknown because files are not stored in a folder' : bytesText(storage.free),
              ],
              [
                'Log',
                `${logText(log.entries, formatTime(log.oldest, timeZone))}, kept ${log.days === 0 ? 'forever' : `${formatCount(log.days)} days`}`,
              ],
            ]}
          />
          <FactTable label="Largest tables" heads={['Table', 'Size', 'Rows']} numbers={['Size', 'Rows']}>
            {storage.tables.map(({ name, bytes, rows }) => (
              <tr key={name}>
                <td className={facts.cell}>{name}</td>
                <td className={mergeClasses(facts.cell, facts.number)}>{bytesText(bytes)}</td>
                <td className={mergeClasses(facts.cell, facts.number)}>
                  {rows === null ? 'not counted yet' : formatCount(rows)}
                </td>
              </tr>
            ))}
          </FactTable>
        </Section>
      </div>
      <Section title="Calls of this process">
        <div className={styles.wide}>
          <FactTable
            label="Calls"
            heads={['Call', 'Count', 'Failed', 'Mean', '95 %']}
            numbers={['Count', 'Failed', 'Mean', '95 %']}
          >
            {state.calls.map(({ method, route, count, failed, mean, p95 }) => (
              <tr key={`${method} ${route}`}>
                <td className={facts.cell}>
                  {method} {route}
                </td>
                <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(count)}</td>
                <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(failed)}</td>
                <td className={mergeClasses(facts.cell, facts.number)}>{mean} ms</td>
                <td className={mergeClasses(facts.cell, facts.number)}>
                  {p95 === null ? (count > 0 ? 'above 10 s' : '/') : `below ${p95} ms`}
                </td>
              </tr>
            ))}
          </FactTable>
        </div>
      </Section>
    </>
  );
}

/** The server's state, its backups and its log, for System Admins; online only. */
export function SystemBody() {
  const styles = useStyles();
  const { client, entity } = useSync();
  const { notify, timeZone } = useUi();
  const read = useAdministration(getSystem, {});
  const tasks = useAdministration(listSystemTasks, {});
  const all = tasks.data?.tasks ?? [];
  const isBusy = all.some(({ endedAt }) => endedAt === null);
  const reloadTasks = tasks.reload;
  useReloadEvery([read], FIGURES_MILLIS);
  useReloadEvery([tasks], isBusy ? TASK_MILLIS : null);
  const checks = all.filter(({ kind }) => kind === 'verify');
  const [check] = checks;
  const verify = () =>
    administer(client, entity, verifySystemLog, {}).then(reloadTasks, (error: Error) => notify.error(error.message));
  return (
    <ServerBody
      read={read}
      bar={
        <Button icon={<ArrowSyncRegular />} disabled={read.loading} onClick={read.reload}>
          Refresh
        </Button>
      }
    >
      {state => (
        <>
          <Figures state={state} />
          <Section title="Backups">
            <Backups read={tasks} />
          </Section>
          <Section title="Log">
            <p>
              Each entry has the hash of the previous one, so entries that were changed, removed or inserted can be
              detected.
            </p>
            <p>
              <Button
                icon={<ShieldCheckmarkRegular />}
                disabled={check?.endedAt === null}
                onClick={() => void verify()}
              >
                Verify Log
              </Button>{' '}
              <Button as="a" href={downloadUrl(exportSystemLog, {}, entity)} icon={<ArrowDownloadRegular />} download>
                Export Whole Log
              </Button>
            </p>
            {check && (
              <div aria-live="polite">
                {check.endedAt === null ? (
                  <>
                    {check.step || 'Waiting for other background work'}
                    <ProgressBar {...(check.total > 0 ? { value: check.done, max: check.total } : {})} />
                  </>
                ) : (
                  <>
                    {check.message} Verified by {check.person} at {formatTime(check.endedAt, timeZone)}.
                    {check.findings.length > 0 && (
                      <ul className={styles.findings}>
                        {check.findings.map(finding => (
                          <li key={finding}>{finding}</li>
                        ))}
                      </ul>
                    )}
                  </>
                )}
              </div>
            )}
          </Section>
        </>
      )}
    </ServerBody>
  );
}
