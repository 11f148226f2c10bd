import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  mergeClasses,
  Textarea,
} from '@fluentui/react-components';
import { ArrowDownloadRegular, GavelRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import {
  classifySummary,
  deleteSummary,
  downloadClass,
  downloadSummary,
  remarkSummary,
  type BillRow,
  type ComparedBill,
} from '../../contract/recon.ts';
import { getBill, openDispute } from '../../contract/reconOwn.ts';
import { formatCount, formatDate } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import { BILL_STATE_LABELS, notCompared } from '../../domain/recon/bill.ts';
import { RECON_STATUS } from '../../domain/recon/status.ts';
import { FEATURE } from '../../domain/permission.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import { useReloadEvery } from '../../ui/useReloadEvery.ts';
import { useChange } from '../../sync/hooks/useChange.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { useOneAtATime } from '../../ui/useOneAtATime.ts';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { FileLink } from '../resource/FileLink.tsx';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { ordersHref } from '../shared/reconOrders.ts';
import { CompareAgain } from './CompareAgain.tsx';
import { MoneyCell, moneyText, ProblemText, reasonText, ReconBody, StatusTag, useReconStyles } from './parts.tsx';
import { DISPUTES_PATH, DOWNLOADS_PATH } from './paths.ts';
import { errorText } from '../../domain/errorText.ts';

/** Interval in ms at which a bill that is being read or compared is requested again. */
const LOOK_MILLIS = 1_500;

/** A bill: how its files were parsed, its classes and its actions (REC-3 to REC-5). Each class links to its orders. */
export function BillDialog({ item, close, refresh }: ListDialogProps<BillRow>) {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const { client } = useSync();
  const send = useChange();
  const { notify, can, timeZone } = useUi();
  const id = item?.row.id ?? 0;
  const today = formatDate(Math.floor(client.env.clock.now() / 1000), timeZone);
  const read = useKept(getBill, item ? { id } : null);
  const classes = useKept(classifySummary, item ? { id } : null);
  const [problem, setProblem] = useState<string | null>(null);
  const once = useOneAtATime();
  const state = read.data?.state;
  const isUnderWay = state === 'queued' || state === 'reading' || state === 'comparing';
  useReloadEvery([read, classes], isUnderWay ? LOOK_MILLIS : null);
  const [isComparing, setComparing] = useState(false);
  if (!item) return null;
  if (isComparing)
    return (
      <CompareAgain
        item={null}
        filters={{ bill_id: id }}
        close={() => {
          setComparing(false);
          read.reload();
          classes.reload();
        }}
        refresh={refresh}
      />
    );
  const run = (work: () => Promise<unknown>) => {
    setProblem(null);
    once.run(work).catch((error: unknown) => setProblem(errorText(error)));
  };
  const request = (work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      notify.success('The file is being created. You will find it in the download center when it is ready.');
    });
  const dispute = () =>
    run(async () => {
      const made = await send(openDispute, { bill_id: id });
      notify.success(`Create Successfully: dispute ${made.id} of ${countText(made.parcels, 'parcel')}`);
    });
  return (
    <InfoDialog
      title={`Bill ${item.row.bill_no}`}
      wide
      onClose={() => {
        refresh();
        close();
      }}
      actions={
        <>
          <Button
            icon={<ArrowDownloadRegular />}
            disabled={once.busy}
            onClick={() => request(() => send(downloadSummary, { id }))}
          >
            Download
          </Button>
          {can(`${FEATURE.recon}.write`) && (
            <Button
              icon={<GavelRegular />}
              disabled={once.busy || (read.data?.discrepant ?? 0) + (read.data?.failed ?? 0) === 0}
              onClick={dispute}
            >
              Dispute overcharges
            </Button>
          )}
        </>
      }
    >
      {problem !== null && <ProblemText>{problem}</ProblemText>}
      <ReconBody read={read}>
        {bill => (
          <>
            {isUnderWay && <ProgressBar aria-label={BILL_STATE_LABELS[bill.state]} />}
            {bill.outdated === true && (
              <MessageBar intent="warning" layout="multiline" className={styles.outdated}>
                <MessageBarBody>{outdatedText(bill)}</MessageBarBody>
                {can(`${FEATURE.recon}.write`) && (
                  <MessageBarActions>
                    <Button size="small" onClick={() => setComparing(true)}>
                      Compare again
                    </Button>
                  </MessageBarActions>
                )}
              </MessageBar>
            )}
            <dl className={facts.facts}>
              {(
                [
                  ['State', `${BILL_STATE_LABELS[bill.state]}${bill.message === '' ? '' : `: ${bill.message}`}`],
                  ['Supplier', bill.supplier_name],
                  ['Layout', bill.layout_name],
                  ['Submitted by', bill.submitted_by],
                  ['Can be disputed until', `${bill.deadline}${bill.deadline < today ? ', which has passed' : ''}`],
                  ['Lines read', `${formatCount(bill.lines)}, of ${countText(bill.parcels, 'parcel')}`],
                  [
                    'Rows refused',
                    bill.refused === 0
                      ? ''
                      : `${formatCount(bill.refused)}${bill.ruined === 0 ? '' : `, ${formatCount(bill.ruined)} of them with a tracking number damaged by a spreadsheet`}`,
                  ],
                  ['Billed', `${moneyText(bill.billed, bill.currency)} ${bill.currency}`],
                  ['Expected', `${moneyText(bill.expected, bill.currency)} ${bill.currency}`],
                  ['Difference', `${moneyText(bill.difference, bill.currency)} ${bill.currency}`],
                  [
                    'Not compared',
                    notCompared(bill) === '0'
                      ? ''
                      : `${moneyText(notCompared(bill), bill.currency)} ${bill.currency}, billed for parcels without an expected amount`,
                  ],
                  ['Let through', `${moneyText(bill.let_through, bill.currency)} ${bill.currency}`],
                  ['Remark', bill.remark],
                ] as const
              ).map(([term, fact]) =>
                fact === '' ? null : (
                  <div key={term} style={{ display: 'contents' }}>
                    <dt className={facts.term}>{term}</dt>
                    <dd className={facts.fact}>{fact}</dd>
                  </div>
                ),
              )}
              {comparedOf(bill).length > 0 && (
                <>
                  <dt className={facts.term}>Bills compared with it</dt>
                  <dd className={facts.fact}>
                    {comparedOf(bill).map(other => (
                      <div key={other.id}>
                        <PageLink href={ordersHref({ bill_id: other.id })}>{other.bill_no}</PageLink>
                      </div>
                    ))}
                  </dd>
                </>
              )}
              <dt className={facts.term}>Files</dt>
              <dd className={facts.fact}>
                {bill.files.length === 0 && 'Not on this server, so the bill cannot be read again'}
                {bill.files.map(file => (
                  <div key={file.url}>
                    <FileLink url={file.url} text={file.name} />
                  </div>
                ))}
              </dd>
            </dl>
            <h3 className={styles.heading}>Classes</h3>
            <ReconBody read={classes}>
              {({ list }) =>
                list.length === 0 ? (
                  <p className={styles.hint}>No parcel of this bill has been read.</p>
                ) : (
                  <div className={styles.scroll}>
                    <table className={facts.table} aria-label="Classes">
                      <FactHead
                        labels={['Status', 'Reason', 'Parcels', 'Billed', 'Expected', 'Difference', 'Orders', 'File']}
                        numbers={['Parcels', 'Billed', 'Expected', 'Difference']}
                      />
                      <tbody>
                        {list.map(row => (
                          <tr key={`${row.id} ${row.currency}`}>
                            <td className={facts.cell}>
                              <StatusTag status={row.status} />
                            </td>
                            <td className={facts.cell}>{reasonText(row.reason)}</td>
                            <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(row.parcels)}</td>
                            <MoneyCell amount={row.billed} currency={row.currency} className={facts.cell} />
                            <MoneyCell
                              amount={row.status === RECON_STATUS.failed ? null : row.expected}
                              currency={row.currency}
                              className={facts.cell}
                            />
                            <MoneyCell
                              amount={row.status === RECON_STATUS.failed ? null : row.difference}
                              currency={row.currency}
                              signed
                              className={facts.cell}
                            />
                            <td className={facts.cell}>
                              <PageLink
                                href={ordersHref({
                                  bill_id: id,
                                  status: row.status,
                                  ...(row.reason === '' ? {} : { reason: row.reason }),
                                })}
                              >
                                Show orders
                              </PageLink>
                            </td>
                            <td className={facts.cell}>
                              <Button
                                size="small"
                                disabled={once.busy}
                                onClick={() => request(() => send(downloadClass, { id: row.id }))}
                              >
                                Request
                              </Button>
                            </td>
                          </tr>
                        ))}
                      </tbody>
                    </table>
                  </div>
                )
              }
            </ReconBody>
            {bill.unmapped.length > 0 && (
              <>
                <h3 className={styles.heading}>Charges that the layout does not name</h3>
                <p className={styles.hint}>
                  They are part of the billed amounts. Name them in the layout, then press Read Again in the list of
                  bills.
                </p>
                <table className={facts.table} aria-label="Unmapped charges">
                  <FactHead labels={['Charge', 'Times', 'Amount']} numbers={['Times', 'Amount']} />
                  <tbody>
                    {bill.unmapped.map(charge => (
                      <tr key={charge.name}>
                        <td className={facts.cell}>{charge.name}</td>
                        <td className={mergeClasses(facts.cell, facts.number)}>{formatCount(charge.count)}</td>
                        <MoneyCell amount={charge.amount} currency={bill.currency} className={facts.cell} />
                      </tr>
                    ))}
                    {bill.unmapped_further && (
                      <tr>
                        <td className={facts.cell}>Other charges</td>
                        <td className={mergeClasses(facts.cell, facts.number)}>
                          {formatCount(bill.unmapped_further.count)}
                        </td>
                        <MoneyCell
                          amount={bill.unmapped_further.amount}
                          currency={bill.currency}
                          className={facts.cell}
                        />
                      </tr>
                    )}
                  </tbody>
                </table>
              </>
            )}
            {bill.refusals.length > 0 && (
              <>
                <h3 className={styles.heading}>Refused rows</h3>
                <table className={facts.table} aria-label="Refused rows">
                  <FactHead labels={['File', 'Row', 'Why']} />
                  <tbody>
                    {bill.refusals.map(refusal => (
                      <tr key={`${refusal.file} ${refusal.row}`}>
                        <td className={facts.cell}>{refusal.file}</td>
                        <td className={facts.cell}>{refusal.row}</td>
                        <td className={facts.cell}>{refusal.problem}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </>
            )}
            <p className={styles.hint}>
              <PageLink href={DISPUTES_PATH}>Disputes</PageLink> ·{' '}
              <PageLink href={DOWNLOADS_PATH}>Download center</PageLink>
            </p>
          </>
        )}
      </ReconBody>
    </InfoDialog>
  );
}

/**
 * Deletes a bill, unless any part of it has been settled (REC-4). Names the bills that were compared with it, and then
 * offers to compare them again.
 */
export function DeleteBill({ item, close, refresh }: ListDialogProps<BillRow>) {
  const send = useChange();
  const { notify } = useUi();
  const read = useKept(getBill, item ? { id: item.row.id } : null);
  const [left, setLeft] = useState<readonly ComparedBill[] | null>(null);
  if (!item) return null;
  const { id, bill_no } = item.row;
  const leave = () => {
    refresh();
    close();
  };
  if (left !== null) return <CompareOthers bills={left} deleted={bill_no} refresh={refresh} close={leave} />;
  return (
    <ConfirmDialog
      title={`Delete bill ${bill_no}?`}
      destructive
      focus="cancel"
      onCancel={close}
      onConfirm={async () => {
        const { compared } = await send(deleteSummary, { id });
        notify.success(`Delete Successfully: bill ${bill_no}`);
        if (compared.length > 0) setLeft(compared);
        else leave();
      }}
    >
      Its parcels are no longer included in sums and comparisons. {read.data && comparedText(comparedOf(read.data))}
    </ConfirmDialog>
  );
}

/** The bills that were compared with a bill; a response that an older build has cached does not name them. */
const comparedOf = (bill: { compared?: readonly ComparedBill[] }): readonly ComparedBill[] => bill.compared ?? [];

/** Maximum number of bills that a sentence names. */
const NAMED = 5;

function namesOf(bills: readonly ComparedBill[]): string {
  const named = bills.slice(0, NAMED).map(bill => bill.bill_no);
  const further = bills.length - named.length;
  return `${named.join(', ')}${further > 0 ? ` and ${formatCount(further)} more` : ''}`;
}

/** Why the results of a bill may be wrong. The state shows the message about its rule. */
function outdatedText({ changed_since: bills = [] }: { changed_since?: readonly ComparedBill[] }): string {
  if (bills.length === 0) return 'The results of this bill are outdated.';
  return `The results of this bill are outdated: after it was compared, parcels that are also on ${
    bills.length === 1 ? 'bill' : 'bills'
  } ${namesOf(bills)} were deleted, restored or read again there. What remained to be billed for them may be different now.`;
}

function comparedText(compared: readonly ComparedBill[]): string {
  if (compared.length === 0) return 'No other bill was compared with it.';
  return `Bills that were compared with it: ${namesOf(compared)}. Compare them again afterward, because what was billed twice or charged before may change.`;
}

interface CompareOthersProps {
  bills: readonly ComparedBill[];
  deleted: string;
  refresh: () => void;
  close: () => void;
}

/** Offers to compare again the bills that were compared with a deleted one, one after another. */
function CompareOthers({ bills, deleted, refresh, close }: CompareOthersProps) {
  const styles = useReconStyles();
  const [chosen, setChosen] = useState<ComparedBill | null>(null);
  if (chosen)
    return (
      <CompareAgain item={null} filters={{ bill_id: chosen.id }} close={() => setChosen(null)} refresh={refresh} />
    );
  return (
    <InfoDialog title={`Bill ${deleted} was deleted`} onClose={close}>
      <p className={styles.hint}>
        These bills were compared with it. Compare them again: you see what changes before it takes effect.
      </p>
      <ul className={styles.column} style={{ listStyle: 'none', padding: 0 }}>
        {bills.map(bill => (
          <li key={bill.id} className={styles.bar}>
            <span>{bill.bill_no}</span>
            <Button size="small" aria-label={`Compare again: ${bill.bill_no}`} onClick={() => setChosen(bill)}>
              Compare again
            </Button>
          </li>
        ))}
      </ul>
    </InfoDialog>
  );
}

/** Edits a bill's remark (REC-4). */
export function RemarkBill({ item, close, refresh }: ListDialogProps<BillRow>) {
  const send = useChange();
  const { notify } = useUi();
  if (!item) return null;
  const { id, bill_no, remark: initial } = item.row;
  return (
    <FormDialog<{ remark: string }>
      title={`Remark on bill ${bill_no}`}
      draftKey={`recon.bills/remark/${id}`}
      initial={{ remark: initial }}
      fields={[
        {
          key: 'remark',
          label: 'Remark',
          render: (control, { remark }, change) => (
            <Textarea
              id={control.id}
              disabled={control.disabled}
              style={{ width: '100%' }}
              rows={4}
              maxLength={500}
              value={remark}
              onChange={(_, data) => change({ remark: data.value })}
            />
          ),
        },
      ]}
      onClose={close}
      onApply={async ({ remark }) => {
        await send(remarkSummary, { id, remark });
        notify.success(`Edit Successfully: bill ${bill_no}`);
        refresh();
        close();
      }}
    />
  );
}
