import { useState } from 'react';
import { Checkbox } from '@fluentui/react-components';
import type { RateVersionRow } from '../../contract/rateTable/versions.ts';
import type { Country } from '../../domain/country.ts';
import { CURRENCY_CODES, type Currency } from '../../domain/currency.ts';
import { copiedNumber } from '../../domain/rates/pastedNumbers.ts';
import { percentText } from '../../domain/rates/money.ts';
import { AREA_KINDS, BASIS_WORDS, FEE_LINES, type FeeLine, type RateSettings } from '../../domain/rates/rows.ts';
import { vatProblem } from '../../domain/rates/vat.ts';
import { weightRuleProblem, type WeightRule } from '../../domain/rates/weightRule.ts';
import { kilograms } from '../../domain/rates/weightRanges.ts';
import { numberError, readDecimal, signedShare, type NumberRule } from '../../domain/wholeNumber.ts';
import { NumberControl, SelectControl, YesNoControl, TextControl } from '../../ui/form/controls.tsx';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import type { Theirs } from '../../ui/form/theirs.ts';

/** A version's settings: their names, and the form that edits them. */

const CHOICES = {
  sizeRounding: [
    { value: 'none', label: 'not rounded' },
    { value: 'nearest', label: 'to the nearest centimeter' },
    { value: 'up', label: 'up to the next centimeter' },
  ],
  cubic: [
    { value: 'always', label: 'always, the larger weight counts' },
    { value: 'above', label: 'only above a threshold' },
    { value: 'half', label: 'half of the excess over the weight' },
    { value: 'never', label: 'never' },
  ],
  rounding: [
    { value: 'up', label: 'up to the next step' },
    { value: 'nearest', label: 'to the nearest step' },
    { value: 'tolerance', label: 'up, with a tolerance' },
  ],
  bound: [
    { value: 'above', label: 'the range above (from 1 to below 2 kg)' },
    { value: 'below', label: 'the range below (above 1 up to 2 kg)' },
  ],
  mode: [
    { value: 'exclusive', label: 'on top of the fees' },
    { value: 'inclusive', label: 'contained in the fees' },
    { value: 'inside', label: 'inside its own base' },
  ],
} as const;

const labelOf = (choices: readonly { value: string; label: string }[], value: string): string =>
  choices.find(choice => choice.value === value)?.label ?? value;

const lineWords = (lines: readonly FeeLine[]): string =>
  lines.length === 0 ? 'no line' : lines.map(line => BASIS_WORDS[line]).join(', ');

/** Settings as a list of terms and values. */
export function settingFacts({ currency, esfArea, asfArea, weightRule: rule }: RateSettings): [string, string][] {
  const grams = (value: number) => `${kilograms(value)} kg`;
  return [
    ['Currency', currency],
    ['ESF fees', `by ${esfArea}`],
    ['ASF fees', `by ${asfArea}`],
    ['Sizes', labelOf(CHOICES.sizeRounding, rule.sizeRounding)],
    [
      'Cubic weight',
      rule.cubic === 'never'
        ? 'does not count'
        : `volume / ${rule.divisor}, counts ${labelOf(CHOICES.cubic, rule.cubic)}${rule.cubic === 'above' ? ` of ${grams(rule.threshold)}` : ''}`,
    ],
    [
      'Step',
      `${grams(rule.step)}, rounded ${labelOf(CHOICES.rounding, rule.rounding)}${rule.rounding === 'tolerance' ? ` of ${grams(rule.tolerance)}` : ''}`,
    ],
    ['Minimum weight', rule.minimum === 0 ? 'none' : grams(rule.minimum)],
    ['A bound belongs to', labelOf(CHOICES.bound, rule.bound)],
    ['Tiers by sum of sides', rule.tiers ? 'Yes' : 'No'],
  ];
}

export const vatFacts = ({ vat, taxable }: RateSettings): [string, string][] => [
  ['VAT', `${percentText(vat.ppm)}, ${labelOf(CHOICES.mode, vat.mode)}`],
  ['Computed on', lineWords(taxable)],
];

interface Values extends Record<string, unknown> {
  name: string;
  remark: string;
  currency: Currency;
  esfArea: RateSettings['esfArea'];
  asfArea: RateSettings['asfArea'];
  sizeRounding: WeightRule['sizeRounding'];
  divisor: string;
  cubic: WeightRule['cubic'];
  threshold: string;
  step: string;
  rounding: WeightRule['rounding'];
  tolerance: string;
  minimum: string;
  bound: WeightRule['bound'];
  tiers: boolean;
  mode: RateSettings['vat']['mode'];
  percent: string;
  taxable: readonly FeeLine[];
}

