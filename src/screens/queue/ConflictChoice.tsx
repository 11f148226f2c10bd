import { Button, mergeClasses } from '@fluentui/react-components';
import { useId, useState, type ReactNode } from 'react';
import { formatTime } from '../../domain/format.ts';
import { resolveConflict } from '../../sync/actions/queue.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { OutboxEntry, Theirs } from '../../sync/types.ts';
import { useDangerStyles } from '../../ui/dangerStyles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { ChangeTable, ROWS_SHOWN } from './EntryParts.tsx';
import { fieldLabel, valueText } from './entryWords.ts';
import { brokenRule } from './conflictRules.ts';
import { withPeriod } from '../../domain/errorText.ts';
import { fieldChanges, separateText } from './queueTexts.ts';
import type { RunAction } from './useQueueActions.ts';
import { useQueueStyles } from './useQueueStyles.ts';

type Choice = Record<string, 'mine' | 'theirs'>;

/** The choice that keeps the person's version of the whole record. */
const WHOLE: Choice = { record: 'mine' };

interface ConflictChoiceProps {
  entry: OutboxEntry;
  theirs: Theirs;
  run: RunAction;
  /** Additional actions next to Apply. */
  children: ReactNode;
}

/** Base, mine and theirs for each field that both people changed, with who changed it and when, and a choice (OB8). */
export function ConflictChoice({ entry, theirs, run, children }: ConflictChoiceProps) {
  const styles = useQueueStyles();
  const danger = useDangerStyles();
  const { client } = useSync();
  const { timeZone } = useUi();
  const name = useId();
  const [choice, setChoice] = useState<Choice>({});
  const missing = theirs.fields.filter(({ field }) => choice[field] === undefined).length;
  const when = theirs.updatedAt > 0 ? ` at ${formatTime(theirs.updatedAt, timeZone)}` : '';
  const who = theirs.updatedBy || 'A colleague';

  if (theirs.row === null) {
    return (
      <>
        <p className={styles.note}>
          {who} deleted this record{when}. Create it again with your change, or discard your change to leave it deleted.
        </p>
        <ChangeTable collection={entry.collection} changes={fieldChanges(entry)} />
        <div className={styles.actions}>
          <Button
            size="small"
            onClick={() =>
              void run(() => resolveConflict(client, entry.id, WHOLE), 'The record is being created again.')
            }
          >
            Create it again
          </Button>
          {children}
        </div>
      </>
    );
  }
  if (entry.effect === 'delete') {
    return (
      <>
        <p className={styles.note}>
          {who} changed the record that you deleted{when}. Delete it anyway, or keep it as it is now.
        </p>
        <ChangeTable
          collection={entry.collection}
          heads={['Before', 'Their change']}
          changes={theirs.fields.map(({ field, base, theirs: other }) => ({
            field,
            from: valueText(entry.collection, field, base),
            to: valueText(entry.collection, field, other),
          }))}
        />
        <div className={styles.actions}>
          <Button
            size="small"
            appearance="primary"
            onClick={() => void run(() => resolveConflict(client, entry.id, {}), 'The record is left unchanged.')}
          >
            Keep the record
          </Button>
          <Button
            size="small"
            className={danger.text}
            onClick={() => void run(() => resolveConflict(client, entry.id, WHOLE), 'The deletion is being sent.')}
          >
            Delete it anyway
          </Button>
          {children}
        </div>
      </>
    );
  }
  // Two people created the same record, so there is no earlier state.
  const created = entry.effect === 'create';
  const all = (side: 'mine' | 'theirs'): Choice => Object.fromEntries(theirs.fields.map(({ field }) => [field, side]));
  const mine = theirs.fields.filter(({ field }) => choice[field] === 'mine').map(({ field }) => field);
  const separate = separateText(entry, mine);
  const broken = missing > 0 ? null : brokenRule(entry, choice);
  const radio = (field: string, side: 'mine' | 'theirs', value: unknown) => (
    <label className={styles.choice}>
      <input
        type="radio"
        className={styles.radio}
        name={`${name}-${field}`}
        checked={choice[field] === side}
        aria-label={`${fieldLabel(entry.collection, field)}: ${side === 'mine' ? 'yours' : 'theirs'} (${valueText(entry.collection, field, value)})`}
        onChange={() => setChoice({ ...choice, [field]: side })}
      />
      {valueText(entry.collection, field, value)}
    </label>
  );
  const resultOf = (field: string, mine: unknown, other: unknown): string =>
    choice[field] === undefined
      ? 'Not decided'
      : valueText(entry.collection, field, choice[field] === 'mine' ? mine : other);
  return (
    <>
      <p className={styles.note}>
        {who} {created ? 'created' : 'changed'} the same record{when}. Choose what to keep.
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            {(created
              ? ['Field', 'Your change', 'Their change', 'Result']
              : ['Field', 'Before', 'Your change', 'Their change', 'Result']
            ).map(label => (
              <th key={label} className={mergeClasses(styles.cell, styles.headCell)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {theirs.fields.slice(0, ROWS_SHOWN).map(({ field, base, mine, theirs: other }) => (
            <tr key={field}>
              <th scope="row" className={styles.cell}>
                {fieldLabel(entry.collection, field)}
              </th>
              {!created && <td className={styles.cell}>{valueText(entry.collection, field, base)}</td>}
              <td className={styles.cell}>{radio(field, 'mine', mine)}</td>
              <td className={styles.cell}>{radio(field, 'theirs', other)}</td>
              <td className={styles.cell}>{resultOf(field, mine, other)}</td>
            </tr>
          ))}
          {theirs.fields.length > ROWS_SHOWN && (
            <tr>
              <td className={styles.cell} colSpan={created ? 4 : 5}>
                and {theirs.fields.length - ROWS_SHOWN} more. All yours and All theirs apply to these fields too.
              </td>
            </tr>
          )}
          {broken?.deciding.map(field => (
            <tr key={field}>
              <th scope="row" className={styles.cell}>
                {fieldLabel(entry.collection, field)}
              </th>
              <td className={styles.cell}>{valueText(entry.collection, field, entry.base?.[field])}</td>
              <td className={styles.cell}>Not changed</td>
              <td className={styles.cell}>{valueText(entry.collection, field, theirs.row?.[field])}</td>
              <td className={styles.cell}>{valueText(entry.collection, field, theirs.row?.[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {broken && (
        <output className={styles.note}>
          {withPeriod(broken.problem)} Choose theirs, or discard your change and change both fields together.
        </output>
      )}
      <div className={styles.actions}>
        <Button
          size="small"
          appearance="primary"
          disabledFocusable={missing > 0 || separate !== null || broken !== null}
          onClick={() => void run(() => resolveConflict(client, entry.id, choice), 'Your choice is being sent.')}
        >
          Apply
        </Button>
        {theirs.fields.length > 1 && (
          <>
            <Button size="small" onClick={() => setChoice(all('mine'))}>
              All yours
            </Button>
            <Button size="small" onClick={() => setChoice(all('theirs'))}>
              All theirs
            </Button>
          </>
        )}
        {children}
        {missing > 0 && (
          <span className={styles.when}>{missing === 1 ? '1 field to decide' : `${missing} fields to decide`}</span>
        )}
        {separate !== null && <output className={styles.when}>{separate}</output>}
      </div>
    </>
  );
}
