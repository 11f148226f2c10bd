import { useCallback, type MouseEvent } from 'react';
import { downloadFile, outcomeText } from '../../../sync/actions/download.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { isPlainClick } from '../../../ui/isPlainClick.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { saveBlob } from '../saveBlob.ts';

/**
 * Handles a click on a link to a file: fetches and saves the file, or shows the reason where a new window would show
 * the browser's error page. A click with a modifier key is left to the browser.
 *
 * @param instead creates the file on this device if the server is unreachable; resolves to null if that is not possible
 */
export function useDownload(): (
  event: MouseEvent<HTMLElement>,
  url: string,
  instead?: () => Promise<{ name: string; blob: Blob } | null>,
) => void {
  const { client } = useSync();
  const { notify } = useUi();
  return useCallback(
    (event, url, instead) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      const run = async (): Promise<void> => {
        const outcome = await downloadFile(client, url, client.ended);
        if (outcome === null) return;
        if (outcome.kind === 'ok') return saveBlob(outcome.data.name, outcome.data.blob);
        const isAway = outcome.kind === 'noNetwork' || outcome.kind === 'retryLater';
        const made = isAway && instead ? await instead().catch(() => null) : null;
        if (made) return saveBlob(made.name, made.blob);
        const next = isAway ? ' Download it again once the server can be reached.' : '';
        notify.error(`The file was not downloaded. ${outcomeText(outcome)}${next}`);
      };
      void run();
    },
    [client, notify],
  );
}
