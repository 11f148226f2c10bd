import { useCallback } from 'react';
import { hasCepRanges } from '../../domain/cdt/levels.ts';
import type { Currency } from '../../domain/currency.ts';
import { NumberControl, TextControl } from '../../ui/form/controls.tsx';
import { FormRow } from '../../ui/form/FormRow.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { cepProblem, type AskedPlace, type Side } from '../shared/leadTime/leadTimeState.ts';
import { PlacePicker } from '../shared/PlacePicker.tsx';
import { useLooks } from './looks.ts';
import type { FormErrors, QuoteForm } from './quoteForm.ts';

export interface AskedWay {
  origin: AskedPlace;
  destination: AskedPlace;
}

interface ParcelFieldsProps {
  form: QuoteForm;
  errors: FormErrors;
  way: AskedWay;
  /** The currency of the order value and the COD amount. */
  currency: Currency;
  /** Whether the measured weight and dimensions are also requested. */
  measured: boolean;
  onForm: (part: Partial<QuoteForm>) => void;
  onWay: (end: keyof AskedWay, part: Partial<AskedPlace>) => void;
}

/** Inputs for a parcel's route, weight and value. */
export function ParcelFields({ form, errors, way, currency, measured, onForm, onWay }: ParcelFieldsProps) {
  const looks = useLooks();
  const text = (key: keyof QuoteForm, label: string, placeholder: string, hint?: string) => (
    <FormRow
      name={key}
      label={label}
      required={false}
      error={errors[key] ?? null}
      disabled={false}
      {...(hint === undefined ? {} : { hint })}
    >
      {control => (
        <TextControl
          control={control}
          value={form[key]}
          maxLength={60}
          placeholder={placeholder}
          onChange={value => onForm({ [key]: value })}
        />
      )}
    </FormRow>
  );
  const number = (key: keyof QuoteForm, label: string, decimals: number, suffix?: string, hint?: string) => (
    <FormRow
      name={key}
      label={label}
      required={false}
      error={errors[key] ?? null}
      disabled={false}
      {...(hint === undefined ? {} : { hint })}
    >
      {control => (
        <NumberControl
          control={control}
          value={form[key]}
          decimals={decimals}
          {...(suffix === undefined ? {} : { suffix })}
          onChange={value => onForm({ [key]: value })}
        />
      )}
    </FormRow>
  );
  return (
    <div className={looks.fields}>
      <EndFields
        end="origin"
        side="Origin"
        place={way.origin}
        onId={origin => onForm({ origin })}
        onCep={originCep => onForm({ originCep })}
        onWay={onWay}
      />
      <EndFields
        end="destination"
        side="Destination"
        place={way.destination}
        onId={destination => onForm({ destination })}
        onCep={destinationCep => onForm({ destinationCep })}
        onWay={onWay}
      />
      {number('weight', 'Weight', 3, 'kg')}
      {text('sizes', 'Sizes', '30 x 20 x 10', 'Length, width and height in centimeters.')}
      {measured &&
        number('measuredWeight', 'Measured weight', 3, 'kg', 'For ASF. If empty, the declared weight is used.')}
      {measured && text('measuredSizes', 'Measured sizes', '30 x 20 x 10')}
      {number('orderValue', 'Order value', 5, currency)}
      {number('cod', 'COD amount', 5, currency, 'Leave empty for a prepaid parcel.')}
      {number('shopGroup', 'Shop group', 0, undefined, 'Shop group ID. Leave empty if there is none.')}
    </div>
  );
}

interface EndFieldsProps {
  end: keyof AskedWay;
  side: Side;
  place: AskedPlace;
  onId: (id: string) => void;
  onCep: (cep: string) => void;
  onWay: ParcelFieldsProps['onWay'];
}

function EndFields({ end, side, place, onId, onCep, onWay }: EndFieldsProps) {
  const { entity } = useUi();
  // The picker reports again if these functions change, and what it reports renders the page: they must stay the same.
  const onPath = useCallback((path: AskedPlace['path']) => onWay(end, { path }), [onWay, end]);
  const onStray = useCallback((stray: string | null) => onWay(end, { stray }), [onWay, end]);
  return (
    <>
      <FormRow name={side.toLowerCase()} label={side} required={false} error={null} disabled={false} noteInside>
        {control => (
          <PlacePicker
            control={control}
            deepest={3}
            value={place.id}
            onChange={onId}
            onPath={onPath}
            onStray={onStray}
          />
        )}
      </FormRow>
      {hasCepRanges(entity) && (
        <FormRow
          name={`${side.toLowerCase()}Cep`}
          label={`${side} CEP`}
          required={false}
          error={cepProblem(side, place.cep, entity)}
          disabled={false}
        >
          {control => (
            <TextControl control={control} value={place.cep} maxLength={9} placeholder="01310-000" onChange={onCep} />
          )}
        </FormRow>
      )}
    </>
  );
}
