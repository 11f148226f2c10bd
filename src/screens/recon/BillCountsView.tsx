import { formatCount } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { moneyText, useReconStyles } from './parts.tsx';
import type { BillCounts } from './readFile.ts';

/** The result of parsing a file with a layout: counts, the exact total, rejected rows and unnamed columns. */
export function BillCountsView({ counts }: { counts: BillCounts }) {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const { rows, parcels, charges, sums, refused, ruined, refusals, unmapped } = counts;
  return (
    <div className={styles.column}>
      <p aria-live="polite" className={styles.hint}>
        {`${countText(rows, 'row')} of ${countText(parcels, 'parcel')} with ${countText(charges, 'charge')}`}
        {sums.map(([currency, amount]) => `, ${currency} ${moneyText(String(amount), currency)}`).join('')}
        {refused === 1 ? '. 1 row is refused' : `. ${formatCount(refused)} rows are refused`}
        {ruined > 0 ? `, ${formatCount(ruined)} with a tracking number damaged by a spreadsheet.` : '.'}
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
          {'Charges without a kind are counted under their own name: '}
          {unmapped
            .slice(0, 10)
            .map(([name, count]) => `${name} (${formatCount(count)})`)
            .join(', ')}
          {unmapped.length > 10 && `, and ${countText(unmapped.length - 10, 'other name')}`}
        </p>
      )}
    </div>
  );
}
