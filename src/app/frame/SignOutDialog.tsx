import { Button, Subtitle1, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useDangerStyles } from '../../ui/dangerStyles.ts';
import { NativeDialog } from './NativeDialog.tsx';
import { discardText, keepText, unsentText } from './signOutTexts.ts';
import { isAnything, unsentTotal, type Unsent } from './useSigningOut.ts';

const useStyles = makeStyles({
  dialog: { width: 'min(600px, calc(100vw - 24px))', padding: tokens.spacingHorizontalXXL },
  title: { margin: 0 },
  text: { margin: `${tokens.spacingVerticalS} 0 0` },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    marginTop: tokens.spacingVerticalXXL,
    '& > button': { whiteSpace: 'nowrap' },
  },
});

interface SignOutDialogProps {
  unsent: Unsent;
  /** Whether the server is unreachable; if so, nobody can sign in here until it is back. */
  offline: boolean;
  onCancel: () => void;
  onSignOut: (options: { discard: boolean }) => void;
}

/**
 * Asks for confirmation before signing out with unsent changes or forms, or without a network; discarding them must be
 * confirmed again.
 */
export function SignOutDialog({ unsent, offline, onCancel, onSignOut }: SignOutDialogProps) {
  const styles = useStyles();
  const danger = useDangerStyles();
  const [discarding, setDiscarding] = useState(false);
  const any = isAnything(unsent);
  const it = unsentTotal(unsent) === 1 ? 'it' : 'them';
  const title = discarding ? `Discard ${unsentText(unsent)}?` : offline ? 'Sign out while offline?' : 'Sign out';
  return (
    <NativeDialog label={title} className={styles.dialog} onClose={onCancel}>
      <Subtitle1 as="h2" block className={styles.title}>
        {title}
      </Subtitle1>
      {discarding ? (
        <p className={styles.text}>{discardText(unsent)}</p>
      ) : (
        <>
          {any && <p className={styles.text}>{keepText(unsent)}</p>}
          {offline && (
            <p className={styles.text}>
              The server cannot be reached. You cannot sign in again until it can be reached, and the offline data on
              this device will be removed.
            </p>
          )}
        </>
      )}
      <div className={styles.actions}>
        {discarding ? (
          <>
            <Button appearance="primary" className={danger.button} onClick={() => onSignOut({ discard: true })}>
              Discard and sign out
            </Button>
            <Button onClick={() => setDiscarding(false)}>Back</Button>
          </>
        ) : (
          <>
            <Button appearance="primary" onClick={() => onSignOut({ discard: false })}>
              {any ? `Sign out, keep ${it}` : 'Sign out'}
            </Button>
            {any && (
              <Button className={danger.text} onClick={() => setDiscarding(true)}>
                Discard {it} and sign out
              </Button>
            )}
            <Button onClick={onCancel}>Cancel</Button>
          </>
        )}
      </div>
    </NativeDialog>
  );
}
