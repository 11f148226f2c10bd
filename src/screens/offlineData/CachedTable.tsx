import { DECLARED } from '../../contract/cached.ts';
import { OF_ENTITY, ownerOfKey, type OwnerKey } from '../../contract/owner.ts';
import { formatCount, formatTime } from '../../domain/format.ts';
import {
  refreshCachedPages,
  refreshCachedData,
  refreshChannel,
  removeCachedPages,
  removeChannels,
  removeLocations,
} from '../../sync/actions/cached.ts';
import { useOwners } from '../../sync/hooks/useChannels.ts';
import type { CachedData } from '../../sync/hooks/useCachedData.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useUi } from '../../ui/UiContext.ts';
import { DataRow } from './DataRow.tsx';
import { CachedOwnerRow } from './CachedOwnerRow.tsx';
import { isShown, stateText } from './offlineTexts.ts';
import { TableHead } from './TableHead.tsx';

export interface TableProps {
  cached: CachedData;
  className: string;
  tableClass: string;
}

const AGAIN = 'Remove from this device; it is loaded again while this country is open';

/** The current country's collections on this device. */
export function CachedTable({ cached, className, tableClass }: TableProps) {
  const { client, entity } = useSync();
  const { timeZone, notify } = useUi();
  const channels = useOwners('channel');
  const threePls = useOwners('3pl');
  const nameOf = (owner: OwnerKey): string => {
    const { kind, id } = ownerOfKey(owner);
    return (kind === 'channel' ? channels : threePls)?.find(owner => owner.id === id)?.name ?? '';
  };
  const time = (millis: number) => (millis > 0 ? formatTime(Math.floor(millis / 1000), timeZone) : 'never');
  const asOf = time(cached.checkedAt);
  const whole = cached.whole ? 'Ready offline' : 'Loading';
  const { pages } = cached;
  const refreshPages = async () => {
    if (!(await refreshCachedPages(client, entity)))
      notify.warning('The server cannot be reached, so the pages were not refreshed. Try again later.');
  };
  return (
    <div className={className}>
      <table className={tableClass}>
        <TableHead />
        <tbody>
          <DataRow
            name="Channels"
            note="For selectors and names"
            {...cached.channels}
            asOf={asOf}
            state={whole}
            keep="Always"
            onRefresh={() => refreshCachedData(client)}
            onRemove={() => removeChannels(client, entity)}
            removal={AGAIN}
          />
          {cached.threePls.rows > 0 && (
            <DataRow
              name="3PLs"
              note="For selectors and names"
              {...cached.threePls}
              asOf={asOf}
              state={whole}
              keep="With the channels"
              onRefresh={() => refreshCachedData(client)}
            />
          )}
          <DataRow
            name="Locations"
            note="For suggestions and paths"
            {...cached.locations}
            asOf={asOf}
            state={whole}
            keep="Always"
            onRefresh={() => refreshCachedData(client)}
            onRemove={() => removeLocations(client, entity)}
            removal={AGAIN}
          />
          {cached.ofEntity.map(set => (
            <DataRow
              key={set.collection}
              name={DECLARED[set.collection].title}
              note="The whole list of the country"
              rows={set.rows}
              bytes={set.bytes}
              asOf={set.state === 'ready' ? asOf : '-'}
              state={stateText(set)}
              keep="Always"
              onRefresh={() => refreshChannel(client, entity, OF_ENTITY, set.collection)}
            />
          ))}
          <DataRow
            name="Visited list pages"
            note={
              pages.pages === 1 ? '1 page that you looked at' : `${formatCount(pages.pages)} pages that you have viewed`
            }
            rows={pages.rows}
            bytes={pages.bytes}
            asOf={time(pages.oldest)}
            state={pages.pages === 0 ? 'None yet' : 'Ready offline'}
            keep="The 300 newest"
            onRefresh={refreshPages}
            onRemove={() => removeCachedPages(client, entity)}
            removal="Remove from this device; pages are cached again when you view them"
          />
          {cached.sets.filter(isShown).map(set => (
            <CachedOwnerRow
              key={`${set.collection}/${set.owner}`}
              set={set}
              name={nameOf(set.owner)}
              asOf={set.state === 'ready' ? asOf : '-'}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
