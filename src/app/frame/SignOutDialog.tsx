import { Button, Subtitle1, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { NativeDialog } from './NativeDialog.tsx';
import { discardText, keepText, unsentText, type Unsent } from './signOutTexts.ts';

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
  unsent: Unsent;
  onCancel: () => void;
  onSignOut: (options: { discard: boolean }) => void;
}

/** Asks before signing out with unsent changes or forms; discarding them asks a second time. */
export function SignOutDialog({ unsent, onCancel, onSignOut }: SignOutDialogProps) {
  const styles = useStyles();
  const [discarding, setDiscarding] = useState(false);
  const it = unsent.changes + unsent.drafts === 1 ? 'it' : 'them';
  const title = discarding ? `Discard ${unsentText(unsent)}?` : 'Sign out';
  return (
    <NativeDialog label={title} className={styles.dialog} onClose={onCancel}>
      <Subtitle1 as="h2" block className={styles.title}>
        {title}
      </Subtitle1>
      <p className={styles.text}>{discarding ? discardText(unsent) : keepText(unsent)}</p>
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
