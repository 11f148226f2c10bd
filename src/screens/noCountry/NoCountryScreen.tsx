import { Button, Text, makeStyles, tokens } from '@fluentui/react-components';
import { GlobeProhibitedRegular } from '@fluentui/react-icons';
import { EmptyState } from '../../ui/EmptyState.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', placeItems: 'center', minHeight: '100dvh', backgroundColor: tokens.colorNeutralBackground1 },
  // The sentence below says it to who sees; the heading names the page to who listens.
  heading: { position: 'absolute', margin: 0, clipPath: 'inset(50%)' },
});

interface NoCountryScreenProps {
  email: string;
  onAgain: () => void;
  onSignOut: () => void;
}

/** What a person sees who works in no country: no page has anything for them (ENT-1, PERM-3). */
export function NoCountryScreen({ email, onAgain, onSignOut }: NoCountryScreenProps) {
  const styles = useStyles();
  return (
    <main className={styles.root}>
      <div>
        <Text as="h1" block className={styles.heading}>
          No country
        </Text>
        <EmptyState
          icon={<GlobeProhibitedRegular />}
          title="Your account belongs to no country, so there is nothing to show"
          hint={`You are signed in as ${email}. Ask an administrator to add you to a country: this page then opens by itself. Changes that were not sent yet stay on this device.`}
        >
          <Button appearance="primary" onClick={onAgain}>
            Check again
          </Button>
          <Button onClick={onSignOut}>Sign out</Button>
        </EmptyState>
      </div>
    </main>
  );
}
