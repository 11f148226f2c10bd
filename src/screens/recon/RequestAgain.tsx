import { useEffect, useRef } from 'react';
import type { CallOutput } from '../../contract/call.ts';
import type { searchDownloads } from '../../contract/recon.ts';
import { requestDownloadAgain } from '../../contract/reconOwn.ts';
import { errorText } from '../../domain/errorText.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';

type Download = CallOutput<typeof searchDownloads>['list'][number];

/** Requests a failed or expired file again (REC-8). It asks nothing, so it ends as soon as the server has answered. */
export function RequestAgain({ item, close, refresh }: ListDialogProps<Download>) {
  const { client, entity } = useSync();
  const { notify } = useUi();
  const begun = useRef(false);
  useEffect(() => {
    if (!item || begun.current) return;
    begun.current = true;
    administer(client, entity, requestDownloadAgain, { id: item.row.id })
      .then(
        () => notify.success(`"${item.row.title}" is being created again. This list shows when it is ready.`),
        (error: unknown) => notify.error(errorText(error)),
      )
      .finally(() => {
        refresh();
        close();
      });
  }, [client, close, entity, item, notify, refresh]);
  return null;
}
