import { useCallback, useEffect, useState } from 'react';
import { useAddressState } from './useAddressState.ts';

/** Delay in milliseconds after the last change. */
const FOLLOWS_AFTER = 300;

type Texts = Readonly<Record<string, string>>;

/**
 * The choices and texts with which a page is filtered, stored in its URL, so that a reload and a switch of the country
 * keep them. Those that equal `first` are omitted from the URL.
 * @param first the values without a URL; read once
 * @returns the values, and a function that changes some of them
 */
export function useAddressForm<V extends Texts>(first: V): [V, (part: Partial<V>) => void] {
  const [search, put] = useAddressState();
  const [initial] = useState(first);
  // The URL follows the inputs: inputs that waited for the URL would lose key presses.
  const [values, setValues] = useState<V>(
    () =>
      ({
        ...first,
        ...Object.fromEntries(
          Object.keys(first).flatMap(name => {
            const kept = search[name];
            return typeof kept === 'string' || typeof kept === 'number' ? [[name, String(kept)]] : [];
          }),
        ),
      }) as V,
  );
  const wanted = JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === initial[name] ? null : value])),
  );
  useEffect(() => {
    const texts = JSON.parse(wanted) as Record<string, string | null>;
    const part = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value ?? undefined]));
    const isKept = Object.entries(part).every(([name, value]) => String(search[name] ?? '') === (value ?? ''));
    if (isKept) return undefined;
    const timer = setTimeout(() => put(part), FOLLOWS_AFTER);
    return () => clearTimeout(timer);
  }, [wanted, search, put]);
  const change = useCallback((part: Partial<V>) => setValues(now => ({ ...now, ...part })), []);
  return [values, change];
}
