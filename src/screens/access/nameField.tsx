import { Input } from '@fluentui/react-components';
import type { FormField } from '../../ui/form/FormDialog.tsx';

/**
 * The field for the name of a passkey or an API token.
 * @param hint text below the field
 */
export const nameField = <V extends { name: string; [key: string]: unknown }>(hint: string): FormField<V> => ({
  key: 'name',
  label: 'Name',
  required: true,
  hint,
  validate: (_, { name }) => (name.trim().length > 100 ? 'Name must have at most 100 characters' : null),
  render: (control, values, change) => (
    <Input
      id={control.id}
      value={values.name}
      disabled={control.disabled === true}
      onChange={(_, { value }) => change({ name: value } as Partial<V>)}
    />
  ),
});