const PERCENT = { decimals: 4, min: 0, unit: '%' } as const;
const WEIGHT = { decimals: 3, min: 0, unit: 'kg' } as const;

function settingsOf(values: Values, country: Country): Partial<RateSettings> | null {
  const grams = (text: string) => (text.trim() === '' ? 0 : readDecimal(text, { ...WEIGHT, country }));
  const [threshold, step, tolerance, minimum] = [values.threshold, values.step, values.tolerance, values.minimum].map(
    grams,
  );
  const divisor = readDecimal(values.divisor, { country });
  const ppm = readDecimal(values.percent, { ...PERCENT, country });
  if ([threshold, step, tolerance, minimum, divisor, ppm].some(value => value === null || value === undefined))
    return null;
  return {
    currency: values.currency,
    esfArea: values.esfArea,
    asfArea: values.asfArea,
    taxable: FEE_LINES.filter(line => values.taxable.includes(line)),
    vat: { mode: values.mode, ppm: ppm as number },
    weightRule: {
      sizeRounding: values.sizeRounding,
      divisor: divisor as number,
      cubic: values.cubic,
      threshold: values.cubic === 'above' ? (threshold as number) : 0,
      step: step as number,
      rounding: values.rounding,
      tolerance: values.rounding === 'tolerance' ? (tolerance as number) : 0,
      minimum: minimum as number,
      bound: values.bound,
      tiers: values.tiers,
    },
  };
}

type EditedVersion = Pick<
  RateVersionRow,
  'id' | 'versionNo' | 'name' | 'remark' | 'settings' | 'version' | 'updatedBy'
>;

/** A draft's name, remark and settings as typed. */
function valuesOf({ name, remark, settings }: EditedVersion, country: Country): Values {
  const { weightRule: rule, vat, currency, esfArea, asfArea, taxable } = settings as RateSettings;
  const kg = (value: number) => copiedNumber(value, 3, country);
  return {
    name,
    remark,
    currency,
    esfArea,
    asfArea,
    sizeRounding: rule.sizeRounding,
    divisor: String(rule.divisor),
    cubic: rule.cubic,
    threshold: kg(rule.threshold),
    step: kg(rule.step),
    rounding: rule.rounding,
    tolerance: kg(rule.tolerance),
    minimum: kg(rule.minimum),
    bound: rule.bound,
    tiers: rule.tiers,
    mode: vat.mode,
    percent: signedShare(copiedNumber(vat.ppm, 4, country)),
    taxable,
  };
}

