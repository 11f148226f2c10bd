import { Button } from '@fluentui/react-components';
import { GlobeProhibitedRegular } from '@fluentui/react-icons';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { WholePage } from '../shared/WholePage.tsx';

interface NoCountryScreenProps {
  email: string;
  onAgain: () => void;
  onSignOut: () => void;
}

/** What a person sees who works in no country: no page has anything for them (ENT-1, PERM-3). */
export function NoCountryScreen({ email, onAgain, onSignOut }: NoCountryScreenProps) {
  return (
    <WholePage heading="No country">
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
    </WholePage>
  );
}
