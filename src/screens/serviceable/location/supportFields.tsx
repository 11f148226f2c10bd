import type { SupportFlags } from '../../../domain/serviceable.ts';
import { YesNoControl } from '../../../ui/form/controls.tsx';
import type { FormField } from '../../../ui/form/FormDialog.tsx';
import type { Values } from '../../../ui/form/formState.ts';

const LABELS = [
  ['canDeliver', 'Support Deliver'],
  ['canCOD', 'Support COD Deliver'],
  ['canPickup', 'Support Pickup'],
  ['canCODPickup', 'Support COD Pickup'],
] as const;

/** The four yes/no fields of a record, for its create and edit dialogs. */
export function supportFields<V extends Values & SupportFlags>(): FormField<V>[] {
  return LABELS.map(([key, label]) => ({
    key,
    label,
    render: (control, values, change) => (
      <YesNoControl control={control} value={values[key]} onChange={value => change({ [key]: value } as Partial<V>)} />
    ),
  }));
}

/** Only the four flags of something that has more. */
export const flagsOf = (from: SupportFlags): SupportFlags => ({
  canDeliver: from.canDeliver,
  canCOD: from.canCOD,
  canPickup: from.canPickup,
  canCODPickup: from.canCODPickup,
});
