import { Button, Input } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { InfoDialog } from '../../ui/InfoDialog.tsx';

interface LinkDialogProps {
  email: string;
  /** Path relative to the console's own URL. */
  path: string;
  /** Why the link could not be sent by e-mail, if it should have been. */
  problem?: string | undefined;
  close: () => void;
}

/**
 * Shows the one-time link for setting a password. The server stores only a hash of the link, so it can never be shown
 * again.
 */
export function LinkDialog({ email, path, problem, close }: LinkDialogProps) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const address = `${window.location.origin}${path}`;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <InfoDialog
      title={`Password link for ${email}`}
      wide
      onClose={close}
      actions={
        <Button icon={<CopyRegular />} onClick={() => void copy()}>
          {copied === true ? 'Copied' : 'Copy'}
        </Button>
      }
    >
      {problem !== undefined && <p role="alert">{problem}</p>}
      <p>
        Give this link to {email}, who uses it to choose a password. It works once, expires after seven days, and is
        shown only now.
      </p>
      <Input
        readOnly
        value={address}
        aria-label="Password link"
        style={{ width: '100%' }}
        onFocus={event => event.target.select()}
      />
      {copied === false && <p role="alert">The browser blocked copying. Select the link and copy it manually.</p>}
    </InfoDialog>
  );
}
