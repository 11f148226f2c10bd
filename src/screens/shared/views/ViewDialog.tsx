import { VIEW_NAME_MOST } from '../../../contract/views.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { TextControl, YesNoControl } from '../../../ui/form/controls.tsx';
import { FormDialog, type FormField } from '../../../ui/form/FormDialog.tsx';

export type ViewValues = { name: string; shared: boolean; standard: boolean };

interface ViewDialogProps {
  title: string;
  draftKey: string;
  initial: ViewValues;
  entity: Country;
  /** Whether the person may share views of this list. */
  mayShare: boolean;
  onApply: (values: ViewValues) => Promise<void>;
  onClose: () => void;
}

const switchField = (key: 'shared' | 'standard', label: string, hint: string): FormField<ViewValues> => ({
  key,
  label,
  hint,
  render: (control, values, change) => (
    <YesNoControl control={control} value={values[key]} onChange={value => change({ [key]: value })} />
  ),
});

/** A view's name, who can see it, and whether the list opens with it. */
export function ViewDialog({ title, draftKey, initial, entity, mayShare, onApply, onClose }: ViewDialogProps) {
  const fields: FormField<ViewValues>[] = [
    {
      key: 'name',
      label: 'Name',
      required: true,
      validate: value => (String(value).trim() === '' ? 'Name is required' : null),
      render: (control, values, change) => (
        <TextControl
          control={control}
          value={values.name}
          maxLength={VIEW_NAME_MOST}
          onChange={name => change({ name })}
        />
      ),
    },
    // A shared view can always be made private.
    ...(mayShare || initial.shared
      ? [
          switchField(
            'shared',
            'Shared',
            mayShare
              ? `Everyone in ${COUNTRIES[entity].inText} sees it`
              : 'You can stop sharing it, but sharing it again requires the right to edit this list',
          ),
        ]
      : []),
    switchField('standard', 'Default', 'The list opens with this view for you, on all your devices'),
  ];
  return (
    <FormDialog<ViewValues>
      title={title}
      draftKey={draftKey}
      initial={initial}
      fields={fields}
      onApply={values => onApply({ ...values, name: values.name.trim() })}
      onClose={onClose}
    />
  );
}
