import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useState, type KeyboardEvent } from 'react';
import { formatMillis } from '../../domain/format.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { EntryState } from './EntryParts.tsx';
import { agoText, changesText, operationWord, stateWord } from './queueTexts.ts';
import { DoneRecord, RecordCard, type RecordCardProps } from './RecordCard.tsx';
import { useQueueStyles } from './useQueueStyles.ts';
import { isPaused, leadingEntry, type RecordGroup } from './workbench.ts';

const NARROW = '@media (max-width: 639px)';

const useStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed', fontSize: tokens.fontSizeBase200 },
  head: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'left',
  },
  row: { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
  cell: {
    height: '32px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  record: { width: '44%', fontWeight: tokens.fontWeightRegular, [NARROW]: { width: 'auto' } },
  state: { width: '112px', '@media (min-width: 1100px)': { width: '168px' } },
  when: { width: '96px', fontVariantNumeric: 'tabular-nums' },
  /**
   * On a phone, there is no room for this column, whose content is on the card. It has no width but still exists,
   * because an expanded card spans all columns.
   */
  spare: { [NARROW]: { width: 0, padding: 0 } },
  wide: { [NARROW]: { display: 'none' } },
  chevron: { flexShrink: 0 },
  open: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    width: '100%',
    minHeight: '32px',
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    [NARROW]: { minHeight: '40px' },
  },
  name: { flexShrink: 1, overflow: 'hidden', textOverflow: 'ellipsis', fontWeight: tokens.fontWeightSemibold },
  detail: {
    flexShrink: 3,
    minWidth: '96px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: tokens.colorNeutralForeground3,
  },
  card: { padding: tokens.spacingHorizontalS, backgroundColor: tokens.colorNeutralBackground2 },
});

type LinesProps = Omit<RecordCardProps, 'group'> & { groups: readonly RecordGroup[] };

const holds = ({ open, ended }: RecordGroup, id: string | null): boolean =>
  id !== null && [...open, ...ended].some(entry => entry.id === id);

/** The Up and Down keys move between lines. */
function onArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const lines = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('button[data-line]') ?? [])];
  const at = lines.indexOf(event.currentTarget);
  const next = lines[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** Many records, one line each: the change, its state and its age. A line expands to the record's card. */
export function RecordLines({ groups, wanted, ...rest }: LinesProps) {
  const styles = useStyles();
  // The lines that the person has expanded or collapsed; the record to which the URL points is expanded initially.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (group: RecordGroup): boolean => chosen.get(group.key) ?? holds(group, wanted);
  return (
    <table className={styles.table} aria-label="Changes by record">
      <thead>
        <tr>
          <th scope="col" className={mergeClasses(styles.record, styles.head)}>
            Record
          </th>
          <th scope="col" className={mergeClasses(styles.cell, styles.head, styles.spare)}>
            Change
          </th>
          <th scope="col" className={mergeClasses(styles.head, styles.state)}>
            Status
          </th>
          <th scope="col" className={mergeClasses(styles.cell, styles.head, styles.when, styles.spare)}>
            When
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map(group => (
          <RecordLine
            key={group.key}
            group={group}
            isOpen={isOpen(group)}
            toggle={() => setChosen(before => new Map([...before, [group.key, !isOpen(group)]]))}
            wanted={wanted}
            {...rest}
          />
        ))}
      </tbody>
    </table>
  );
}

/** E.g. "Edit  Support COD: No -> Yes", and the number of further changes to the record. */
function changeText(entry: OutboxEntry, others: number): string {
  const changes = changesText(entry);
  const first = changes === '' ? operationWord(entry) : `${operationWord(entry)}: ${changes}`;
  return others === 0 ? first : `${first}, and ${others} more`;
}

function RecordLine({ group, isOpen, toggle, ...rest }: RecordCardProps & { isOpen: boolean; toggle: () => void }) {
  const styles = useStyles();
  const queue = useQueueStyles();
  const { timeZone } = useUi();
  const entry = leadingEntry(group);
  if (!entry) return null;
  const at = entry.settledAt ?? entry.createdAt;
  const text = changeText(entry, group.open.length + group.ended.length - 1);
  const Chevron = isOpen ? ChevronDownRegular : ChevronRightRegular;
  return (
    <>
      <tr className={styles.row}>
        <th scope="row" className={mergeClasses(styles.cell, styles.record)}>
          <button
            type="button"
            data-line
            className={styles.open}
            aria-expanded={isOpen}
            title={`${group.name}, ${group.detail}`}
            onClick={toggle}
            onKeyDown={onArrows}
          >
            <Chevron aria-hidden className={styles.chevron} />
            <span className={styles.name}>{group.name}</span>
            <span className={mergeClasses(styles.detail, styles.wide)}>{group.detail}</span>
          </button>
        </th>
        <td className={mergeClasses(styles.cell, styles.spare)} title={text}>
          {text}
        </td>
        <td className={mergeClasses(styles.cell, styles.state)} title={stateWord(entry.state)}>
          <EntryState state={entry.state} paused={isPaused(entry)} />
        </td>
        <td className={mergeClasses(styles.cell, styles.when, styles.spare)}>
          <time dateTime={new Date(at).toISOString()} title={formatMillis(at, timeZone)}>
            {agoText(at, rest.now)}
          </time>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={4} className={styles.card}>
            <ul className={group.open.length > 0 ? queue.list : mergeClasses(queue.card, queue.list, queue.joined)}>
              {group.open.length > 0 ? <RecordCard group={group} {...rest} /> : <DoneRecord group={group} {...rest} />}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}
