import { Button, type ButtonProps } from '@fluentui/react-components';
import { OptionsRegular } from '@fluentui/react-icons';
import type { Ref } from 'react';

/** The button of the table's settings, with and without its menu. */
export function SettingsButton({ ref, ...props }: Omit<ButtonProps, 'icon' | 'as'> & { ref?: Ref<HTMLButtonElement> }) {
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
}
