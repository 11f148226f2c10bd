import { searchOrders } from '../../contract/recon.ts';
import type { RateVersionRow } from '../../contract/rateTable/versions.ts';
import { formatTime } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { administer } from '../../sync/actions/administer.ts';
import type { useSync } from '../../sync/hooks/useSync.ts';
import { PageLink } from '../shared/PageLink.tsx';
import { ordersHref, type OrderFilters } from '../shared/reconOrders.ts';
import { versionTitle } from './versionState.tsx';

/** The billed parcels that were compared with the previous rates. */
export interface Billed {
  filters: OrderFilters;
  count: number;
}

const DAY = 24 * 3600;

/**
 * The billed parcels of the days on which a backdated version applies; null if there are none. A day is represented by
 * its noon, so the first and last day may include parcels that the version does not price; comparing these again
 * changes nothing.
 */
export async function billedBefore(
  { client, entity }: Pick<ReturnType<typeof useSync>, 'client' | 'entity'>,
  version: RateVersionRow,
  versions: readonly RateVersionRow[],
  { activeFrom, timeZone, now }: { activeFrom: number; timeZone: string; now: number },
): Promise<Billed | null> {
  const next = versions
    .flatMap(({ id, activeFrom: from }) => (id !== version.id && from !== null && from > activeFrom ? [from] : []))
    .sort((one, other) => one - other)[0];
  const dayOf = (instant: number): string => formatTime(instant, timeZone).slice(0, 10);
  const filters = {
    channel_id: version.channelId,
    shipped_from: dayOf(activeFrom),
    shipped_until: dayOf(Math.min(next ?? now + DAY, now + DAY)),
  };
  const { total } = await administer(client, entity, searchOrders, { ...filters, page_no: 1, page_size: 1 });
  return total === 0 ? null : { filters, count: total };
}

/** Offers to repeat the comparison of everything billed before a version was backdated. */
export function BilledBefore({
  version,
  billed: { filters, count },
  onClose,
}: {
  version: RateVersionRow;
  billed: Billed;
  onClose: () => void;
}) {
  return (
    <InfoDialog title="Compare bills again?" onClose={onClose}>
      <p>
        {versionTitle(version)} takes effect on {filters.shipped_from}. {countText(count, 'billed parcel')} of channel{' '}
        {version.channelId} shipped since then {count === 1 ? 'was' : 'were'} compared with the previous rates.
      </p>
      <p>
        <PageLink href={ordersHref(filters)}>Show {countText(count, 'order')}</PageLink> and press Compare Again there
        to see what would change before anything takes effect.
      </p>
    </InfoDialog>
  );
}
