import { collectionsOf } from '../../contract/call.ts';
import { ownerOfKey, type OwnerKey } from '../../contract/owner.ts';
import { keepChannelOffline } from '../../sync/actions/keepOffline.ts';
import { useCachedSet } from '../../sync/hooks/useCachedSet.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { notifyKept } from '../shared/notifyKept.ts';
import { PlainSwitch } from '../../ui/PlainSwitch.tsx';
import { useUi } from '../../ui/UiContext.ts';

/** Keeps the records of the selected channel or 3PL on this device, regardless of what else is opened. */
export function KeepOffline({ owner }: { owner: OwnerKey }) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const set = useCachedSet(owner, collectionsOf(ownerOfKey(owner).kind)[0]);
  return (
    <PlainSwitch
      label="Keep offline"
      checked={set?.pinned ?? false}
      onChange={checked =>
        void keepChannelOffline(client, entity, owner, checked).then(
          persistent => checked && notifyKept(notify, persistent),
          () => notify.error('The lists could not be saved for offline use. Reload the page and try again.'),
        )
      }
    />
  );
}
