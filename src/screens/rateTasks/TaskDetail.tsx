import { useState, type ReactNode } from 'react';
import { MessageBar, MessageBarBody, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { RATE_TASK_CALLS, type TaskRow } from '../../contract/rateImports/calls.ts';
import { kindName, rateFileById, rateImportId } from '../../contract/rateImports/resources.ts';
import type { Family } from '../../contract/rateTable/versions.ts';
import { BATCH_STATUS, hasEnded } from '../../domain/import/batch.ts';
import { formatCount, formatTime } from '../../domain/format.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { FileLink } from '../resource/FileLink.tsx';
import { ImportRows } from '../shared/imports/ImportRows.tsx';
import { RevertImport } from '../shared/imports/RevertImport.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { sizeText } from '../../domain/sizeText.ts';
import { TaskProgress } from './TaskProgress.tsx';

const useStyles = makeStyles({ problem: { marginBottom: tokens.spacingVerticalM } });

/** A single task: its state and progress, its effect on rows, who started it and when, and its files (TASK-2). */
export function TaskDetail({ item, close, refresh, family }: ListDialogProps<TaskRow> & { family: Family }) {
  const styles = useStyles();
  const facts = useFactStyles();
  const { entity } = useSync();
  const { timeZone } = useUi();
  const [turn, setTurn] = useState(0);
  const read = useAdministration(RATE_TASK_CALLS[family].task, item ? { id: item.row.id } : null);
  if (!item) return null;
  // The list is reloaded while a task is in progress, so its row is then more recent. What was loaded here is reloaded
  // after an undo, which the list's row does not follow.
  const own = read.data;
  const row = own && hasEnded(own.status) ? own : item.row;
  const declaration = rateImportId(family, row.type);
  const resource = rateFileById(declaration)?.resource;
  const counts = row.counts;
  const lines: (readonly [string, ReactNode])[] = [
    // The result has a line of its own, where it is never cut off.
    ['State', <TaskProgress key="state" row={{ ...row, result: '' }} />],
    ['Kind', kindName(row.type)],
    ['File', <FileLink key="file" url={row.file_url} text={`${row.file_name} (${sizeText(row.file_size)})`} />],
  ];
  if (row.error_url !== '')
    lines.push(['Errors', <FileLink key="errors" url={row.error_url} text="File with its errors" />]);
  lines.push(['Started by', row.created_by], ['Started at', formatTime(row.created_at, timeZone)]);
  if (row.finished_at !== null) lines.push(['Ended at', formatTime(row.finished_at, timeZone)]);
  if (counts && row.status === BATCH_STATUS.successful)
    lines.push(
      ['Rows added', formatCount(counts.added)],
      ['Rows changed', formatCount(counts.changed)],
      ['Rows removed', formatCount(counts.removed)],
      ['Rows unchanged', formatCount(counts.unchanged + counts.absent)],
    );
  lines.push(['Result', row.result]);
  return (
    <InfoDialog
      title={`Task ${row.id}: ${kindName(row.type)}`}
      wide
      onClose={close}
      actions={
        row.status === BATCH_STATUS.successful && (
          <RevertImport
            entity={entity}
            id={row.import_id}
            declaration={declaration}
            counts={counts}
            reverted={!row.restorable}
            onDone={() => {
              setTurn(turn + 1);
              read.reload();
              refresh();
            }}
          />
        )
      }
    >
      {read.problem !== null && (
        <MessageBar intent="warning" layout="multiline" className={styles.problem}>
          <MessageBarBody>{read.problem} The details below were loaded with the list.</MessageBarBody>
        </MessageBar>
      )}
      {read.loading && own === null && <Spinner size="tiny" label="Loading" />}
      <dl className={facts.facts}>
        {lines.map(([term, value]) =>
          value === '' ? null : (
            <div key={term} style={{ display: 'contents' }}>
              <dt className={facts.term}>{term}</dt>
              <dd className={facts.fact}>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {resource && row.state === 'applied' && counts && counts.added + counts.changed + counts.removed > 0 && (
        <ImportRows key={turn} id={row.import_id} resource={resource} />
      )}
    </InfoDialog>
  );
}
