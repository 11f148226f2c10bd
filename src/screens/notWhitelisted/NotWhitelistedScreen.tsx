import { Button, Text, makeStyles, tokens } from '@fluentui/react-components';
import { ShieldProhibitedRegular } from '@fluentui/react-icons';
import { EmptyState } from '../../ui/EmptyState.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', placeItems: 'center', minHeight: '100dvh', backgroundColor: tokens.colorNeutralBackground1 },
  // The sentence below is for people who see the page; the heading names the page for screen readers.
  heading: { position: 'absolute', margin: 0, clipPath: 'inset(50%)' },
});

interface NotWhitelistedScreenProps {
  email: string;
  onHome: () => void;
  onSignOut: () => void;
}

/** The page for a person who fails the whitelist check (NWL-1, NWL-2, SHELL-3). */
export function NotWhitelistedScreen({ email, onHome, onSignOut }: NotWhitelistedScreenProps) {
  const styles = useStyles();
  return (
    <main className={styles.root}>
      <div>
        <Text as="h1" block className={styles.heading}>
          Not Whitelisted
        </Text>
        <EmptyState
          icon={<ShieldProhibitedRegular />}
          title="Sorry, you have no whitelist permission, please contact the administrator or duty staff!"
          hint={`You are signed in as ${email}.`}
        >
          <Button appearance="primary" onClick={onHome}>
            Back Home
          </Button>
          <Button onClick={onSignOut}>Sign out</Button>
        </EmptyState>
      </div>
    </main>
  );
}
