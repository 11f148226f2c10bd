import { Button, type ButtonProps } from '@fluentui/react-components';
import { OptionsRegular } from '@fluentui/react-icons';
import { memo, type Ref } from 'react';

type SettingsButtonProps = Omit<ButtonProps, 'icon' | 'as'> & { ref?: Ref<HTMLButtonElement> };

/** The button for the table's settings, with or without its menu. Not rerendered for new rows. */
export const SettingsButton = memo(function SettingsButton({ ref, ...props }: SettingsButtonProps) {
  return (
    <Button
      {...(props as ButtonProps)}
      ref={ref as Ref<never>}
      appearance="subtle"
      icon={<OptionsRegular />}
      aria-label="Table settings"
      title="Table settings"
    />
  );
});
