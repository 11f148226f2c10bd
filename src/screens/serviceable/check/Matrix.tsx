import { Fragment, useId } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { ownerOfKey, OWNERS, type OwnerKey } from '../../../contract/owner.ts';
import { SERVICES, type CheckScenario } from '../../../domain/serviceability.ts';
import { checkedByText, isChecked, isDefault } from '../../../domain/serviceabilityText.ts';
import type { OwnerCheck } from '../../../sync/hooks/useServiceChecks.ts';
import { HeadRow, NARROW, ROWS_AS_CARDS } from '../parts.tsx';
import { Arrival, type ArrivalProps } from './Arrival.tsx';
import type { KnownPlaces } from './lists.ts';
import { Steps, VerdictMark, type OpenRecord } from './Steps.tsx';

const useStyles = makeStyles({
  card: {
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    overflowX: 'auto',
  },
  table: {
    borderCollapse: 'collapse',
    width: '100%',
    '& th, & td': {
      padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalM}`,
      textAlign: 'start',
      borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    },
    '& thead th': {
      color: tokens.colorNeutralForeground3,
      fontSize: tokens.fontSizeBase200,
      fontWeight: tokens.fontWeightSemibold,
      whiteSpace: 'nowrap',
    },
    '& tbody tr:last-child > *': { borderBottom: 'none' },
    // Fixed widths, so that expanding a row does not move the columns.
    '@media (min-width: 900px)': {
      tableLayout: 'fixed',
      '& thead th': { width: '14.5%' },
      '& thead th:first-child': { width: '24%' },
      '& thead th:nth-child(2)': { width: '18%' },
    },
    [NARROW]: ROWS_AS_CARDS,
  },
  owner: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    padding: `${tokens.spacingVerticalXXS} 0`,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    // Minimum touch target size.
    '@media (max-width: 639px)': { minHeight: '40px' },
    ':hover': { color: tokens.colorBrandForegroundLinkHover },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
    ':disabled': { cursor: 'default', color: tokens.colorNeutralForeground1 },
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  id: {
    fontVariantNumeric: 'tabular-nums',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
  by: { color: tokens.colorNeutralForeground2 },
  note: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  opened: { backgroundColor: tokens.colorNeutralBackground2 },
  steps: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(360px, 100%), 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXXL}`,
    padding: `${tokens.spacingVerticalS} 0 ${tokens.spacingVerticalM}`,
  },
  waiting: { color: tokens.colorNeutralForeground3 },
});

export interface MatrixRow {
  owner: OwnerKey;
  name: string;
  check: OwnerCheck;
}

interface MatrixProps {
  rows: readonly MatrixRow[];
  scenario: CheckScenario;
  /** The expanded owner; null for none. */
  open: OwnerKey | null;
  places: KnownPlaces;
  /** The most specific places, down to the district, of the address and of the other end; 0 for none. */
  ends: { address: number; other: number };
  /**
   * When a parcel arrives with a channel, shown below the steps of the expanded channel; null if the person may not see
   * lead times.
   */
  arrival: Omit<ArrivalProps, 'channelId'> | null;
  onToggle: (owner: OwnerKey | null) => void;
  onOpenRecord: OpenRecord;
  onKeep: (owner: OwnerKey) => void;
}

/** Channels and 3PLs with the services they offer at an address; each expands to the steps of its answer. */
export function Matrix({ rows, scenario, open, places, ends, arrival, onToggle, onOpenRecord, onKeep }: MatrixProps) {
  const styles = useStyles();
  const id = useId();
  return (
    <div className={styles.card}>
      <table className={styles.table} aria-label="Channels">
        <HeadRow
          before={
            <>
              <th scope="col">Channel</th>
              <th scope="col">Checked by</th>
            </>
          }
          services={SERVICES}
        />
        <tbody>
          {rows.map(({ owner, name, check }) => {
            const answered = check.state === 'here' || check.state === 'server';
            const isOpen = open === owner && answered;
            const { kind, id: ownerId } = ownerOfKey(owner);
            const steps = `${id}${owner}`;
            return (
              <Fragment key={owner}>
                <tr className={mergeClasses(isOpen && styles.opened)} data-owner={owner}>
                  <th scope="row">
                    <button
                      type="button"
                      className={styles.owner}
                      aria-expanded={isOpen}
                      {...(isOpen ? { 'aria-controls': steps } : {})}
                      disabled={!answered}
                      onClick={() => onToggle(isOpen ? null : owner)}
                    >
                      {isOpen ? <ChevronDownRegular aria-hidden /> : <ChevronRightRegular aria-hidden />}
                      <span className={styles.id}>
                        {kind === '3pl' ? `${OWNERS[kind].word} ` : ''}
                        {ownerId}
                      </span>
                      <span className={styles.name}>{name}</span>
                    </button>
                  </th>
                  {check.state === 'asking' && (
                    <td colSpan={5} data-wide className={styles.waiting}>
                      Searching ...
                    </td>
                  )}
                  {check.state === 'unasked' && (
                    <td colSpan={5} data-wide>
                      <span className={styles.note}>
                        Its lists are not on this device, and the server cannot be reached.
                      </span>{' '}
                      <Button size="small" onClick={() => onKeep(owner)}>
                        Keep offline
                      </Button>
                    </td>
                  )}
                  {answered && (
                    <>
                      <td className={styles.by} data-wide>
                        {check.state === 'here' ? checkedByText(check.config, scenario) : 'Answered by the server'}
                      </td>
                      {SERVICES.map(({ key, label, of }) => {
                        const { steps: own } = check.answer[key === 'deliver' || key === 'cod' ? 'buyer' : 'seller'];
                        const note = isDefault(own) ? 'default' : isChecked(own) ? '' : 'not checked';
                        return (
                          <td key={key} data-label={label}>
                            <VerdictMark verdict={of(check.answer)} />{' '}
                            {note !== '' && <span className={styles.note}>{note}</span>}
                          </td>
                        );
                      })}
                    </>
                  )}
                </tr>
                {isOpen && answered && (
                  <tr className={styles.opened}>
                    <td colSpan={6} data-wide id={steps}>
                      {kind === 'channel' && arrival && <Arrival channelId={ownerId} {...arrival} />}
                      <div className={styles.steps}>
                        {(['buyer', 'seller'] as const).map(end => (
                          <Steps
                            key={end}
                            end={end}
                            answer={check.answer[end]}
                            scope={kind}
                            ownerId={ownerId}
                            places={places}
                            ends={
                              end === 'seller'
                                ? { from: ends.address, to: ends.other }
                                : { from: ends.other, to: ends.address }
                            }
                            onOpen={onOpenRecord}
                          />
                        ))}
                      </div>
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
