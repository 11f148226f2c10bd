import { useEffect, useRef, useState } from 'react';
import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import type { Resource } from '../../contract/resource.ts';
import { downloadFile } from '../../sync/actions/download.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { FetchDownloadProps } from '../../ui/list/definition.ts';
import { sizeText } from '../../ui/upload/takeFiles.ts';
import { useUi } from '../../ui/UiContext.ts';
import { saveBlob } from '../shared/imports/saveBlob.ts';
import { exportInput } from './exportInput.ts';
import { saveCached } from './saveCached.ts';
import { failedText } from './exportTexts.ts';

/** An export that takes longer than this shows how far it is, in milliseconds. */
const SHOWN_AFTER = 1000;

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    fontVariantNumeric: 'tabular-nums',
  },
});

/**
 * An export that was clicked: the server's file, else the held records', else why there is none. It goes on while another
 * page is shown, as a download does.
 */
export function ExportFetch({
  href,
  form,
  selected,
  label,
  close,
  resource,
}: FetchDownloadProps & { resource: Resource }) {
  const styles = useStyles();
  const { client, entity } = useSync();
  const { notify, timeZone } = useUi();
  /** What is told of it; null while it is not worth telling. */
  const [progressText, setProgressText] = useState<string | null>(null);
  const cancelling = useRef(new AbortController());
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const { signal } = cancelling.current;
    let progress = '';
    const shown = setInterval(() => setProgressText(progress), SHOWN_AFTER);
    const run = async (): Promise<void> => {
      const body = typeof resource.calls.export === 'string' ? undefined : { ...selected, ...exportInput(form) };
      const outcome = await downloadFile(client, href, signal, bytes => (progress = sizeText(bytes)), body);
      if (outcome === null) return;
      if (outcome.kind === 'ok') return saveBlob(outcome.data.name, outcome.data.blob);
      const isAway = outcome.kind === 'noNetwork' || outcome.kind === 'retryLater';
      const onShare = (share: number) => (progress = `${Math.floor(share * 100)}%`);
      const ui = { client, entity, notify, timeZone };
      const here = isAway ? await saveCached(ui, resource, selected, form, signal, onShare) : 'notCached';
      if (here !== 'saved' && !signal.aborted) notify.error(failedText(resource, outcome, here));
    };
    void run().finally(() => {
      clearInterval(shown);
      close();
    });
  });

  if (progressText === null) return null;
  return (
    <span className={styles.root}>
      <output className={styles.root}>
        <Spinner size="tiny" /> {label} {progressText}
      </output>
      <Button appearance="subtle" onClick={() => cancelling.current.abort()}>
        Cancel export
      </Button>
    </span>
  );
}
