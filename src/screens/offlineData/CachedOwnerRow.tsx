import { Switch } from '@fluentui/react-components';
import { DECLARED } from '../../contract/cached.ts';
import { ownerOfKey, OWNERS } from '../../contract/owner.ts';
import { refreshChannel, removeChannel } from '../../sync/actions/cached.ts';
import { keepChannelOffline } from '../../sync/actions/keepOffline.ts';
import type { OwnedSet } from '../../sync/hooks/useCachedData.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useUi } from '../../ui/UiContext.ts';
import { notifyKept } from '../shared/notifyKept.ts';
import { DataRow } from './DataRow.tsx';
import { isFirst, stateText } from './offlineTexts.ts';

/**
 * A collection of a channel or 3PL on this device. All collections of an owner are kept or removed together, through
 * the row of the first one.
 */
export function CachedOwnerRow({ set, name, asOf }: { set: OwnedSet; name: string; asOf: string }) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const { collection, owner, pinned, rows, bytes } = set;
  const { kind, id } = ownerOfKey(owner);
  const label = `${id}${name ? ` ${name}` : ''}`;
  const { word } = OWNERS[kind];
  const shown = {
    name: `${DECLARED[collection].title} of ${label}`,
    rows,
    bytes,
    asOf,
    state: stateText(set),
  };
  if (!isFirst(set)) {
    return (
      <DataRow
        {...shown}
        sub
        keep={`Same as the ${word}`}
        onRefresh={() => refreshChannel(client, entity, owner, collection)}
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
            void keepChannelOffline(client, entity, owner, checked).then(
              persistent => checked && notifyKept(notify, persistent),
              () => notify.error('The lists could not be saved for offline use. Reload the page and try again.'),
            )
          }
        />
      }
      onRefresh={() => refreshChannel(client, entity, owner)}
      onRemove={() => removeChannel(client, entity, owner)}
      removal={`Remove the ${word} from this device; opening one of its lists caches it again`}
    />
  );
}
