import { Input, mergeClasses, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { summaryBy } from '../../contract/reconOwn.ts';
import { allSuppliers } from '../../contract/recon.ts';
import { formatCount } from '../../domain/format.ts';
import { notCompared } from '../../domain/recon/bill.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { Bars } from './Bars.tsx';
import { Choice, SupplierChoice, supplierOf } from './fields.tsx';
import { LabelledField, MoneyCell, moneyText, ReconBody, useReconStyles } from './parts.tsx';
import { BILLS_PATH, SUMMARY_PATH } from './paths.ts';
import { HistoryButton } from '../shared/HistoryButton.tsx';
import { useAddressForm } from '../shared/useAddressForm.ts';
import { FEATURE } from '../../domain/permission.ts';

const GROUPS = [
  { value: 'month', label: 'Month' },
  { value: 'reason', label: 'Reason' },
  { value: 'supplier', label: 'Supplier' },
  { value: 'channel', label: 'Channel' },
  { value: 'group', label: 'Channel group' },
  { value: 'bill', label: 'Bill' },
] as const;
const NUMBERS = ['Parcels', 'Matched', 'Discrepant', 'Failed', 'Billed', 'Expected', 'Difference', 'Not Compared'];
type Group = (typeof GROUPS)[number]['value'];

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

const ALL = { value: '', label: 'All' };

interface MonthFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

const MonthField = ({ label, placeholder, value, onChange }: MonthFieldProps) => (
  <LabelledField label={label}>
    {id => (
      <Input
        id={id}
        placeholder={placeholder}
        value={value}
        maxLength={7}
        onChange={(_, data) => onChange(data.value)}
      />
    )}
  </LabelledField>
);

/**
 * Totals for up to 24 months: the difference by month and by reason as bars, and the same numbers as a table (REC-3).
 */
export function SummaryBody() {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const [chosen, choose] = useAddressForm({ by: 'month', supplier: '', from: '', until: '' });
  const { supplier, from, until } = chosen;
  const by: Group = GROUPS.find(({ value }) => value === chosen.by)?.value ?? 'month';
  const suppliers = useKept(allSuppliers, {});
  const read = useKept(summaryBy, {
    by,
    ...(supplierOf(supplier) === null ? {} : { supplier_id: Number(supplier) }),
    ...(MONTH.test(from) ? { from } : {}),
    ...(MONTH.test(until) ? { until } : {}),
  });
  const wrong = [from, until].some(month => month !== '' && !MONTH.test(month));
  return (
    <>
      <div className={styles.bar}>
        <Choice label="Group by" value={by} options={GROUPS} onChange={value => choose({ by: value })} />
        <SupplierChoice
          suppliers={suppliers.data?.list ?? null}
          none={ALL}
          value={supplier}
          onChange={value => choose({ supplier: value })}
        />
        <MonthField label="From month" placeholder="2026-01" value={from} onChange={value => choose({ from: value })} />
        <MonthField
          label="Until month"
          placeholder="2026-12"
          value={until}
          onChange={value => choose({ until: value })}
        />
        <HistoryButton path={SUMMARY_PATH} code={FEATURE.recon} />
      </div>
      <div className={styles.body}>
        {wrong && (
          <MessageBar intent="warning">
            <MessageBarBody>Enter a month such as 2026-01. An invalid month is ignored.</MessageBarBody>
          </MessageBar>
        )}
        <ReconBody read={read}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState title="There are no bills to sum up" hint="Submit a bill, or choose other months.">
                <PageLink href={BILLS_PATH}>Bills</PageLink>
              </EmptyState>
            ) : (
              <>
                <h2 className={styles.heading}>Billed less expected</h2>
                <Bars
                  bars={list.slice(0, 36).map(row => ({
                    key: `${row.key} ${row.currency}`,
                    label: row.name,
                    value: BigInt(row.difference),
                    text: `${moneyText(row.difference, row.currency)} ${row.currency}`,
                  }))}
                />
                <div className={mergeClasses(styles.scroll, styles.below)}>
                  <table className={facts.table} aria-label={`Sums by ${by}`}>
                    <FactHead
                      labels={[
                        GROUPS.find(({ value }) => value === by)?.label ?? '',
                        'Parcels',
                        'Matched',
                        'Discrepant',
                        'Failed',
                        'Currency',
                        'Billed',
                        'Expected',
                        'Difference',
                        'Not Compared',
                      ]}
                      numbers={NUMBERS}
                    />
                    <tbody>
                      {list.map(row => (
                        <tr key={`${row.key} ${row.currency}`}>
                          <td className={mergeClasses(facts.cell, styles.whole)}>
                            {by === 'bill' || by === 'month' || by === 'supplier' ? (
                              <PageLink href={billsHref(by, row)}>{row.name}</PageLink>
                            ) : (
                              row.name
                            )}
                          </td>
                          <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(row.parcels)}</td>
                          <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(row.matched)}</td>
                          <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(row.discrepant)}</td>
                          <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(row.failed)}</td>
                          <td className={facts.cell}>{row.currency}</td>
                          <MoneyCell amount={row.billed} currency={row.currency} className={facts.cell} />
                          <MoneyCell amount={row.expected} currency={row.currency} className={facts.cell} />
                          <MoneyCell amount={row.difference} currency={row.currency} signed className={facts.cell} />
                          <MoneyCell amount={notCompared(row)} currency={row.currency} className={facts.cell} />
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              </>
            )
          }
        </ReconBody>
      </div>
    </>
  );
}

/** The bills that make up a total. */
function billsHref(by: 'bill' | 'month' | 'supplier', { key, name }: { key: string; name: string }): string {
  const filters =
    by === 'bill' ? { bill_no: name } : by === 'month' ? { from: key, until: key } : { supplier_id: Number(key) };
  return `${BILLS_PATH}?q=${encodeURIComponent(JSON.stringify(filters))}`;
}
