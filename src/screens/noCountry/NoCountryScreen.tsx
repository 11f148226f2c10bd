import { Button } from '@fluentui/react-components';
import { GlobeProhibitedRegular } from '@fluentui/react-icons';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { WholePage } from '../shared/WholePage.tsx';

interface NoCountryScreenProps {
  email: string;
  onAgain: () => void;
  onSignOut: () => void;
}

/** The page for a person who works in no country and therefore has no other page (ENT-1, PERM-3). */
export function NoCountryScreen({ email, onAgain, onSignOut }: NoCountryScreenProps) {
  return (
    <WholePage heading="No country">
      <EmptyState
        icon={<GlobeProhibitedRegular />}
        title="Your account is not assigned to a country, so there is nothing to show"
        hint={`You are signed in as ${email}. Ask an administrator to add you to a country; the console then opens automatically. Unsent changes stay on this device.`}
      >
        <Button appearance="primary" onClick={onAgain}>
          Check again
        </Button>
        <Button onClick={onSignOut}>Sign out</Button>
      </EmptyState>
    </WholePage>
  );
}
