import { useMemo, useState } from 'react';
import { Button, Spinner } from '@fluentui/react-components';
import type { Family } from '../../contract/rateTable/versions.ts';
import { currencyOf } from '../../domain/currency.ts';
import { countText } from '../../domain/import/countsText.ts';
import type { End } from '../../domain/leadTime.ts';
import { amountText } from '../../domain/rates/money.ts';
import { compareOffers, offerCurrency } from '../../domain/rates/offers.ts';
import { useAdministration } from '../../sync/hooks/useAdministration.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { useUi } from '../../ui/UiContext.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { FamilyPage, InFamily, useFamily } from './family.tsx';
import { useLooks } from './looks.ts';
import { ParcelFields } from './ParcelFields.tsx';
import { versionHref } from './paths.ts';
import { parcelOf } from './quoteForm.ts';
import { useParcelForm } from './useParcelForm.ts';

const wireEnd = ({ locations, cep, country }: End) => ({
  ...(locations.length > 0 ? { locationId: locations.at(-1) as number } : {}),
  ...(cep === undefined ? {} : { cep }),
  country,
});

const SORTS = {
  fee: 'Fee',
  lead: 'Lead time',
  channel: 'Channel',
} as const;
type Sort = keyof typeof SORTS;

const leadText = ({ min, max }: { min: number; max: number }): string =>
  min === max ? countText(max, 'day') : `${min} to ${countText(max, 'day')}`;

/** The channels that serve an address, with their cost and lead time, cheapest first. */
function CheapestPage() {
  const styles = useLooks();
  const { entity, online } = useUi();
  const { calls, base } = useFamily();
  const { form, errors, way, origin, destination, onForm, onWay } = useParcelForm();
  const [sort, setSort] = useState<Sort>('fee');
  const parcel = useMemo(() => parcelOf(form, origin, destination, entity), [form, origin, destination, entity]);
  const chosen = form.destination !== '' || form.destinationCep !== '';
  const input = useMemo(
    () =>
      'problem' in parcel || !chosen
        ? null
        : {
            origin: wireEnd(parcel.origin),
            destination: wireEnd(parcel.destination),
            declared: { grams: parcel.declared.grams, sides: parcel.declared.sides && [...parcel.declared.sides] },
            orderValue: parcel.orderValue,
            cod: parcel.cod,
            shopGroup: parcel.shopGroup,
          },
    [parcel, chosen],
  );
  // Every channel is checked on the server, so typing must not make a call for each key press.
  const asked = useSettled(input);
  const read = useAdministration(calls.cheapest, asked as never);
  const rows = useMemo(() => {
    const list = [...(read.data?.list ?? [])];
    const lead = (row: (typeof list)[number]) => row.leadTime?.max ?? Infinity;
    const order = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
    return list.sort(
      (a, b) =>
        (sort === 'fee' ? compareOffers(a, b, currencyOf(entity)) : sort === 'lead' ? order(lead(a), lead(b)) : 0) ||
        a.channelId - b.channelId,
    );
  }, [read.data, sort, entity]);
  const currencies = [...new Set(rows.flatMap(row => offerCurrency(row) ?? []))];
  return (
    <div className={styles.page}>
      <div className={styles.twin}>
        <section className={styles.card} aria-label="Parcel">
          <h2 className={styles.title}>Which channel is cheapest here?</h2>
          <ParcelFields
            form={form}
            errors={errors}
            way={way}
            currency={currencyOf(entity)}
            measured={false}
            onForm={onForm}
            onWay={onWay}
          />
        </section>
        <section className={styles.card} aria-label="Channels for this parcel" aria-live="polite">
          <h3 className={styles.title}>Channels</h3>
          {'problem' in parcel ? (
            <p className={styles.note}>{parcel.problem}.</p>
          ) : !chosen ? (
            <p className={styles.note}>Choose a destination to see its channels with fee and lead time.</p>
          ) : read.problem !== null ? (
            <>
              <p className={styles.problem}>
                {online && !read.unreachable
                  ? read.problem
                  : 'Coverage, fees and lead times of all channels are compared on the server, which cannot be reached. While offline, you can quote one channel at a time on the page Quote.'}
              </p>
              <Button onClick={read.reload}>Retry</Button>
            </>
          ) : read.data === null || read.loading || asked !== input ? (
            <Spinner size="tiny" label="Checking every channel" labelPosition="after" />
          ) : rows.length === 0 ? (
            <p className={styles.note}>No channel of this country serves this address.</p>
          ) : (
            <div className={styles.room}>
              {currencies.length > 1 && (
                <p className={styles.note}>
                  Fees are in {currencies.join(', ')}. Fees in different currencies are not compared: sorted by fee, the
                  channels are grouped by currency.
                </p>
              )}
              <table className={styles.table} aria-label="Channels for this parcel">
                <thead>
                  <tr>
                    {(['channel', 'fee', 'lead'] as const).map(key => (
                      <th
                        key={key}
                        scope="col"
                        className={key === 'fee' ? styles.number : undefined}
                        aria-sort={sort === key ? 'ascending' : 'none'}
                      >
                        <Button size="small" appearance="transparent" onClick={() => setSort(key)}>
                          {SORTS[key]}
                          {sort === key ? ' ↑' : ''}
                        </Button>
                      </th>
                    ))}
                    <th scope="col">Serves the address</th>
                    <th scope="col">By</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(row => (
                    <tr key={row.channelId}>
                      <th scope="row">
                        {row.channelId} {row.channelName}
                      </th>
                      <td className={styles.number}>
                        {!row.quote || row.quote.total === null || !row.by ? (
                          <span className={styles.quiet}>no fee</span>
                        ) : (
                          `${amountText(row.quote.total, row.by.currency)} ${row.by.currency}`
                        )}
                      </td>
                      <td>{row.leadTime === null ? 'unknown' : leadText(row.leadTime)}</td>
                      <td>
                        <Tag tone={row.served === 'yes' ? 'success' : row.served === 'no' ? 'danger' : 'neutral'}>
                          {row.served === 'yes' ? 'Yes' : row.served === 'no' ? 'No' : 'Depends'}
                        </Tag>
                      </td>
                      <td>
                        {row.by ? (
                          <PageLink href={versionHref(base, row.by.id)}>Version {row.by.versionNo}</PageLink>
                        ) : null}
                        {row.reason !== '' && <div className={styles.quiet}>{row.reason}</div>}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
      </div>
    </div>
  );
}

const screen = (family: Family) => () => (
  <InFamily family={family}>
    <FamilyPage current="/cheapest">
      <CheapestPage />
    </FamilyPage>
  </InFamily>
);

export const RateCheapestScreen = screen('rate');
export const ThirdPartyCheapestScreen = screen('thirdParty');
