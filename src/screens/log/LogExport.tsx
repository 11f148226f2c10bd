import { useEffect, useRef } from 'react';
import { Button, Spinner } from '@fluentui/react-components';
import { downloadFile, outcomeText } from '../../sync/actions/download.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { FetchDownloadProps, OfflineDownloadProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { saveBlob } from '../shared/imports/saveBlob.ts';

const ON_THE_SERVER = 'The log is kept on the server. Export it once the server can be reached.';

/** An export of the log that was clicked: the server's file, or why there is none. */
export function LogFetch({ href, label, close }: FetchDownloadProps) {
  const { client } = useSync();
  const { notify } = useUi();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const run = async (): Promise<void> => {
      const outcome = await downloadFile(client, href, client.ended);
      if (outcome === null) return;
      if (outcome.kind === 'ok') saveBlob(outcome.data.name, outcome.data.blob);
      else if (outcome.kind === 'noNetwork') notify.error(`Nothing was exported. ${ON_THE_SERVER}`);
      else notify.error(`Nothing was exported. ${outcomeText(outcome)}`);
    };
    void run().finally(close);
  });
  return (
    <output>
      <Spinner size="tiny" label={label} />
    </output>
  );
}

/** Export while the server cannot be reached: says where the log is. */
export function LogHere({ label, icon }: OfflineDownloadProps) {
  return (
    <Button {...(icon ? { icon } : {})} disabledFocusable title={ON_THE_SERVER}>
      {label}
    </Button>
  );
}
