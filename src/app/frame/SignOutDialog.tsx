import { Button, Subtitle1, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { NativeDialog } from './NativeDialog.tsx';

const useStyles = makeStyles({
  dialog: { width: 'min(600px, calc(100vw - 24px))', padding: tokens.spacingHorizontalXXL },
  title: { margin: 0 },
  text: { margin: `${tokens.spacingVerticalS} 0 ${tokens.spacingVerticalXXL}` },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    '& > button': { whiteSpace: 'nowrap' },
  },
});

interface SignOutDialogProps {
  /** Changes that the server does not have yet. */
  unsent: number;
  onCancel: () => void;
  onSignOut: (options: { discard: boolean }) => void;
}

const changes = (n: number): string => (n === 1 ? '1 unsent change' : `${n} unsent changes`);

/** Asks before signing out with unsent changes; discarding them asks a second time. */
export function SignOutDialog({ unsent, onCancel, onSignOut }: SignOutDialogProps) {
  const styles = useStyles();
  const [discarding, setDiscarding] = useState(false);
  const one = unsent === 1;
  const it = one ? 'it' : 'them';
  const title = discarding ? `Discard ${changes(unsent)}?` : 'Sign out';
  return (
    <NativeDialog label={title} className={styles.dialog} onClose={onCancel}>
      <Subtitle1 as="h2" block className={styles.title}>
        {title}
      </Subtitle1>
      <p className={styles.text}>
        {discarding
          ? `${one ? 'It was' : 'They were'} never sent to the server. Discarding cannot be undone.`
          : `You have ${changes(unsent)}. ${one ? 'It stays on this device and is' : 'They stay on this device and are'} sent when you sign in again.`}
      </p>
      {discarding ? (
        <div className={styles.actions}>
          <Button onClick={() => setDiscarding(false)}>Back</Button>
          <Button appearance="primary" onClick={() => onSignOut({ discard: true })}>
            Discard and sign out
          </Button>
        </div>
      ) : (
        <div className={styles.actions}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button onClick={() => setDiscarding(true)}>Discard {it} and sign out</Button>
          <Button appearance="primary" onClick={() => onSignOut({ discard: false })}>
            Sign out, keep {it}
          </Button>
        </div>
      )}
    </NativeDialog>
  );
}
