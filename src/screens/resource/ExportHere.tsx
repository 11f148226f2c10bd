import { useEffect, useRef, useState } from 'react';
import { Button, Spinner } from '@fluentui/react-components';
import type { HeldCollection } from '../../contract/call.ts';
import { numberIn } from '../../contract/owner.ts';
import type { Resource } from '../../contract/resource.ts';
import { exportCached } from '../../sync/actions/exportCached.ts';
import { useCachedSet } from '../../sync/hooks/useCachedSet.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { OfflineDownloadProps } from '../../ui/list/definition.ts';
import { Aside } from '../../ui/list/Aside.tsx';
import { OfflineDownload } from '../../ui/list/OfflineDownload.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { notCachedText, notWholeText } from './exportTexts.ts';
import { saveWritten } from './saveCached.ts';

/** An export that takes longer than this shows how far it is, in milliseconds. */
const SHOWN_AFTER = 1000;

/** Export while the server cannot be reached: the filtered records of a cached channel or 3PL, written on this device. */
export function ExportHere(props: OfflineDownloadProps & { resource: Resource }) {
  const { selected, label, icon, aside, form, asked, resource } = props;
  const { client, entity } = useSync();
  const { notify, timeZone } = useUi();
  const number = numberIn(resource.scope, selected);
  const set = useCachedSet(number, resource.collection as HeldCollection);
  const running = useRef<AbortController | null>(null);
  /** Null: nothing is written, or not for long enough to be told. */
  const [share, setShare] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const ending = new AbortController();
    running.current = ending;
    setBusy(true);
    let done = 0;
    const shown = setInterval(() => setShare(done), SHOWN_AFTER);
    try {
      const { signal } = ending;
      const made = await exportCached(client, resource, entity, selected, form, signal, at => (done = at));
      if (made) saveWritten({ notify, timeZone }, made);
      else notify.warning(notCachedText(resource));
    } catch {
      if (!ending.signal.aborted) notify.error('The file could not be written on this device. Try again.');
    } finally {
      clearInterval(shown);
      setShare(null);
      setBusy(false);
    }
  };

  const latest = useRef({ run, seen: asked });
  useEffect(() => {
    latest.current.run = run;
  });
  useEffect(() => {
    const { seen } = latest.current;
    latest.current.seen = asked;
    if (asked > seen && set?.state === 'ready' && !busy) void latest.current.run();
    // Once for each time that it is asked for.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);

  if (set?.state !== 'ready') {
    return (
      <OfflineDownload
        label={label}
        {...(icon ? { icon } : {})}
        reason={set ? notWholeText(resource) : notCachedText(resource)}
      />
    );
  }
  return (
    <>
      <Button
        {...(busy ? { icon: <Spinner size="tiny" /> } : icon ? { icon } : {})}
        disabledFocusable={busy}
        onClick={() => void run()}
      >
        {label}
      </Button>
      {share !== null && (
        <Aside at={aside}>
          <output>{`${label} ${Math.floor(share * 100)}%`}</output>
          <Button appearance="subtle" onClick={() => running.current?.abort()}>
            Cancel export
          </Button>
        </Aside>
      )}
    </>
  );
}
