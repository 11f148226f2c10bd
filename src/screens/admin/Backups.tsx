import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArchiveRegular, DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { CallOutput } from '../../contract/call.ts';
import { deleteBackup, makeBackup, type listSystemTasks } from '../../contract/system.ts';
import { formatCount, formatTime } from '../../domain/format.ts';
import { administer } from '../../sync/actions/administer.ts';
import type { Administration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { useOneAtATime } from '../../ui/useOneAtATime.ts';

const useStyles = makeStyles({
  wide: { overflowX: 'auto' },
  whole: { whiteSpace: 'nowrap' },
  sum: { minWidth: '18ch', overflowWrap: 'anywhere' },
});

type Tasks = CallOutput<typeof listSystemTasks>;

/** Formats a number of bytes, e.g. "1.2 GB". */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  for (; value >= 1024 && unit < units.length - 1; unit += 1) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit] ?? ''}`;
}

/** Formats the time elapsed since an instant in its largest unit, e.g. "3 days". */
export function ageText(sinceMillis: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - sinceMillis) / 60_000));
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 2880
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** The existing backups, the backup in progress, and how to restore one. */
export function Backups({ read }: { read: Administration<Tasks> }) {
  const facts = useFactStyles();
  const styles = useStyles();
  const whole = mergeClasses(facts.cell, styles.whole);
  const { client, entity } = useSync();
  const { notify, timeZone } = useUi();
  const now = useNow();
  const [removing, setRemoving] = useState<string | null>(null);
  const { run } = useOneAtATime();
  if (read.data === null) return <p>{read.problem ?? 'Loading the list of backups'}</p>;
  const { backups, folder, restore, tasks } = read.data;
  if (folder === null)
    return (
      <p>
        This server uses PostgreSQL, which has its own backup tools. Run <code>pg_dump --format=custom</code> and copy
        the folder with the uploaded files, as described in docs/deployment.md.
      </p>
    );
  const [latest] = tasks.filter(({ kind }) => kind === 'backup');
  const make = () =>
    run(() =>
      administer(client, entity, makeBackup, {}).then(read.reload, (error: Error) => notify.error(error.message)),
    );
  return (
    <>
      <p>
        <Button icon={<ArchiveRegular />} disabled={latest?.endedAt === null} onClick={() => void make()}>
          Create Backup
        </Button>
      </p>
      {latest && (
        <div aria-live="polite">
          {latest.endedAt === null && (
            <>
              Backup {latest.name}: {latest.step || 'waiting for other background work'}
              <ProgressBar {...(latest.total > 0 ? { value: latest.done, max: latest.total } : {})} />
            </>
          )}
          {latest.state === 'done' &&
            backups.some(({ name }) => name === latest.name) &&
            `Backup ${latest.name} is done: ${latest.message}.`}
          {latest.state === 'failed' && `Backup ${latest.name} failed. ${latest.message}`}
        </div>
      )}
      {backups.length === 0 ? (
        <p>There is no backup in {folder} yet. Create one and copy it to another machine.</p>
      ) : (
        <>
          <div className={styles.wide}>
            <FactTable label="Backups" heads={['Name', 'Made', 'Age', 'Size', 'Checksum', 'Action']}>
              {backups.map(({ name, made, bytes, files, sum }) => (
                <tr key={name}>
                  <td className={whole}>{name}</td>
                  <td className={whole}>{formatTime(Math.floor(Date.parse(made) / 1000), timeZone)}</td>
                  <td className={whole}>{ageText(Date.parse(made), now)}</td>
                  <td className={whole}>
                    {bytesText(bytes)}, {formatCount(files)} files
                  </td>
                  <td className={mergeClasses(facts.cell, styles.sum)}>
                    <code>{sum}</code>
                  </td>
                  <td className={whole}>
                    <Button size="small" icon={<DeleteRegular />} onClick={() => setRemoving(name)}>
                      Delete
                    </Button>
                  </td>
                </tr>
              ))}
            </FactTable>
          </div>
          <p>
            The backups are in {folder} on the server. Copy them to another machine. To restore one, stop the server and
            run <code>{restore}</code>.
          </p>
        </>
      )}
      {removing !== null && (
        <ConfirmDialog
          title={`Delete the backup ${removing}?`}
          destructive
          focus="cancel"
          onCancel={() => setRemoving(null)}
          onConfirm={async () => {
            await administer(client, entity, deleteBackup, { name: removing });
            notify.success(`Backup ${removing} was deleted`);
            setRemoving(null);
            read.reload();
          }}
        >
          Its files are removed from the server&apos;s disk. Copies on other machines are kept.
        </ConfirmDialog>
      )}
    </>
  );
}
