import { Button, mergeClasses } from '@fluentui/react-components';
import { BeakerRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { tryForecast } from '../../contract/reconOwn.ts';
import type { Filters } from '../../domain/listQuery.ts';
import { formatCount } from '../../domain/format.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { MoneyCell, ReconBody, useReconStyles } from './parts.tsx';

/** Tests a supplier's forecast against its past bills; the supplier is the one in the list's filter (REC-9). */
export function ForecastHint({ filters }: { filters: Filters }) {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const [open, setOpen] = useState(false);
  const supplier = Number(filters['supplier_id'] ?? 0);
  const read = useAdministration(tryForecast, open && supplier > 0 ? { supplier_id: supplier } : null);
  if (supplier === 0) return <p className={styles.hint}>Filter by a supplier to try its forecast on past bills.</p>;
  return (
    <>
      <div>
        <Button icon={<BeakerRegular />} onClick={() => setOpen(true)}>
          Try on Past Bills
        </Button>
      </div>
      {open && (
        <InfoDialog title={`Forecast of supplier ${supplier}`} wide onClose={() => setOpen(false)}>
          <ReconBody read={read}>
            {({ list }) =>
              list.length === 0 ? (
                <p className={styles.hint}>This supplier has no compared bill.</p>
              ) : (
                <table className={facts.table} aria-label="Forecast">
                  <FactHead
                    labels={['Bill', 'Parcels', 'Matched now', 'Matched by the forecast', 'Let through']}
                    numbers={['Parcels', 'Matched now', 'Matched by the forecast', 'Let through']}
                  />
                  <tbody>
                    {list.map(row => (
                      <tr key={row.bill_id}>
                        <td className={facts.cell}>{row.bill_no}</td>
                        <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(row.parcels)}</td>
                        <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(row.matched)}</td>
                        <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(row.would_match)}</td>
                        <MoneyCell amount={row.let_through} currency={row.currency} className={facts.cell} />
                      </tr>
                    ))}
                  </tbody>
                </table>
              )
            }
          </ReconBody>
        </InfoDialog>
      )}
    </>
  );
}
