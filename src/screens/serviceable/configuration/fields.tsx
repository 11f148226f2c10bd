import type { ReactNode } from 'react';
import { OWNERS, type IdScope } from '../../../contract/owner.ts';
import {
  AREA_TYPES,
  CHECK_LEVELS,
  CONFIG_LABELS,
  levelLabel,
  NO,
  NO_YES,
  RESTRICTIONS,
  SAME_ZONE_LEVELS,
  SCENARIOS,
  YES,
  type CHECKS,
  type Scenario,
} from '../../../domain/serviceableChoices.ts';
import {
  isDisabled,
  isRequiredField,
  isSideDisabled,
  checksSide,
  missingFields,
  withField,
  withSide,
  type ConfigField,
  type DefaultField,
  type ServiceConfig,
} from '../../../domain/serviceableConfig.ts';
import type { OwnerChoice } from '../../../sync/hooks/useChannels.ts';
import type { Option } from '../../../ui/list/filters.ts';
import { SelectControl } from '../../../ui/form/controls.tsx';
import type { FormField } from '../../../ui/form/FormDialog.tsx';
import { channelField } from '../../resource/fields.tsx';
import { configOf, type ConfigValues } from './values.ts';

/** The fields of the configuration form, in which each change is a transition of domain/serviceableConfig. */

type ConfigFormField = FormField<ConfigValues>;

const SBS_CHOICES = [
  { value: YES, label: 'No' },
  { value: NO, label: 'Yes' },
] as const;

const HINTS: Partial<Record<ConfigField, string>> = {
  isSbsSameAsStandard: 'Shops whitelisted as SBS in the warehouse whitelist follow SBS-type validation.',
  defaultPdpPostcode:
    'The PDP page gives no postcode to the logistics service, so for postcode-type channels the default value is used on the PDP check.',
};

const ZONE_CHOICES = SAME_ZONE_LEVELS.filter(({ value }) => value !== 0);

/** A select in the form. If empty, it shows an error if required, and nothing if disabled. */
function select<F extends ConfigField>(field: F, label: string, options: readonly Option<number>[]): ConfigFormField {
  const hint = HINTS[field];
  return {
    key: field,
    label,
    ...(hint === undefined ? {} : { hint }),
    required: values => isRequiredField(configOf(values), field),
    disabled: values => isDisabled(configOf(values), field),
    validate: (_, values) => missingFields(configOf(values)).find(missing => missing.field === field)?.problem ?? null,
    render: (control, values, change) => {
      const config = configOf(values);
      const value = config[field];
      // 0 is "N/A", which cannot be selected; it is shown if there are no options.
      const isOpen = value === null || (value === 0 && !control.disabled && field === 'zoneLevel');
      return (
        <SelectControl<number>
          control={control}
          value={isOpen ? null : (value as number)}
          options={field === 'zoneLevel' && control.disabled ? SAME_ZONE_LEVELS : options}
          onChange={next => change(withField(config, field, next as ServiceConfig[F]))}
        />
      );
    },
  };
}

const DEFAULTS: readonly DefaultField[] = [
  'defaultDeliverEnabled',
  'defaultCodEnabled',
  'defaultPickupEnabled',
  'defaultCodPickupEnabled',
];

/** All fields except the channel or 3PL, in the form's order. */
export const CONFIG_FIELDS: readonly ConfigFormField[] = [
  select('isCheckServiceable', CONFIG_LABELS.isCheckServiceable, NO_YES),
  select('serviceableType', CONFIG_LABELS.serviceableType, AREA_TYPES),
  select('isSbsSameAsStandard', CONFIG_LABELS.isSbsSameAsStandard, SBS_CHOICES),
  select('extraLimitType', CONFIG_LABELS.extraLimitType, RESTRICTIONS),
  select('zoneLevel', CONFIG_LABELS.zoneLevel, ZONE_CHOICES),
  ...SCENARIOS.map(scenario => select(scenario.level, levelLabel(scenario), CHECK_LEVELS)),
  ...DEFAULTS.map(field => select(field, CONFIG_LABELS[field], NO_YES)),
  select('defaultPdpPostcode', CONFIG_LABELS.defaultPdpPostcode, NO_YES),
];

/** The channel or 3PL of a new configuration. `there` is the error shown if it cannot have one. */
export const ownerOf = (
  scope: IdScope,
  owners: readonly OwnerChoice[] | undefined,
  there: string | null,
  below: (said: boolean) => ReactNode,
): ConfigFormField => {
  const { title, word } = OWNERS[scope];
  const field = channelField(owners, 'channelId', `${title} ID`, word) as unknown as ConfigFormField;
  return {
    ...field,
    validate: (value, values) => field.validate?.(value, values) ?? there,
    render: (control, values, change) => (
      <>
        {field.render(control, values, change)}
        {below(control.invalid)}
      </>
    ),
  };
};

interface SideProps {
  scenario: Scenario;
  side: keyof typeof CHECKS;
  values: ConfigValues;
  busy: boolean;
  change: (next: Partial<ConfigValues>) => void;
}

/** Whether a scenario checks the address of one side. */
export function SideSelect({ scenario, side, values, busy, change }: SideProps) {
  const config = configOf(values);
  const { verify, name } = scenario;
  return (
    <SelectControl<number>
      control={{
        id: `${verify}-${side}`,
        label: `Check ${side} address, ${name}`,
        describedBy: undefined,
        invalid: false,
        required: false,
        disabled: busy || isSideDisabled(config, verify, side),
        note: null,
      }}
      value={checksSide(config[verify], side) ? YES : NO}
      options={NO_YES}
      onChange={on => change(withSide(config, verify, side, on === YES ? YES : NO))}
    />
  );
}
