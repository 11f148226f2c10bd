import { Button, mergeClasses, MessageBar, MessageBarBody, Select } from '@fluentui/react-components';
import { ReceiptMoneyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { downloadDispute, listDisputes, moveDispute, type DisputeRow } from '../../contract/reconOwn.ts';
import { formatCount } from '../../domain/format.ts';
import { FEATURE } from '../../domain/permission.ts';
import { DISPUTE_LABELS, DISPUTE_STATES, NEXT_DISPUTE_STATES, type DisputeState } from '../../domain/recon/dispute.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import { useChange } from '../../sync/hooks/useChange.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Tag } from '../../ui/Tag.tsx';
import type { Tone } from '../../ui/table/columns.ts';
import { useOneAtATime } from '../../ui/useOneAtATime.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { CreditDialog } from './CreditDialog.tsx';
import { MoneyCell, ReconBody, useReconStyles } from './parts.tsx';
import { BILLS_PATH, DISPUTES_PATH } from './paths.ts';
import { errorText } from '../../domain/errorText.ts';
import { useAddressState } from '../shared/useAddressState.ts';
import { HistoryButton } from '../shared/HistoryButton.tsx';

const TONES: Readonly<Record<DisputeState, Tone>> = {
  open: 'neutral',
  sent: 'brand',
  partly: 'warning',
  accepted: 'success',
  refused: 'danger',
  closed: 'success',
};

/** The maximum number of disputes that are listed, newest first. */
const SHOWN_MOST = 200;

