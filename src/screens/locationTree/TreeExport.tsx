import { useEffect, useRef, useState } from 'react';
import { Button, Spinner } from '@fluentui/react-components';
import { downloadFile, outcomeText } from '../../sync/actions/download.ts';
import { exportTree } from '../../sync/actions/exportTree.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import type { FetchDownloadProps, OfflineDownloadProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { saveWritten } from '../resource/saveCached.ts';
import { saveBlob } from '../shared/imports/saveBlob.ts';

const NOT_HERE =
  'Nothing was exported: the places of this country are not all on this device yet. Export again once the server can be reached.';

/** Saves the places as they are on this device, and tells what is in the file; false where they are not all here. */
function useSaveTree(): (filters: Row) => Promise<boolean> {
  const { client, entity } = useSync();
  const { notify, timeZone } = useUi();
  return async filters => {
    const made = await exportTree(client, entity, filters).catch(() => null);
    if (!made) return false;
    saveWritten({ notify, timeZone }, made);
    return true;
  };
}

/** An export that was clicked: the server's file, else this device's, else why there is none. */
export function TreeFetch({ href, selected, label, close }: FetchDownloadProps) {
  const { client } = useSync();
  const { notify } = useUi();
  const save = useSaveTree();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const run = async (): Promise<void> => {
      const outcome = await downloadFile(client, href, client.ended);
      if (outcome === null) return;
      if (outcome.kind === 'ok') return saveBlob(outcome.data.name, outcome.data.blob);
      const isAway = outcome.kind === 'noNetwork' || outcome.kind === 'retryLater';
      if (isAway && (await save(selected))) return;
      notify.error(isAway ? NOT_HERE : `Nothing was exported. ${outcomeText(outcome)}`);
    };
    void run().finally(close);
  });
  return (
    <output>
      <Spinner size="tiny" label={label} />
    </output>
  );
}

/** Export while the server cannot be reached: written on this device. */
export function TreeHere({ selected, label, icon }: OfflineDownloadProps) {
  const { notify } = useUi();
  const save = useSaveTree();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    if (!(await save(selected))) notify.warning(NOT_HERE);
    setBusy(false);
  };
  return (
    <Button
      {...(busy ? { icon: <Spinner size="tiny" /> } : icon ? { icon } : {})}
      disabledFocusable={busy}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
}
