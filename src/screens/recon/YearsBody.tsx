import { Input, mergeClasses, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import type { CallInput } from '../../contract/call.ts';
import { allSuppliers } from '../../contract/recon.ts';
import { yearsReport } from '../../contract/reconYears.ts';
import { formatCount, formatMillis } from '../../domain/format.ts';
import { RECON_STATUS_LABELS, SETTLED_STATUSES } from '../../domain/recon/status.ts';
import { FIRST_YEAR, LAST_YEAR, YEAR_GROUPS, type YearGroup } from '../../domain/recon/years.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useDebounced } from '../../ui/TypeAhead.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { Choice, SupplierChoice, supplierOf } from './fields.tsx';
import { LabelledField, MoneyCell, ReconBody, REASON_OPTIONS, useReconStyles } from './parts.tsx';
import { BILLS_PATH, YEARS_PATH } from './paths.ts';
import { YEAR_GROUP_LABELS, type YearsData } from './yearsFile.ts';
import { YearsExport } from './YearsExport.tsx';
import { YearsMissing } from './YearsMissing.tsx';
import { HistoryButton } from '../shared/HistoryButton.tsx';
import { useAddressForm } from '../shared/useAddressForm.ts';
import { FEATURE } from '../../domain/permission.ts';

const NUMBERS = ['Parcels', 'Billed', 'Expected', 'Difference'];
const HEAD = ['Parcels', 'Currency', 'Billed', 'Expected', 'Difference'];

/** Parses a year; null if no bill can have that year. */
const yearOf = (text: string): number | null => {
  const year = /^\d{4}$/.test(text) ? Number(text) : 0;
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : null;
};
const channelOf = (text: string): number | null => (/^[1-9]\d{0,11}$/.test(text) ? Number(text) : null);

const GROUP_OPTIONS = YEAR_GROUPS.map(value => ({ value, label: YEAR_GROUP_LABELS[value] }));
const ANY = { value: '', label: 'All' };
const STATUS_OPTIONS = [ANY, ...SETTLED_STATUSES.map(value => ({ value, label: RECON_STATUS_LABELS[value] }))];
const REASONS = [ANY, ...REASON_OPTIONS];

type Asked = CallInput<typeof yearsReport>;
const RESTS_MILLIS = 300;

/** Exact totals of settled bills over several years, grouped by one or two criteria (docs/recon.md). */
export function YearsBody() {
  const styles = useReconStyles();
  const { timeZone } = useUi();
  const [now] = useState(() => formatMillis(Date.now(), timeZone).slice(0, 4));
  const [form, choose] = useAddressForm({
    by: 'year',
    next: 'supplier',
    from: String(Number(now) - 2),
    until: now,
    supplier: '',
    channel: '',
    status: '',
    reason: '',
  });
  const { from, until, supplier, channel } = form;
  const by: YearGroup = GROUP_OPTIONS.find(({ value }) => value === form.by)?.value ?? 'year';
  const then =
    form.next === 'none' ? '' : (GROUP_OPTIONS.find(({ value }) => value === form.next)?.value ?? 'supplier');
  const status = STATUS_OPTIONS.some(({ value }) => String(value) === form.status) ? form.status : '';
  const reason = REASONS.some(({ value }) => value === form.reason) ? form.reason : '';
  const suppliers = useKept(allSuppliers, {});
  const years = { from: yearOf(from), until: yearOf(until) };
  const problem =
    years.from === null || years.until === null
      ? `Enter both years with four digits, from ${FIRST_YEAR} to ${LAST_YEAR}.`
      : years.until < years.from
        ? 'The last year is before the first one.'
        : channel !== '' && channelOf(channel) === null
          ? 'A channel ID is a whole number, such as 10021.'
          : null;
  const chosen: Asked = {
    by,
    ...(then === '' || then === by ? {} : { then_by: then }),
    from: `${from}-01`,
    until: `${until}-12`,
    ...(supplierOf(supplier) === null ? {} : { supplier_id: Number(supplier) }),
    ...(channelOf(channel) === null ? {} : { channel_id: Number(channel) }),
    ...(status === '' ? {} : { status: Number(status) }),
    ...(reason === '' ? {} : { reason }),
  };
  // The report is requested only after the person has stopped typing, because each request occupies a server process.
  const asked = JSON.parse(useDebounced(JSON.stringify({ chosen, problem, from, until }), RESTS_MILLIS)) as {
    chosen: Asked;
    problem: string | null;
    from: string;
    until: string;
  };
  const read = useKept(yearsReport, asked.problem === null ? asked.chosen : null);
  const groups = [asked.chosen.by, ...(asked.chosen.then_by === undefined ? [] : [asked.chosen.then_by])];
  return (
    <>
      <div className={styles.bar}>
        <Choice label="Group by" value={by} options={GROUP_OPTIONS} onChange={value => choose({ by: value })} />
        <Choice
          label="Then by"
          value={then === by ? '' : then}
          options={[{ value: '', label: 'Nothing' }, ...GROUP_OPTIONS.filter(({ value }) => value !== by)]}
          onChange={value => choose({ next: value === '' ? 'none' : value })}
        />
        <LabelledField label="From year">
          {id => <Input id={id} value={from} maxLength={4} onChange={(_, data) => choose({ from: data.value })} />}
        </LabelledField>
        <LabelledField label="Until year">
          {id => <Input id={id} value={until} maxLength={4} onChange={(_, data) => choose({ until: data.value })} />}
        </LabelledField>
        <SupplierChoice
          suppliers={suppliers.data?.list ?? null}
          none={ANY}
          value={supplier}
          onChange={value => choose({ supplier: value })}
        />
        <LabelledField label="Channel ID">
          {id => (
            <Input
              id={id}
              value={channel}
              maxLength={12}
              onChange={(_, data) => choose({ channel: data.value.trim() })}
            />
          )}
        </LabelledField>
        <Choice label="Class" value={status} options={STATUS_OPTIONS} onChange={value => choose({ status: value })} />
        <Choice label="Reason" value={reason} options={REASONS} onChange={value => choose({ reason: value })} />
        <HistoryButton path={YEARS_PATH} code={FEATURE.recon} />
      </div>
      <div className={styles.body}>
        {problem === null ? (
          <ReconBody read={read}>
            {data =>
              data.state === 'ready' ? (
                <Report data={data} groups={groups} years={`${asked.from}-${asked.until}`} />
              ) : (
                <YearsMissing state={data.state} message={data.message} />
              )
            }
          </ReconBody>
        ) : (
          <MessageBar intent="warning">
            <MessageBarBody>{problem}</MessageBarBody>
          </MessageBar>
        )}
      </div>
    </>
  );
}

const bills = (count: number): string => (count === 1 ? '1 bill' : `${formatCount(count)} bills`);

function Report({ data, groups, years }: { data: YearsData; groups: readonly YearGroup[]; years: string }) {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const { list, totals, open, waiting } = data;
  const [first, last] = years.split('-');
  const query = encodeURIComponent(JSON.stringify({ from: `${first}-01`, until: `${last}-12` }));
  const left = (
    <p className={styles.hint}>
      {data.bills > 0 && `${formatCount(data.bills)} settled ${data.bills === 1 ? 'bill' : 'bills'}.`}
      {open > 0 &&
        ` ${bills(open)} of these years ${open === 1 ? 'is' : 'are'} not in the report because a parcel of each is waiting for a decision. `}
      {open > 0 && <PageLink href={`${BILLS_PATH}?q=${query}`}>Bills of these years</PageLink>}
      {waiting > 0 &&
        ` ${bills(waiting)} ${waiting === 1 ? 'is' : 'are'} settled, and will be in the report as soon as ${waiting === 1 ? 'its file is' : 'their files are'} written.`}
    </p>
  );
  if (list.length === 0)
    return (
      <EmptyState
        title={data.bills === 0 ? 'No settled bill in these years' : 'No parcel matches these filters'}
        hint="A bill is settled once each of its parcels is Paid, Rejected or Deleted."
      >
        {left}
      </EmptyState>
    );
  return (
    <>
      <div className={styles.bar}>
        {left}
        <YearsExport data={data} groups={groups} years={years} />
      </div>
      {data.groups > list.length && (
        <MessageBar intent="warning">
          <MessageBarBody>
            The first {formatCount(list.length)} of {formatCount(data.groups)} rows are shown and exported; the totals
            include all rows. Choose fewer years, one supplier, or only one group.
          </MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.scroll}>
        <table className={facts.table} aria-label="Sums over years">
          <FactHead labels={[...groups.map(group => YEAR_GROUP_LABELS[group]), ...HEAD]} numbers={NUMBERS} />
          <tbody>
            {list.map(row => (
              <tr key={`${row.keys.join('\n')}\n${row.currency}`}>
                {row.names.map((name, n) => (
                  <td key={groups[n]} className={mergeClasses(facts.cell, styles.whole)}>
                    {name}
                  </td>
                ))}
                <Sums row={row} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            {totals.map(row => (
              <tr key={row.currency}>
                <th scope="row" colSpan={groups.length} className={facts.cell}>
                  Total
                </th>
                <Sums row={row} />
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
    </>
  );
}

function Sums({ row }: { row: YearsData['totals'][number] }) {
  const facts = useFactStyles();
  return (
    <>
      <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(row.parcels)}</td>
      <td className={facts.cell}>{row.currency === '' ? 'Several' : row.currency}</td>
      <MoneyCell amount={row.billed} currency={row.currency} className={facts.cell} />
      <MoneyCell amount={row.expected} currency={row.currency} className={facts.cell} />
      <MoneyCell amount={row.difference} currency={row.currency} signed className={facts.cell} />
    </>
  );
}