const daysText = (days: number): string =>
  days < 0 ? `passed ${-days} days ago` : days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`;

/** Disputes with suppliers: upcoming deadlines, disputed parcels, credit notes and recovered amounts. */
export function DisputesBody() {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const send = useChange();
  const { notify, can } = useUi();
  const [search, put] = useAddressState();
  const only = Number(search['dispute'] ?? 0);
  const one = Number.isSafeInteger(only) && only > 0 ? only : null;
  const state = search['near'] === undefined ? (DISPUTE_STATES.find(known => known === search['state']) ?? '') : 'near';
  const [closing, setClosing] = useState<DisputeRow | null>(null);
  const [crediting, setCrediting] = useState(false);
  const read = useKept(listDisputes, {
    page_no: 1,
    page_size: SHOWN_MOST,
    ...(one !== null ? { id: one } : state === '' ? {} : state === 'near' ? { near: true } : { state }),
  });
  const mayWrite = can(`${FEATURE.recon}.write`);
  const once = useOneAtATime();
  const run = (work: () => Promise<string>) =>
    once.run(() =>
      work().then(
        text => {
          notify.success(text);
          read.reload();
        },
        (error: unknown) => {
          notify.error(errorText(error));
          // If someone else has changed the dispute, its row shows what is possible now.
          read.reload();
        },
      ),
    );
  const move = (row: DisputeRow, next: DisputeState) =>
    run(async () => {
      await send(moveDispute, { id: row.id, state: next, version: row.version });
      return `Update Successfully: dispute ${row.id} is ${DISPUTE_LABELS[next]}`;
    });
  return (
    <>
      <div className={styles.bar}>
        <Select
          aria-label="State"
          value={one === null ? state : 'one'}
          onChange={(_, data) => {
            if (data.value === 'one') return;
            const near = data.value === 'near' ? 1 : undefined;
            const chosen = near || data.value === '' ? undefined : data.value;
            put({ dispute: undefined, near, state: chosen }, one === null);
          }}
        >
          {one !== null && <option value="one">Dispute {one} only</option>}
          <option value="">All states</option>
          <option value="near">Near their deadline</option>
          {DISPUTE_STATES.map(one => (
            <option key={one} value={one}>
              {DISPUTE_LABELS[one]}
            </option>
          ))}
        </Select>
        {mayWrite && (
          <Button appearance="primary" icon={<ReceiptMoneyRegular />} onClick={() => setCrediting(true)}>
            Read Credit Note
          </Button>
        )}
        <HistoryButton path={DISPUTES_PATH} code={FEATURE.recon} />
      </div>
      <div className={styles.body}>
        <ReconBody read={read}>
          {({ list, due, recovered, total }) => (
            <>
              {due.map(bill => (
                <MessageBar key={bill.id} intent="warning" layout="multiline">
                  <MessageBarBody>
                    Bill {bill.bill_no} has differences and can be disputed until {bill.deadline},{' '}
                    {daysText(bill.days_left)}.{' '}
                    <PageLink href={`${BILLS_PATH}?q=${encodeURIComponent(JSON.stringify({ bill_no: bill.bill_no }))}`}>
                      Open it
                    </PageLink>
                  </MessageBarBody>
                </MessageBar>
              ))}
              {list.length === 0 ? (
                <EmptyState
                  title={
                    one !== null
                      ? `There is no dispute ${one} in this country`
                      : state === ''
                        ? 'No disputes yet'
                        : state === 'near'
                          ? 'No dispute is near its deadline'
                          : `No dispute is ${DISPUTE_LABELS[state]}`
                  }
                  hint="To create a dispute, open the details of a bill with Discrepant parcels and press Dispute overcharges."
                >
                  <PageLink href={BILLS_PATH}>Bills</PageLink>
                </EmptyState>
              ) : (
                <div className={styles.scroll}>
                  <table className={facts.table} aria-label="Disputes">
                    <FactHead
                      labels={[
                        'Dispute',
                        'Supplier',
                        'Bill',
                        'State',
                        'Parcels',
                        'Disputed',
                        'Recovered',
                        'Open',
                        'Currency',
                        'Until',
                        'Action',
                      ]}
                      numbers={['Disputed', 'Recovered', 'Open']}
                    />
                    <tbody>
                      {list.map(row => (
                        <tr key={row.id}>
                          <td className={facts.cell}>{row.id}</td>
                          <td className={mergeClasses(facts.cell, styles.name)}>{row.supplier_name}</td>
                          <td className={mergeClasses(facts.cell, styles.whole)}>{row.bill_no}</td>
                          <td className={facts.cell}>
                            <Tag tone={TONES[row.state]}>{DISPUTE_LABELS[row.state]}</Tag>
                          </td>
                          <td className={facts.cell}>{formatCount(row.parcels)}</td>
                          <MoneyCell amount={row.disputed} currency={row.currency} className={facts.cell} />
                          <MoneyCell amount={row.recovered} currency={row.currency} className={facts.cell} />
                          <MoneyCell amount={row.open} currency={row.currency} className={facts.cell} />
                          <td className={facts.cell}>{row.currency}</td>
                          <td className={mergeClasses(facts.cell, styles.whole)}>
                            {row.deadline}, {daysText(row.days_left)}
                          </td>
                          <td className={mergeClasses(facts.cell, styles.whole)}>
                            <Button
                              size="small"
                              disabled={once.busy}
                              onClick={() =>
                                void run(async () => {
                                  await send(downloadDispute, { id: row.id });
                                  return 'The file for the supplier is being created. You will find it in the download center when it is ready.';
                                })
                              }
                            >
                              File
                            </Button>{' '}
                            {mayWrite &&
                              NEXT_DISPUTE_STATES[row.state].map(next => (
                                <Button
                                  key={next}
                                  size="small"
                                  disabled={once.busy}
                                  onClick={() => (next === 'closed' ? setClosing(row) : void move(row, next))}
                                >
                                  {DISPUTE_LABELS[next]}
                                </Button>
                              ))}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              )}
              {total > list.length && (
                <p className={styles.hint}>
                  {`These are the newest ${formatCount(list.length)} of ${formatCount(total)} disputes. Choose a state to see others.`}
                </p>
              )}
              {recovered.length > 0 && (
                <>
                  <h2 className={styles.heading}>Recovered by supplier and month</h2>
                  <table className={facts.table} aria-label="Recovered">
                    <FactHead
                      labels={['Month', 'Supplier', 'Currency', 'Disputed', 'Recovered']}
                      numbers={['Disputed', 'Recovered']}
                    />
                    <tbody>
                      {recovered.map(row => (
                        <tr key={`${row.month} ${row.supplier_id} ${row.currency}`}>
                          <td className={mergeClasses(facts.cell, styles.whole)}>{row.month}</td>
                          <td className={facts.cell}>{row.supplier_name}</td>
                          <td className={facts.cell}>{row.currency}</td>
                          <MoneyCell amount={row.disputed} currency={row.currency} className={facts.cell} />
                          <MoneyCell amount={row.recovered} currency={row.currency} className={facts.cell} />
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </>
              )}
            </>
          )}
        </ReconBody>
      </div>
      {closing && (
        <ConfirmDialog
          title={`Close dispute ${closing.id}?`}
          confirmLabel="Close dispute"
          onConfirm={() => {
            setClosing(null);
            void move(closing, 'closed');
          }}
          onCancel={() => setClosing(null)}
        >
          A closed dispute stays closed: its parcels cannot be disputed again, and credit notes are no longer offset
          against it.
        </ConfirmDialog>
      )}
      {crediting && (
        <CreditDialog
          close={() => {
            setCrediting(false);
            read.reload();
          }}
        />
      )}
    </>
  );
}
