import { Switch } from '@fluentui/react-components';
import { HELD } from '../../contract/held.ts';
import { refreshChannel, removeChannel } from '../../sync/actions/cached.ts';
import { keepChannelOffline } from '../../sync/actions/keepOffline.ts';
import type { CachedSet } from '../../sync/hooks/useCachedData.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useUi } from '../../ui/UiContext.ts';
import { notifyKept } from '../shared/notifyKept.ts';
import { DataRow } from './DataRow.tsx';
import { stateText } from './offlineTexts.ts';

/** One collection of a channel on this device. The channel is kept and removed as a whole, by its locations' row. */
export function CachedChannelRow({ set, name, asOf }: { set: CachedSet; name: string; asOf: string }) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const { collection, channelId, pinned, rows, bytes } = set;
  const label = `${channelId}${name ? ` ${name}` : ''}`;
  const shown = {
    name: `${HELD[collection].title} of ${label}`,
    rows,
    bytes,
    asOf,
    state: stateText(set),
  };
  if (collection !== 'channelLocations') {
    return (
      <DataRow
        {...shown}
        sub
        keep="With the channel"
        onRefresh={() => refreshChannel(client, entity, channelId, collection)}
      />
    );
  }
  return (
    <DataRow
      {...shown}
      keep={
        <Switch
          aria-label={`Keep offline: ${label}`}
          checked={pinned}
          onChange={(_, { checked }) =>
            void keepChannelOffline(client, entity, channelId, checked).then(
              persistent => checked && notifyKept(notify, persistent),
              () => notify.error('This device refused to store it. Reload the page and try again.'),
            )
          }
        />
      }
      onRefresh={() => refreshChannel(client, entity, channelId)}
      onRemove={() => removeChannel(client, entity, channelId)}
      removal="Remove the channel from this device; opening one of its lists caches it again"
    />
  );
}
