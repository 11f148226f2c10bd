import { mergeClasses } from '@fluentui/react-components';
import type { OrderRow } from '../../contract/recon.ts';
import { getOrder } from '../../contract/reconOwn.ts';
import { rate } from '../../contract/resources/rate.ts';
import { formatTime } from '../../domain/format.ts';
import { kilograms } from '../../domain/rates/weightRanges.ts';
import { sidesOf, sidesText } from '../../domain/recon/billSizes.ts';
import { DISPUTE_LABELS, type DisputeState } from '../../domain/recon/dispute.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { rateBase } from '../shared/rateTabs.ts';
import { MoneyCell, moneyText, reasonText, ReconBody, StatusTag, useReconStyles } from './parts.tsx';

/** Orders that an earlier release cached for offline use have no sizes. */
const UNKNOWN_SIZES = { length: null, width: null, height: null };

/** Earlier bills that an earlier release cached have no currency. */
const currencyOfEarlier = ({ currency }: { currency?: string }): string | undefined => currency;

/** A billed parcel: its charges, and the quote with the rate table row that determined each line. */
export function OrderDialog({ item, close }: ListDialogProps<OrderRow>) {
  const styles = useReconStyles();
  const facts = useFactStyles();
  const { timeZone } = useUi();
  const read = useKept(getOrder, item ? { id: item.row.id } : null);
  if (!item) return null;
  return (
    <InfoDialog title={`Order ${item.row.tracking || item.row.reference}`} wide onClose={close}>
      <ReconBody read={read}>
        {({ order, charges, quote, rate_hash, rate_version, history, dispute, earlier }) => {
          const { length, width, height } = { ...UNKNOWN_SIZES, ...order };
          const sides = sidesOf({ length, width, height });
          const money = (amount: string | null) => `${moneyText(amount, order.currency)} ${order.currency}`;
          const lines: (readonly [string, string])[] = [
            ['Bill', order.bill_no],
            ['Reason', order.reason === '' ? '' : reasonText(order.reason)],
            ['Shipment', order.shipment === '' ? 'No shipment has this tracking number or reference' : order.shipment],
            ['Billed weight', order.weight === null ? '' : `${kilograms(order.weight)} kg`],
            ['Billed sizes', sides === null ? '' : `${sidesText(sides)} cm`],
            ['Billed zone', order.zone],
            ['Shipped on', order.shipped],
            ['Billed here', money(order.billed)],
            ['Billed earlier', order.earlier === '0' ? '' : money(order.earlier)],
            ['Billed in all', order.earlier === '0' ? '' : money(String(BigInt(order.billed) + BigInt(order.earlier)))],
            ['Expected here', order.expected === null ? '' : money(order.expected)],
            [
              'Difference',
              order.difference === null
                ? ''
                : `${money(order.difference)}${order.side === 'equal' ? '' : `, ${order.side}`}`,
            ],
            ['Remark', order.remark],
            [
              'Dispute',
              dispute
                ? `${dispute.id}, ${DISPUTE_LABELS[dispute.state as DisputeState]}: ${money(dispute.credited)} of ${money(dispute.amount)} credited`
                : '',
            ],
          ];
          return (
            <>
              <dl className={facts.facts}>
                <dt className={facts.term}>Status</dt>
                <dd className={facts.fact}>
                  <StatusTag status={order.status} />
                </dd>
                {lines.map(([term, fact]) =>
                  fact === '' ? null : (
                    <div key={term} style={{ display: 'contents' }}>
                      <dt className={facts.term}>{term}</dt>
                      <dd className={facts.fact}>{fact}</dd>
                    </div>
                  ),
                )}
              </dl>
              <h3 className={styles.heading}>Charges of the bill</h3>
              <div className={styles.scroll}>
                <table className={facts.table} aria-label="Charges">
                  <FactHead labels={['File', 'Row', 'Charge', 'Kind', 'Amount']} numbers={['Amount']} />
                  <tbody>
                    {charges.map((charge, at) => (
                      <tr key={at}>
                        <td className={facts.cell}>{charge.file}</td>
                        <td className={facts.cell}>{charge.row}</td>
                        <td className={facts.cell}>{charge.name}</td>
                        <td className={facts.cell}>{charge.kind}</td>
                        <MoneyCell amount={charge.amount} currency={order.currency} className={facts.cell} />
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <h3 className={styles.heading}>What we expected</h3>
              {quote.length === 0 ? (
                <p className={styles.hint}>{noQuoteText(order.reason)}</p>
              ) : (
                <div className={styles.scroll}>
                  <table className={facts.table} aria-label="Quote">
                    <FactHead labels={['Line', 'How', 'Row of the rate table', 'Amount']} numbers={['Amount']} />
                    <tbody>
                      {quote.map((line, at) => (
                        <tr key={at}>
                          <td className={facts.cell}>{line.label}</td>
                          <td className={mergeClasses(facts.cell, styles.words)}>{line.words}</td>
                          <td className={facts.cell}>
                            <RateRow row={line.row} version={rate_version} channelId={order.channel_id} />
                          </td>
                          <MoneyCell amount={line.amount} currency={order.currency} className={facts.cell} />
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              )}
              {rate_hash !== '' && <p className={styles.hash}>Rate table {rate_hash}</p>}
              {earlier.length > 0 && (
                <>
                  <h3 className={styles.heading}>Earlier bills</h3>
                  <div className={styles.scroll}>
                    <table className={facts.table} aria-label="Earlier bills">
                      <FactHead labels={['Bill', 'Billed', 'Currency']} numbers={['Billed']} />
                      <tbody>
                        {earlier.map(one => {
                          const currency = currencyOfEarlier(one) ?? order.currency;
                          return (
                            <tr key={one.id}>
                              <td className={facts.cell}>{one.bill_no}</td>
                              <MoneyCell amount={one.billed} currency={currency} className={facts.cell} />
                              <td className={facts.cell}>{currency}</td>
                            </tr>
                          );
                        })}
                      </tbody>
                    </table>
                  </div>
                </>
              )}
              {history.length > 0 && (
                <>
                  <h3 className={styles.heading}>History</h3>
                  <div className={styles.scroll}>
                    <table className={facts.table} aria-label="History">
                      <FactHead labels={['When', 'Who', 'From', 'To', 'Remark']} />
                      <tbody>
                        {history.map((entry, at) => (
                          <tr key={at}>
                            <td className={facts.cell}>{formatTime(entry.at, timeZone)}</td>
                            <td className={facts.cell}>{entry.email}</td>
                            <td className={facts.cell}>
                              <StatusTag status={entry.before} />
                            </td>
                            <td className={facts.cell}>
                              <StatusTag status={entry.after} />
                            </td>
                            <td className={facts.cell}>{entry.remark}</td>
                          </tr>
                        ))}
                      </tbody>
                    </table>
                  </div>
                </>
              )}
            </>
          );
        }}
      </ReconBody>
    </InfoDialog>
  );
}

/** Why there is no quote, and what to look for. */
export const noQuoteText = (reason: string): string =>
  reason === 'noOrder'
    ? 'There is no quote, because no shipment has this tracking number or order reference.'
    : 'There is no quote: the channel has no rate for this day, or its rate needs something that the shipment lacks, such as sizes, an order value or a zone of the destination. Correct it, then compare the order again.';

/** Links to the row that determined a line, either in the sealed version or in the channel's weight-range rate. */
function RateRow({ row, version, channelId }: { row: string | null; version: number | null; channelId: number }) {
  if (row === null) return null;
  const [part = '', key = ''] = row.split(/ (.*)/s);
  const href =
    version === null
      ? `${rate.page.path}?q=${encodeURIComponent(JSON.stringify({ channelId }))}`
      : `${rateBase('rate')}/version/${version}?part=${part}&row=${encodeURIComponent(key)}`;
  return <PageLink href={href}>{row}</PageLink>;
}
