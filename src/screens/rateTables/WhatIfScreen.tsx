import { mergeClasses } from '@fluentui/react-components';
import { useParams } from '@tanstack/react-router';
import type { Family } from '../../contract/rateTable/versions.ts';
import type { Currency } from '../../domain/currency.ts';
import { formatCount, formatTime } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import { amountText, percentText, PPM } from '../../domain/rates/money.ts';
import { kilograms } from '../../domain/rates/weightRanges.ts';
import { useKept } from '../../sync/hooks/useKept.ts';
import { usePlaceLabels } from '../../sync/hooks/usePlaceLabels.ts';
import { PlainSelect } from '../../ui/PlainSelect.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { useAddressState } from '../shared/useAddressState.ts';
import { FamilyPage, InFamily, useFamily } from './family.tsx';
import { useLooks } from './looks.ts';
import { versionHref } from './paths.ts';
import { useVersions } from './useVersions.ts';
import { versionTitle } from './versionState.tsx';
import { Age, Waiting } from './Waiting.tsx';

/** The difference between two e5 sums, e.g. "+1,200 (+3.5%)". */
function changeText(before: bigint, after: bigint, currency: Currency): string {
  const difference = after - before;
  const text = `${difference > 0n ? '+' : ''}${amountText(difference, currency)}`;
  if (before === 0n || difference === 0n) return text;
  const share = Number((difference * BigInt(PPM)) / before);
  return `${text} (${share > 0 ? '+' : ''}${percentText(Math.round(share / 100) * 100)})`;
}

/**
 * The effect of a draft: a month of orders priced both with it and with the version then in effect, by zone, and the
 * parcels whose price changes most.
 */
