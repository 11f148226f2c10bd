import { useCallback, useEffect, useMemo, useState } from 'react';
import { useUi } from '../../ui/UiContext.ts';
import { endOf, NOWHERE, type AskedPlace } from '../shared/leadTime/leadTimeState.ts';
import { EMPTY_FORM, formErrors, readForm, type QuoteForm } from './quoteForm.ts';
import { useAddressState } from '../shared/useAddressState.ts';

type Looked = Pick<AskedPlace, 'path' | 'stray'>;
const UNKNOWN: Looked = { path: NOWHERE.path, stray: null };

/** Delay in milliseconds after the last key press. */
const FOLLOWS_AFTER = 300;

/** The parcel inputs, stored in the URL, so that returning from a row restores them. */
export function useParcelForm() {
  const { entity } = useUi();
  const [search, put] = useAddressState();
  // The URL follows the inputs: inputs that waited for the URL would lose key presses.
  const [form, setForm] = useState(() => readForm(search['parcel']));
  const [looked, setLooked] = useState<{ origin: Looked; destination: Looked }>({
    origin: UNKNOWN,
    destination: UNKNOWN,
  });
  const onForm = (part: Partial<QuoteForm>) => setForm(was => ({ ...was, ...part }));
  const kept = search['parcel'];
  useEffect(() => {
    const own = Object.entries(form).filter(([key, value]) => value !== EMPTY_FORM[key as keyof QuoteForm]);
    const text = own.length === 0 ? undefined : JSON.stringify(Object.fromEntries(own));
    if (text === kept) return undefined;
    const timer = setTimeout(() => put({ parcel: text }), FOLLOWS_AFTER);
    return () => clearTimeout(timer);
  }, [form, kept, put]);
  const onWay = useCallback(
    (end: 'origin' | 'destination', part: Partial<AskedPlace>) =>
      setLooked(was => ({ ...was, [end]: { ...was[end], ...part } })),
    [],
  );
  const way = useMemo(
    () => ({
      origin: { ...looked.origin, id: form.origin, cep: form.originCep },
      destination: { ...looked.destination, id: form.destination, cep: form.destinationCep },
    }),
    [looked, form],
  );
  const origin = useMemo(() => endOf(way.origin, entity), [way.origin, entity]);
  const destination = useMemo(() => endOf(way.destination, entity), [way.destination, entity]);
  const errors = useMemo(() => formErrors(form, entity), [form, entity]);
  return { search, form, errors, way, origin, destination, put, onForm, onWay };
}
