import { Button } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { SYSTEM } from '../../domain/permission.ts';
import { useUi } from '../../ui/UiContext.ts';

interface SystemAdminButtonProps {
  label?: string;
  disabled?: boolean;
  /** Why the button is disabled. */
  title?: string | undefined;
  onClick: () => void;
  /** A sentence for people who are not System Admins. */
  children: string;
}

/** The action button of a list that only System Admins can change; everyone else sees an explanation instead. */
export function SystemAdminButton({
  label = 'Create',
  disabled = false,
  title,
  onClick,
  children,
}: SystemAdminButtonProps) {
  const { can } = useUi();
  if (!can(SYSTEM)) return children;
  return (
    <Button appearance="primary" icon={<AddRegular />} disabled={disabled} title={title} onClick={onClick}>
      {label}
    </Button>
  );
}