function WhatIf() {
  const styles = useLooks();
  const { id: text = '' } = useParams({ strict: false }) as { id?: string };
  const id = /^\d{1,12}$/.test(text) ? Number(text) : null;
  const { timeZone } = useUi();
  const { calls, collection, base } = useFamily();
  const [search, put] = useAddressState();
  const against = typeof search['against'] === 'number' ? search['against'] : null;
  const detail = useKept(calls.detail, id === null ? null : { id }, collection);
  const known = useVersions(detail.data?.channelId ?? null);
  const read = useKept(calls.whatIf, id === null ? null : { id, ...(against === null ? {} : { against }) }, collection);
  const places = usePlaceLabels(
    [...(read.data?.most ?? []), ...(read.data?.without ?? [])].map(({ destinationId }) => String(destinationId)),
  );
  if (id === null) return <p className={styles.problem}>"{text}" is not a version ID.</p>;
  if (!detail.data) return <Waiting what="the version" state={detail} />;
  const { data } = read;
  const currency = (data?.currency ?? 'IDR') as Currency;
  const amount = (value: number | null) => (value === null ? 'no fee' : amountText(value, currency));
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <h2 className={styles.title}>What would {versionTitle(detail.data)} do?</h2>
        <PageLink href={versionHref(base, id)}>Back to the version</PageLink>
        <PlainSelect
          label="Compared with"
          value={against === null ? '' : String(against)}
          onChange={value => put({ against: value === '' ? undefined : Number(value) })}
        >
          <option value="">The version in effect when each order was picked up</option>
          {known.versions
            .filter(version => version.id !== id)
            .map(version => (
              <option key={version.id} value={String(version.id)}>
                {versionTitle(version)}
              </option>
            ))}
        </PlainSelect>
        <Age {...read} />
      </div>
      {!data ? (
        <Waiting what="a month of orders" state={read} />
      ) : data.orders === 0 ? (
        <p className={styles.note}>This channel has no orders to test the version with.</p>
      ) : (
        <>
          <p className={styles.note}>
            {countText(data.orders, 'order')} from {formatTime(data.from, timeZone)} to{' '}
            {formatTime(data.until, timeZone)}, in {currency}.{' '}
            {data.missing === 0
              ? 'Every parcel has a fee.'
              : `${countText(data.missing, 'parcel')} ${data.missing === 1 ? 'has' : 'have'} no fee.`}
            {/* A reply that was cached by an earlier build does not have this count. */}
            {data.unpriced > 0 &&
              ` ${countText(data.unpriced, 'parcel')} had no fee before, so the totals do not include ${data.unpriced === 1 ? 'it' : 'them'}.`}
          </p>
          <section className={styles.card} aria-label="Totals per zone">
            <h3 className={styles.title}>Totals</h3>
            <div className={styles.room}>
              <table className={mergeClasses(styles.table, styles.stacked)} aria-label="Totals per zone">
                <thead>
                  <tr>
                    <th scope="col">Zone or route</th>
                    <th scope="col" className={styles.number}>
                      Orders
                    </th>
                    <th scope="col" className={styles.number}>
                      Before
                    </th>
                    <th scope="col" className={styles.number}>
                      After
                    </th>
                    <th scope="col" className={styles.number}>
                      Change
                    </th>
                    <th scope="col" className={styles.number}>
                      No fee
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {[...data.zones, { ...data, area: null, name: '' }].map(zone => (
                    <tr
                      key={zone.area === null ? 'total' : `zone ${zone.area}`}
                      className={zone.area === null ? styles.total : undefined}
                    >
                      <th scope="row">
                        {zone.area ?? 'Total'}
                        {zone.area === '' && 'none'}
                        {/* A reply that was cached by an earlier build has no names. */}
                        {zone.name && zone.name !== zone.area && <div className={styles.quiet}>{zone.name}</div>}
                      </th>
                      <td className={styles.number} data-label="Orders">
                        {formatCount(zone.orders)}
                      </td>
                      <td className={styles.number} data-label="Before">
                        {amountText(BigInt(zone.before), currency)}
                      </td>
                      <td className={styles.number} data-label="After">
                        {amountText(BigInt(zone.after), currency)}
                      </td>
                      <td className={styles.number} data-label="Change">
                        {changeText(BigInt(zone.before), BigInt(zone.after), currency)}
                      </td>
                      <td className={styles.number} data-label="No fee">
                        {formatCount(zone.missing)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
          <OrdersCard
            label="Parcels that change most"
            title="The parcels that change most"
            orders={data.most}
            places={places}
            amount={amount}
            more={[
              { heading: 'After', isNumber: true, textOf: ({ after }) => amount(after) },
              {
                heading: 'Change',
                isNumber: true,
                textOf: ({ before, after }) => changeText(BigInt(before), BigInt(after), currency),
              },
            ]}
          />
          <OrdersCard
            label="Parcels without a fee"
            title="Parcels without a fee"
            orders={data.without}
            places={places}
            amount={amount}
            more={[{ heading: 'Why', isNumber: false, textOf: order => order.text }]}
          />
        </>
      )}
    </div>
  );
}

interface OrdersCardProps<O> {
  label: string;
  title: string;
  orders: readonly O[];
  places: (id: string) => string;
  amount: (value: number | null) => string;
  /** The columns after those of every order. */
  more: readonly { heading: string; isNumber: boolean; textOf: (order: O) => string }[];
}

/** A card with a table of orders; nothing if there are none. */
function OrdersCard<O extends { orderId: string; destinationId: number; grams: number; before: number | null }>({
  label,
  title,
  orders,
  places,
  amount,
  more,
}: OrdersCardProps<O>) {
  const styles = useLooks();
  if (orders.length === 0) return null;
  return (
    <section className={styles.card} aria-label={label}>
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.room}>
        <table className={mergeClasses(styles.table, styles.stacked)} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Destination</th>
              <th scope="col" className={styles.number}>
                Weight kg
              </th>
              <th scope="col" className={styles.number}>
                Before
              </th>
              {more.map(({ heading, isNumber }) => (
                <th key={heading} scope="col" className={isNumber ? styles.number : undefined}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {orders.map(order => (
              <tr key={order.orderId}>
                <th scope="row">{order.orderId}</th>
                <td data-label="Destination">{places(String(order.destinationId))}</td>
                <td className={styles.number} data-label="Weight kg">
                  {kilograms(order.grams)}
                </td>
                <td className={styles.number} data-label="Before">
                  {amount(order.before)}
                </td>
                {more.map(({ heading, isNumber, textOf }) => (
                  <td key={heading} className={isNumber ? styles.number : undefined} data-label={heading}>
                    {textOf(order)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const screen = (family: Family) => () => (
  <InFamily family={family}>
    <FamilyPage current="">
      <WhatIf />
    </FamilyPage>
  </InFamily>
);

export const RateWhatIfScreen = screen('rate');
export const ThirdPartyWhatIfScreen = screen('thirdParty');
