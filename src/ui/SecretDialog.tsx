import { Button, Input, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular, CopyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { errorText } from '../domain/errorText.ts';
import { InfoDialog } from './InfoDialog.tsx';
import type { OnceShown } from './UiContext.ts';

const useStyles = makeStyles({
  secret: { width: '100%' },
  example: { overflowWrap: 'anywhere', fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
});

/** Maximum number of lines that are visible without scrolling. */
const LINES_MOST = 10;

/** Shows a secret that the server does not keep. Only Close closes the dialog, because nothing could show it again. */
export function SecretDialog({ secret, close }: { secret: OnceShown; close: () => void }) {
  const { title, label, value, text, problem, example, save } = secret;
  const styles = useStyles();
  const [copied, setCopied] = useState<boolean | null>(null);
  /** Why the file could not be saved. */
  const [unsaved, setUnsaved] = useState<string | null>(null);
  const keep = (run: () => Promise<void>) =>
    run().then(
      () => setUnsaved(null),
      (error: unknown) => setUnsaved(errorText(error)),
    );
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <InfoDialog
      title={title}
      wide
      onClose={close}
      held
      actions={
        <>
          {save && (
            <Button appearance="primary" icon={<ArrowDownloadRegular />} onClick={() => void keep(save.run)}>
              {save.label}
            </Button>
          )}
          <Button icon={<CopyRegular />} onClick={() => void copy()}>
            {copied === true ? 'Copied' : 'Copy'}
          </Button>
        </>
      }
    >
      {problem !== undefined && <p role="alert">{problem}</p>}
      <p>{text}</p>
      {value.includes('\n') ? (
        <Textarea
          className={styles.secret}
          readOnly
          rows={Math.min(value.split('\n').length, LINES_MOST)}
          value={value}
          aria-label={label}
        />
      ) : (
        <Input
          className={styles.secret}
          readOnly
          value={value}
          aria-label={label}
          onFocus={event => event.target.select()}
        />
      )}
      {example !== undefined && (
        <>
          <p>{example.text}</p>
          <p className={styles.example}>{example.code}</p>
        </>
      )}
      {unsaved !== null && <p role="alert">{unsaved}</p>}
      {copied === false && <p role="alert">The browser blocked copying. Select the text and copy it manually.</p>}
    </InfoDialog>
  );
}
