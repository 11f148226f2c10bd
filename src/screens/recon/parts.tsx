import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  mergeClasses,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { PlugDisconnectedRegular } from '@fluentui/react-icons';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { isCurrency } from '../../domain/currency.ts';
import { formatTime } from '../../domain/format.ts';
import { amountText } from '../../domain/rates/money.ts';
import { REASONS, type Reason } from '../../domain/recon/reason.ts';
import { RECON_STATUS, RECON_STATUS_LABELS, type ReconStatus } from '../../domain/recon/status.ts';
import type { Administration } from '../../sync/hooks/useAdministration.ts';
import type { Kept } from '../../sync/hooks/useKept.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Tone } from '../../ui/table/columns.ts';
import { useUi } from '../../ui/UiContext.ts';
import { Tag } from '../../ui/Tag.tsx';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { RECON_TABS } from './paths.ts';

/** Components shared by the reconciliation pages. */

export const useReconStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} 0`,
  },
  body: { flex: '1 1 auto', minHeight: 0, overflow: 'auto', paddingBottom: tokens.spacingVerticalL },
  field: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, maxWidth: '100%' },
  // A select is as wide as its longest option, and names of suppliers may have 255 characters.
  choice: { maxWidth: '360px' },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  heading: {
    margin: `${tokens.spacingVerticalM} 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
  // Words are not broken: if the table is too wide, it scrolls.
  scroll: { overflowX: 'auto', '& td': { overflowWrap: 'break-word' } },
  words: { minWidth: '200px' },
  name: { minWidth: '120px' },
  hash: { margin: 0, color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  day: { width: '160px' },
  below: { marginTop: tokens.spacingVerticalL },
  outdated: { marginBottom: tokens.spacingVerticalM },
  whole: { whiteSpace: 'nowrap' },
  number: { textAlign: 'end', whiteSpace: 'nowrap' },
  over: { color: tokens.colorStatusDangerForeground1 },
  problem: { color: tokens.colorStatusDangerForeground1, overflowWrap: 'anywhere' },
});

interface LabelledFieldProps {
  label: string;
  /** Renders the control, which must have this id. */
  children: (id: string) => ReactNode;
}

/** A control with its label above it. */
export function LabelledField({ label, children }: LabelledFieldProps) {
  const styles = useReconStyles();
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** Says why an action failed. It scrolls into view, because the action's button may be far below it. */
export function ProblemText({ children }: { children: ReactNode }) {
  const styles = useReconStyles();
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (children !== null) text.current?.scrollIntoView({ block: 'nearest' });
  }, [children]);
  return (
    <p ref={text} role="alert" className={styles.problem}>
      {children}
    </p>
  );
}

/** The frame of all reconciliation pages: title and tabs. */
export function ReconPage({ path, children }: { path: string; children: ReactNode }) {
  return (
    <TabbedPage title="Reconciliation" label="Reconciliation pages" tabs={RECON_TABS} current={path}>
      {children}
    </TabbedPage>
  );
}

/**
 * Shows data that a page loads from the server: a loading state, an error with Retry, or the earlier data while it is
 * being refreshed or cannot be.
 */
export function ReconBody<T>({
  read,
  children,
}: {
  read: Administration<T> & Partial<Pick<Kept<T>, 'asOf'>>;
  children: (data: T) => ReactNode;
}) {
  const { online, timeZone } = useUi();
  const { asOf = null } = read;
  const since = asOf === null ? '' : `, as of ${formatTime(Math.floor(asOf / 1000), timeZone)}`;
  const retry = <Button onClick={read.reload}>Retry</Button>;
  if (read.data === null && read.problem !== null)
    return (
      <EmptyState
        icon={<PlugDisconnectedRegular />}
        title={
          online && !read.unreachable ? 'The server could not process this request' : 'This page requires the server'
        }
        hint={read.problem}
        urgent
      >
        {retry}
      </EmptyState>
    );
  if (read.data === null) return <Spinner label="Loading" />;
  return (
    <>
      {read.problem !== null && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {read.problem} This is cached data{since}. {retry}
          </MessageBarBody>
        </MessageBar>
      )}
      {children(read.data)}
    </>
  );
}

/**
 * Formats an amount in its currency, e.g. "18,360"; with two decimal places if the currency is unknown. A total across
 * several currencies would be meaningless and is not shown.
 */
export function moneyText(amount: string | null, currency: string): string {
  if (amount === null) return '/';
  if (currency === '' && BigInt(amount) !== 0n) return 'No single currency';
  return isCurrency(currency) ? `${amountText(BigInt(amount), currency)}` : amountText(BigInt(amount), 'BRL');
}

/** A cell with an amount; a positive difference is an overcharge by the supplier. */
export function MoneyCell({
  amount,
  currency,
  signed = false,
  className,
}: {
  amount: string | null;
  currency: string;
  signed?: boolean;
  className?: string | undefined;
}) {
  const styles = useReconStyles();
  const isOver = signed && amount !== null && BigInt(amount) > 0n;
  return (
    <td className={mergeClasses(className, styles.number, isOver && styles.over)}>
      {isOver ? '+' : ''}
      {moneyText(amount, currency)}
    </td>
  );
}

export const STATUS_TONES: Readonly<Record<ReconStatus, Tone>> = {
  [RECON_STATUS.rejected]: 'danger',
  [RECON_STATUS.approved]: 'success',
  [RECON_STATUS.deleted]: 'neutral',
  [RECON_STATUS.paid]: 'success',
  [RECON_STATUS.pending]: 'neutral',
  [RECON_STATUS.discrepant]: 'warning',
  [RECON_STATUS.matched]: 'success',
  [RECON_STATUS.failed]: 'danger',
};

export const STATUS_OPTIONS = (Object.keys(RECON_STATUS_LABELS) as unknown as ReconStatus[]).map(key => ({
  value: Number(key) as ReconStatus,
  label: RECON_STATUS_LABELS[Number(key) as ReconStatus],
  tone: STATUS_TONES[Number(key) as ReconStatus],
}));

export const StatusTag = ({ status }: { status: number }) => (
  <Tag tone={STATUS_TONES[status as ReconStatus]}>{RECON_STATUS_LABELS[status as ReconStatus]}</Tag>
);

export const REASON_OPTIONS = (Object.keys(REASONS) as Reason[]).map(value => ({ value, label: REASONS[value] }));
export const reasonText = (reason: string): string => (reason === '' ? '/' : (REASONS[reason as Reason] ?? reason));
