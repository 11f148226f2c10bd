import { Button } from '@fluentui/react-components';
import { ToolboxRegular } from '@fluentui/react-icons';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

interface NotBuiltScreenProps {
  /** Name of the page as the menu has it. */
  name: string;
  /** What it will be for, in a few words; left out where nothing is decided. */
  about?: string | undefined;
  onHome: () => void;
  /** Opens the page's operation history; left out without the right to read it. */
  onHistory?: (() => void) | undefined;
}

/** A page of the menu that does not exist yet, saying so. */
export function NotBuiltScreen({ name, about, onHome, onHistory }: NotBuiltScreenProps) {
  return (
    <>
      <PageHeader title={name}>{onHistory && <Button onClick={onHistory}>Operation History</Button>}</PageHeader>
      <EmptyState
        icon={<ToolboxRegular />}
        title={`${name} is not built yet`}
        hint={`This page comes in a later version of Ops Portal. ${about ?? 'This page is not available yet.'}`}
      >
        <Button appearance="primary" onClick={onHome}>
          Back to home
        </Button>
      </EmptyState>
    </>
  );
}
