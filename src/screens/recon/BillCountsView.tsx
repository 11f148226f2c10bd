import { formatCount } from '../../domain/format.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { moneyText, useReconStyles } from './parts.tsx';
import type { BillCounts } from './readFile.ts';

/** What a layout makes of a file: counts, the exact sum, what is refused, what has no name. */
export function BillCountsView({ counts }: { counts: BillCounts }) {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const { rows, parcels, charges, sums, refused, ruined, refusals, unmapped } = counts;
  return (
    <div className={styles.column}>
      <p aria-live="polite" className={styles.hint}>
        {`${formatCount(rows)} rows of ${formatCount(parcels)} parcels with ${formatCount(charges)} charges`}
        {sums.map(([currency, amount]) => `, ${currency} ${moneyText(String(amount), currency)}`).join('')}
        {`. ${formatCount(refused)} rows are refused`}
        {ruined > 0 ? `, ${formatCount(ruined)} with a tracking number that a spreadsheet ruined.` : '.'}
      </p>
      {refusals.length > 0 && (
        <table className={facts.table} aria-label="Refused rows">
          <FactHead labels={['Row', 'Why']} />
          <tbody>
            {refusals.map(({ number, problem }) => (
              <tr key={number}>
                <td className={facts.cell}>{number}</td>
                <td className={facts.cell}>{problem}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unmapped.length > 0 && (
        <p className={styles.hint}>
          {'Charges without a kind count under their own name: '}
          {unmapped
            .slice(0, 10)
            .map(([name, count]) => `${name} (${formatCount(count)})`)
            .join(', ')}
        </p>
      )}
    </div>
  );
}
