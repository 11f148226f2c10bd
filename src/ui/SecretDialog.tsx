import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { InfoDialog } from './InfoDialog.tsx';
import type { OnceShown } from './UiContext.ts';

const useStyles = makeStyles({
  secret: { width: '100%' },
  example: { overflowWrap: 'anywhere', fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
});

/** Shows a secret that the server does not keep. Only Close closes the dialog, because nothing could show it again. */
export function SecretDialog({ secret, close }: { secret: OnceShown; close: () => void }) {
  const { title, label, value, text, problem, example } = secret;
  const styles = useStyles();
  const [copied, setCopied] = useState<boolean | null>(null);
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
        <Button icon={<CopyRegular />} onClick={() => void copy()}>
          {copied === true ? 'Copied' : 'Copy'}
        </Button>
      }
    >
      {problem !== undefined && <p role="alert">{problem}</p>}
      <p>{text}</p>
      <Input
        className={styles.secret}
        readOnly
        value={value}
        aria-label={label}
        onFocus={event => event.target.select()}
      />
      {example !== undefined && (
        <>
          <p>{example.text}</p>
          <p className={styles.example}>{example.code}</p>
        </>
      )}
      {copied === false && <p role="alert">The browser blocked copying. Select the text and copy it manually.</p>}
    </InfoDialog>
  );
}
