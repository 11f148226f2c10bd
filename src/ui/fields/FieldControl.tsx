import type { ReactNode } from 'react';
import type { Field, Kind } from '../../contract/fields/all.ts';
import { labelsIn, listOf } from '../../contract/fields/json.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { RATE_MODEL } from '../../domain/rates/rateRules.ts';
import { CheckList } from '../form/CheckList.tsx';
import { NumberControl, ReadOnlyControl, TextControl } from '../form/controls.tsx';
import { DayControl } from '../form/DayControl.tsx';
import type { FieldControl as Control } from '../form/FormRow.tsx';
import { lazyPart } from '../lazyPart.tsx';

const WeightRangesControl = lazyPart(
  () => import('../form/WeightRangesControl.tsx').then(module => module.WeightRangesControl),
  ({ control, value }) => <ReadOnlyControl control={control} value={value} />,
  true,
);

interface FieldControlProps {
  field: Field;
  control: Control;
  /** The typed text, in the format of the field's kind (`typed` in contract/fields). */
  value: string;
  country: Country;
  /** The form's other values. */
  values: Readonly<Record<string, unknown>>;
  onChange: (value: string) => void;
}

/** The unit displayed after the input. */
const SUFFIX: Readonly<Partial<Record<Kind, (country: Country) => string>>> = {
  money: country => COUNTRIES[country].currency,
  rate: () => '%',
  weight: () => 'kg',
  length: () => 'cm',
};

/** The form control for kinds that are typed; choices, switches, channels and places have their own controls. */
export function FieldControl({ field, control, value, country, values, onChange }: FieldControlProps): ReactNode {
  switch (field.kind) {
    case 'number':
    case 'money':
    case 'rate':
    case 'weight':
    case 'length': {
      const suffix = SUFFIX[field.kind]?.(country);
      const decimals = field.kind === 'number' ? (field.decimals ?? 0) : 1;
      return (
        <NumberControl
          control={control}
          decimals={decimals}
          value={value}
          onChange={onChange}
          {...(suffix === undefined ? {} : { suffix })}
        />
      );
    }
    case 'day':
      return <DayControl control={control} value={value} onChange={onChange} />;
    case 'timeOfDay':
      return <TextControl control={control} value={value} onChange={onChange} placeholder="HH:MM" />;
    case 'instant':
      return <TextControl control={control} value={value} onChange={onChange} placeholder="YYYY-MM-DD HH:MM" />;
    case 'json': {
      const { list } = field;
      // Labels as typed here, or JSON as stored.
      const chosen = list && (value.trim() === '' ? [] : labelsIn(list, listOf(list, value) ?? value));
      // A text that does not list known options stays visible, to be corrected.
      if (!list || !chosen)
        return <TextControl control={control} value={value} maxLength={field.max} onChange={onChange} />;
      const options = list.of.map(({ label }) => ({ value: label, label }));
      return (
        <CheckList
          control={control}
          options={options}
          value={chosen}
          none=""
          onChange={labels =>
            onChange(options.flatMap(({ label }) => (labels.includes(label) ? [label] : [])).join(', '))
          }
        />
      );
    }
    case 'formula':
      return (
        <WeightRangesControl
          control={control}
          value={value}
          country={country}
          checked={values[field.model] === RATE_MODEL.weightRange}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextControl
          control={control}
          value={value}
          onChange={onChange}
          {...('max' in field && typeof field.max === 'number' ? { maxLength: field.max } : {})}
        />
      );
  }
}
