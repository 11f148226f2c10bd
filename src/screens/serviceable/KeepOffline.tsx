import { keepChannelOffline } from '../../sync/actions/keepOffline.ts';
import { useCachedSet } from '../../sync/hooks/useCachedSet.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { notifyKept } from '../shared/notifyKept.ts';
import { PlainSwitch } from '../../ui/PlainSwitch.tsx';
import { useUi } from '../../ui/UiContext.ts';

/** Keeps the chosen channel's records on this device, whatever else is opened. */
export function KeepOffline({ channelId }: { channelId: number }) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const set = useCachedSet(channelId);
  return (
    <PlainSwitch
      label="Keep offline"
      checked={set?.pinned ?? false}
      onChange={checked =>
        void keepChannelOffline(client, entity, channelId, checked).then(
          persistent => checked && notifyKept(notify, persistent),
          () => notify.error('This device refused to store it. Reload the page and try again.'),
        )
      }
    />
  );
}
