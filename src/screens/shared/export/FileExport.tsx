import { useEffect, useRef, useState } from 'react';
import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { downloadFile, type Downloaded } from '../../../sync/actions/download.ts';
import type { CachedWorkbook } from '../../../sync/actions/exportCached.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { Outcome, Row } from '../../../sync/types.ts';
import { Aside } from '../../../ui/list/Aside.tsx';
import type { FetchDownloadProps, OfflineDownloadProps } from '../../../ui/list/definition.ts';
import { sizeText } from '../../../domain/sizeText.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { saveBlob } from '../saveBlob.ts';
import { saveWritten } from './saveWritten.ts';

/** Exports any resource's list, on the server or on this device, with progress and Cancel. */

/** Delay in milliseconds before an export shows its progress. */
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
 * Writes the file on this device; resolves to null if some of its data is missing here. Rejects if it is canceled or
 * cannot be written.
 */
export type WriteFile = (signal: AbortSignal, onShare: (share: number) => void) => Promise<CachedWorkbook | null>;

/** Why this device did not create a file: some of its data is missing here, or it could not be written. */
export type NoFile = 'notCached' | 'notWritten';

interface ServerFileProps extends Pick<FetchDownloadProps, 'href' | 'label' | 'close'> {
  /** The request body, if the file is requested by POST. */
  body?: Row | undefined;
  /** If omitted, only the server can create the file. */
  write?: WriteFile;
  /** Explains why neither the server nor this device could provide the file, and the next step. */
  failed: (outcome: Exclude<Outcome<Downloaded>, { kind: 'ok' }>, here: NoFile) => string;
}

const shareText = (share: number): string => `${Math.floor(share * 100)}%`;

const Progress = ({ text, spins, cancel }: { text: string; spins: boolean; cancel: () => void }) => {
  const styles = useStyles();
  return (
    <span className={styles.root}>
      <output className={styles.root}>
        {spins && <Spinner size="tiny" />} {text}
      </output>
      <Button appearance="subtle" onClick={cancel}>
        Cancel export
      </Button>
    </span>
  );
};

/**
 * An export started by a click: the server's file, or else one created on this device, or else the reason why there is
 * neither. Like a download, it continues while another page is shown.
 */
export function ServerFile({ href, label, close, body, write, failed }: ServerFileProps) {
  const { client } = useSync();
  const { notify, timeZone } = useUi();
  /** Null until the export has taken long enough to show its progress. */
  const [progressText, setProgressText] = useState<string | null>(null);
  const cancelling = useRef(new AbortController());
  const started = useRef(false);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    const { signal } = cancelling.current;
    let progress = '';
    const shown = setInterval(() => setProgressText(progress), SHOWN_AFTER);
    /** Saves a file created on this device; returns the reason if that is not possible. */
    const saveHere = async (): Promise<NoFile | null> => {
      const made = write && (await write(signal, share => (progress = shareText(share))).catch(() => undefined));
      if (made === null || !write) return 'notCached';
      if (!made || signal.aborted) return 'notWritten';
      saveWritten({ notify, timeZone }, made);
      return null;
    };
    const run = async (): Promise<void> => {
      const outcome = await downloadFile(client, href, signal, bytes => (progress = sizeText(bytes)), body);
      if (outcome === null) return;
      if (outcome.kind === 'ok') return saveBlob(outcome.data.name, outcome.data.blob);
      const isAway = outcome.kind === 'noNetwork' || outcome.kind === 'retryLater';
      const here = isAway ? await saveHere() : 'notCached';
      if (here !== null && !signal.aborted) notify.error(failed(outcome, here));
    };
    void run().finally(() => {
      clearInterval(shown);
      close();
    });
  });

  if (progressText === null) return null;
  return <Progress text={`${label} ${progressText}`} spins cancel={() => cancelling.current.abort()} />;
}

/**
 * The export while the server is unreachable: the file is written on this device. `missing` is the message if some of
 * its data is missing here.
 */
export function DeviceFile({
  label,
  icon,
  aside,
  asked,
  write,
  missing,
}: Pick<OfflineDownloadProps, 'label' | 'icon' | 'aside' | 'asked'> & { write: WriteFile; missing: string }) {
  const { notify, timeZone } = useUi();
  const running = useRef<AbortController | null>(null);
  /** Null if no file is being written, or not for long enough to show progress. */
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
      const made = await write(ending.signal, at => (done = at));
      if (made) saveWritten({ notify, timeZone }, made);
      else notify.warning(missing);
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
    if (asked > seen && !busy) void latest.current.run();
    // Runs once per request.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);

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
          <Progress text={`${label} ${shareText(share)}`} spins={false} cancel={() => running.current?.abort()} />
        </Aside>
      )}
    </>
  );
}
