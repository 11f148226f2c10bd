import type { ActionRow } from '../../contract/reconOwn.ts';
import { formatCount } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { moneyText, useReconStyles } from './parts.tsx';

/** The progress of a bulk change of orders, and the orders that it could not change, each with the reason. */
export function ActionProgress({
  action,
  problem,
  currency = '',
}: {
  action: ActionRow;
  problem: string | null;
  currency?: string;
}) {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const { kind, state, done, total, reasons, message } = action;
  const isOver = ['done', 'failed', 'review'].includes(state);
  const withMoney = reasons.some(({ difference }) => difference !== null);
  const compares = kind !== 'status';
  return (
    <div className={styles.column}>
      {!isOver && <ProgressBar aria-label="Orders done" {...(total > 0 ? { value: done / total } : {})} />}
      <p aria-live="polite" className={styles.hint}>
        {state === 'failed' ? message : progressText(action)}
      </p>
      {problem !== null && <p className={styles.problem}>{problem}</p>}
      {reasons.length > 0 && (
        <table className={facts.table} aria-label={compares ? 'What changes' : 'What was not changed'}>
          <FactHead
            labels={[
              compares ? 'Change' : 'Why not',
              kind === 'read' ? 'Count' : 'Orders',
              ...(withMoney ? [kind === 'read' ? 'Amount changes by' : 'Difference changes by'] : []),
            ]}
          />
          <tbody>
            {reasons.map(({ text, count, difference, currency: own }) => (
              <tr key={`${text} ${own}`}>
                <td className={facts.cell}>{text}</td>
                <td className={facts.cell}>{formatCount(count)}</td>
                {withMoney && (
                  <td className={facts.cell}>
                    {difference === null ? '' : `${moneyText(difference, own || currency)} ${own}`}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** Whether the counts are those of what was applied. */
const isApplied = (state: ActionRow['state']): boolean => state === 'applying' || state === 'done';

/** The progress in words. */
function progressText({ kind, state, done, total, changed }: ActionRow): string {
  if (kind === 'read' && total === 0) return 'The files are being read.';
  const looked = `${formatCount(done)} of ${countText(total, kind === 'read' ? 'parcel' : 'order')} checked`;
  return `${looked}, ${formatCount(changed)} ${kind === 'status' || isApplied(state) ? 'changed' : 'would change'}.`;
}
