import { placeNameProblem, tidyPlaceName } from '../../domain/placeName.ts';
import type { Row } from '../../sync/types.ts';
import { TextControl } from '../../ui/form/controls.tsx';
import type { FormField } from '../../ui/form/FormDialog.tsx';

/**
 * The field for a place's name (domain/placeName).
 * @param refused returns why this place cannot get an otherwise valid name, or null
 */
export const placeNameField = (refused: (name: string) => string | null = () => null): FormField<Row> => ({
  key: 'name',
  label: 'Name',
  required: true,
  validate: value => {
    const name = tidyPlaceName(String(value));
    return placeNameProblem(name) ?? refused(name);
  },
  render: (control, values, change) => (
    <TextControl control={control} value={String(values['name'] ?? '')} onChange={name => change({ name })} />
  ),
});