/** A form value in words, as displayed by its control. */
function valueWords(key: keyof Values & string, value: unknown): string {
  if (key in CHOICES) return labelOf(CHOICES[key as keyof typeof CHOICES], String(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? lineWords(value as FeeLine[]) : String(value);
}

/** What a colleague has changed since the form was opened; undefined if nothing. */
function theirsOf(opened: EditedVersion, now: EditedVersion, country: Country): Theirs<Values> | undefined {
  const values = valuesOf(now, country);
  if (now.version === opened.version || JSON.stringify(values) === JSON.stringify(valuesOf(opened, country)))
    return undefined;
  return { values, by: now.updatedBy || 'Someone', words: valueWords };
}

interface SettingsDialogProps {
  /** The draft as it is now: a colleague may change it while the form is open. */
  version: EditedVersion;
  country: Country;
  onClose: () => void;
  onApply: (change: { name: string; remark: string; settings: Partial<RateSettings> }) => Promise<void>;
}

const BASE_TAB = 'Base info';
const WEIGHT_TAB = 'Weight rule';
const VAT_TAB = 'VAT';

/** The base info, weight rule and VAT of a draft. */
export function SettingsDialog({ version, country, onClose, onApply }: SettingsDialogProps) {
  const [opened] = useState(version);
  const ruleError = (values: Values, field: keyof WeightRule): string | null => {
    const made = settingsOf(values, country)?.weightRule;
    const found = made ? weightRuleProblem(made) : null;
    return found?.field === field ? found.message : null;
  };
  const select = <K extends keyof Values & string>(
    key: K,
    label: string,
    tab: string,
    options: readonly { value: string; label: string }[],
    hint?: string,
  ): FormField<Values> => ({
    key,
    label,
    tab,
    required: true,
    ...(hint === undefined ? {} : { hint }),
    render: (control, values, change) => (
      <SelectControl
        control={control}
        value={String(values[key])}
        options={options}
        onChange={value => change({ [key]: value } as Partial<Values>)}
      />
    ),
  });
  const number = (
    key: keyof Values & string,
    label: string,
    rule: NumberRule,
    tab: string,
    of: keyof WeightRule | null,
    hidden?: (values: Values) => boolean,
  ): FormField<Values> => ({
    key,
    label,
    tab,
    required: true,
    ...(hidden ? { hidden } : {}),
    validate: (value, values) =>
      numberError(label, String(value), { ...rule, country }) ?? (of === null ? null : ruleError(values, of)),
    render: (control, values, change) => (
      <NumberControl
        control={control}
        value={String(values[key])}
        decimals={rule.decimals ?? 0}
        {...(rule.unit === undefined ? {} : { suffix: rule.unit })}
        onChange={value => change({ [key]: value } as Partial<Values>)}
      />
    ),
  });
  const text = (key: 'name' | 'remark', label: string, most: number): FormField<Values> => ({
    key,
    label,
    tab: BASE_TAB,
    render: (control, values, change) => (
      <TextControl
        control={control}
        value={values[key]}
        maxLength={most}
        onChange={value => change({ [key]: value } as Partial<Values>)}
      />
    ),
  });
  const areas = AREA_KINDS.map(value => ({ value, label: `by ${value}` }));
  const fields: FormField<Values>[] = [
    text('name', 'Name', 128),
    text('remark', 'Remark', 500),
    select(
      'currency',
      'Currency',
      BASE_TAB,
      CURRENCY_CODES.map(value => ({ value, label: value })),
    ),
    select('esfArea', 'ESF fees', BASE_TAB, areas),
    select('asfArea', 'ASF fees', BASE_TAB, areas),
    select('sizeRounding', 'Rounding of sizes', WEIGHT_TAB, CHOICES.sizeRounding),
    select('cubic', 'Cubic weight counts', WEIGHT_TAB, CHOICES.cubic),
    number('divisor', 'Divisor', { min: 1 }, WEIGHT_TAB, 'divisor', values => values.cubic === 'never'),
    number('threshold', 'Threshold', WEIGHT, WEIGHT_TAB, 'threshold', values => values.cubic !== 'above'),
    number('step', 'Step', WEIGHT, WEIGHT_TAB, 'step'),
    select('rounding', 'Rounded', WEIGHT_TAB, CHOICES.rounding),
    number('tolerance', 'Tolerance', WEIGHT, WEIGHT_TAB, 'tolerance', values => values.rounding !== 'tolerance'),
    number('minimum', 'Minimum weight', WEIGHT, WEIGHT_TAB, 'minimum'),
    select('bound', 'A bound belongs to', WEIGHT_TAB, CHOICES.bound),
    {
      key: 'tiers',
      label: 'Tiers by sum of sides',
      tab: WEIGHT_TAB,
      hint: 'Each weight range then also has a maximum sum of the three sides.',
      render: (control, values, change) => (
        <YesNoControl control={control} value={values.tiers} onChange={tiers => change({ tiers })} />
      ),
    },
    number('percent', 'VAT', { ...PERCENT }, VAT_TAB, null),
    {
      ...select('mode', 'VAT is', VAT_TAB, CHOICES.mode),
      validate: (_, values) => {
        const made = settingsOf(values, country)?.vat;
        return made ? vatProblem(made) : null;
      },
    },
    {
      key: 'taxable',
      label: 'Computed on',
      tab: VAT_TAB,
      render: (control, values, change) => (
        <fieldset aria-label={control.label} id={control.id} style={{ margin: 0, padding: 0, border: 'none' }}>
          {FEE_LINES.map(line => (
            <Checkbox
              key={line}
              label={BASIS_WORDS[line]}
              checked={values.taxable.includes(line)}
              onChange={(_, { checked }) =>
                change({
                  taxable: checked === true ? [...values.taxable, line] : values.taxable.filter(one => one !== line),
                })
              }
            />
          ))}
        </fieldset>
      ),
    },
  ];
  return (
    <FormDialog<Values>
      title={`Base info of version ${version.versionNo}`}
      initial={valuesOf(opened, country)}
      theirs={theirsOf(opened, version, country)}
      fields={fields}
      tabs={[BASE_TAB, WEIGHT_TAB, VAT_TAB]}
      draftKey={`rateTable/settings/${version.id}`}
      onClose={onClose}
      onApply={async values => {
        const made = settingsOf(values, country);
        if (!made) throw new Error('One of the numbers is invalid. Correct it and apply again.');
        await onApply({ name: values.name.trim(), remark: values.remark.trim(), settings: made });
      }}
    />
  );
}
