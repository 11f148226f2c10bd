import { useEffect, useState } from 'react';
import { notHere } from './OwnerSelect.tsx';
import { ComboInput } from './ComboInput.tsx';
import { OPTION_CAP } from './comboOptions.ts';
import type { Draft, NameReader } from './list/filters.ts';
import { useUi } from './UiContext.ts';

/**
 * SAL-5: time for which the text must remain unchanged before it is reported as unknown. Names are in memory, so the
 * options are updated on every key press.
 */
const DEBOUNCE_MILLIS = 200;

/** The latest value that has been stable for `millis` milliseconds. */
export function useDebounced<T>(value: T, millis: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), millis);
    return () => window.clearTimeout(timer);
  }, [value, millis]);
  return settled;
}

interface TypeAheadProps {
  label: string;
  value: string;
  /** `picked`: the value is one of the suggestions. */
  onChange: (text: string, picked?: boolean) => void;
  Names: NameReader;
  /** The values of the other inputs on which names depend. */
  draft: Draft;
  /** The kind of name being looked up, as in "No city with that name." */
  noun: string;
  maxLength?: number | undefined;
}

/**
 * A text input with up to 50 suggestions. Free text is allowed; an unknown name is merely reported, 200 ms after the
 * last key press.
 */
export function TypeAhead({ label, value, onChange, Names, draft, noun, maxLength }: TypeAheadProps) {
  const { online } = useUi();
  const [open, setOpen] = useState(false);
  const rested = useDebounced(value, DEBOUNCE_MILLIS);
  const note = (names: readonly string[], loading: boolean) => {
    if (loading && !online && names.length === 0) return notHere('places');
    if (loading || rested !== value) return names.length === 0 ? 'Searching ...' : undefined;
    if (names.length === 0) return `No ${noun} with that name.`;
    return names.length >= OPTION_CAP ? 'Type to narrow the list.' : undefined;
  };
  const input = (names: readonly string[], loading: boolean) => (
    <ComboInput
      label={label}
      text={value}
      maxLength={maxLength}
      options={names.slice(0, OPTION_CAP).map(name => ({ key: name, text: name }))}
      note={open ? note(names, loading) : undefined}
      onOpenChange={setOpen}
      onText={text => onChange(text)}
      onPick={option => onChange(option.text, true)}
      onClear={() => onChange('')}
    />
  );
  // While the list is closed, no names are looked up. The input is always wrapped by the reader, so that it stays
  // mounted and keeps the focus.
  return (
    <Names text={open ? value : null} draft={draft}>
      {(names, loading) => input(open ? names : [], loading)}
    </Names>
  );
}
