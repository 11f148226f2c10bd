import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { InfoDialog } from '../../ui/InfoDialog.tsx';

const useStyles = makeStyles({
  token: { width: '100%' },
  example: { overflowWrap: 'anywhere', fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
});

/** Shows a new API token. The server stores only a hash of the token, so it can never be shown again. */
export function TokenDialog({ name, token, close }: { name: string; token: string; close: () => void }) {
  const styles = useStyles();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <InfoDialog
      title={`API token ${name}`}
      wide
      onClose={close}
      actions={
        <Button icon={<CopyRegular />} onClick={() => void copy()}>
          {copied === true ? 'Copied' : 'Copy'}
        </Button>
      }
    >
      <p>The token is shown only once. Store it where the script can read it, not in the script itself.</p>
      <Input
        className={styles.token}
        readOnly
        value={token}
        aria-label="API token"
        onFocus={event => event.target.select()}
      />
      <p>The script sends it with each request, for example:</p>
      <p className={styles.example}>
        {`curl -H "Authorization: Bearer $OPS_TOKEN" ${window.location.origin}/api/v2/ops/session`}
      </p>
      {copied === false && <p role="alert">The browser blocked copying. Select the token and copy it manually.</p>}
    </InfoDialog>
  );
}
