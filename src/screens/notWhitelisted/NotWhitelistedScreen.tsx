import { Button } from '@fluentui/react-components';
import { ShieldProhibitedRegular } from '@fluentui/react-icons';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { WholePage } from '../shared/WholePage.tsx';

interface NotWhitelistedScreenProps {
  email: string;
  onHome: () => void;
  onSignOut: () => void;
}

/** The page for a person who is not on the whitelist (NWL-1, NWL-2, SHELL-3). */
export function NotWhitelistedScreen({ email, onHome, onSignOut }: NotWhitelistedScreenProps) {
  return (
    <WholePage heading="Not Whitelisted">
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
    </WholePage>
  );
}
