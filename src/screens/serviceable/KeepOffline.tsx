import { collectionsOf } from '../../contract/call.ts';
import { scopeOfNumber } from '../../contract/owner.ts';
import { keepChannelOffline } from '../../sync/actions/keepOffline.ts';
import { useCachedSet } from '../../sync/hooks/useCachedSet.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { notifyKept } from '../shared/notifyKept.ts';
import { PlainSwitch } from '../../ui/PlainSwitch.tsx';
import { useUi } from '../../ui/UiContext.ts';

/**
 * Keeps the records of the chosen channel or 3PL, by its number (contract/owner), on this device, regardless of what
 * else is opened.
 */
export function KeepOffline({ number }: { number: number }) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const set = useCachedSet(number, collectionsOf(scopeOfNumber(number))[0]);
  return (
    <PlainSwitch
      label="Keep offline"
      checked={set?.pinned ?? false}
      onChange={checked =>
        void keepChannelOffline(client, entity, number, checked).then(
          persistent => checked && notifyKept(notify, persistent),
          () => notify.error('This device could not store it. Reload the page and try again.'),
        )
      }
    />
  );
}
