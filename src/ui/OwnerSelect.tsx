import { useEffect, useMemo, useState, type ClipboardEvent } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { ComboInput, type ComboInputProps } from './ComboInput.tsx';
import { narrow } from './comboOptions.ts';
import { readIds } from '../domain/manyIds.ts';
import { normalizeTyped, wholeNumber } from '../domain/wholeNumber.ts';
import { pasteApart } from './pasteApart.ts';
import { useLate } from './useLate.ts';
import { useUi } from './UiContext.ts';

/** A channel or 3PL that can be selected. */
export interface OwnerChoice {
  id: number;
  name: string;
}

const useStyles = makeStyles({
  view: { display: 'flex', gap: tokens.spacingHorizontalS },
  id: { fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground3 },
});

type Passed = Pick<ComboInputProps, 'id' | 'describedBy' | 'description' | 'invalid' | 'required' | 'disabled'>;

/**
 * Resolves the input to the id of a channel or 3PL. Returns the input itself if it is neither an id nor the unique name
 * of one, so that it stays in the field to be corrected, and null if the field is empty.
 */
export type OwnerValue = number | string | null;

/** Resolves typed or stored text. */
export const ownerValue = (text: string): OwnerValue => {
  const typed = normalizeTyped(text);
  return typed === '' ? null : (wholeNumber(typed) ?? typed);
};

/** Whether a value is missing from the list; false while the list is loading. */
export const isUnknownOwner = (owners: readonly OwnerChoice[] | undefined, value: OwnerValue): boolean =>
  typeof value === 'string' || (value !== null && owners !== undefined && !owners.some(({ id }) => id === value));

interface OwnerSelectProps extends Passed {
  label: string;
  /** The noun used for an option in a sentence; "channel" by default. */
  noun?: string;
  /** Undefined while the options are loading. */
  owners: readonly OwnerChoice[] | undefined;
  value: OwnerValue;
  onChange: (value: OwnerValue) => void;
  /** Called with a pasted or typed column of ids; the field's value is then the text of all of them. */
  onIds?: ((ids: readonly string[]) => void) | undefined;
}

/** If a country was never opened on this device, it has no options until the server is reachable. */
export const notHere = (things: string): string =>
  `You are offline, and this country’s ${things} are not on this device yet.`;

/**
 * The text shown while the options load; after a while without a response, it says that the server is not responding.
 */
export const readingText = (things: string, late: boolean): string =>
  late
    ? `The ${things} have not loaded yet. They will appear as soon as the server responds.`
    : `Loading the ${things} ...`;

/** The label of an option, e.g. "10021 J&T Express". */
export const choiceText = ({ id, name }: OwnerChoice): string => `${id} ${name}`;

/**
 * Selects a channel or 3PL by part of its id or name. Input that matches none stays in the field and is marked as
 * invalid.
 */
export function OwnerSelect({
  label,
  noun = 'channel',
  owners,
  value,
  onChange,
  onIds,
  invalid,
  ...rest
}: OwnerSelectProps) {
  const styles = useStyles();
  const { online } = useUi();
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = owners?.find(owner => owner.id === value);
  const settled = chosen ? choiceText(chosen) : value === null ? '' : String(value);
  const found = useMemo(() => narrow(owners ?? [], typed ?? '', choiceText), [owners, typed]);

  const late = useLate(!owners && online);
  const note = () => {
    if (!owners) return online ? readingText(`${noun}s`, late) : notHere(`${noun}s`);
    if (owners.length === 0) return `This entity has no ${noun}s.`;
    if (found.shown.length === 0) return `No ${noun} matches that ID or name.`;
    return found.hidden > 0 ? `${found.hidden} more. Type to narrow the list.` : undefined;
  };

  // Input typed before the owners have loaded is looked up once they have.
  useEffect(() => {
    if (typeof value !== 'string' || typed !== null || !owners) return;
    const { shown } = narrow(owners, value, choiceText);
    if (shown[0] && shown.length === 1) onChange(shown[0].id);
  }, [owners, value, typed, onChange]);

  const idsOf = (text: string): readonly string[] | null => {
    const ids = onIds ? readIds(text) : [];
    return ids.length > 1 && ids.every(id => wholeNumber(id) !== null) ? ids : null;
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const ids = idsOf(event.clipboardData.getData('text'));
    if (!ids || !onIds) return pasteApart(event, setTyped);
    event.preventDefault();
    setTyped(null);
    onIds(ids);
  };

  /** On blur, a complete id or a single remaining match counts as selected; any other input stays as typed. */
  const leave = () => {
    if (typed === null) return;
    const ids = idsOf(typed);
    if (ids && onIds) {
      setTyped(null);
      onIds(ids);
      return;
    }
    const text = normalizeTyped(typed);
    const exact = owners?.find(owner => String(owner.id) === text);
    const only = found.shown.length === 1 && text !== '' ? found.shown[0] : undefined;
    onChange((exact ?? only)?.id ?? ownerValue(text));
    setTyped(null);
  };

  return (
    <ComboInput
      {...rest}
      label={label}
      text={typed ?? settled}
      options={found.shown.map(owner => ({
        key: String(owner.id),
        text: choiceText(owner),
        view: (
          <span className={styles.view}>
            <span className={styles.id}>{owner.id}</span>
            <span>{owner.name}</span>
          </span>
        ),
      }))}
      note={note()}
      invalid={
        invalid === true || (typed === null && idsOf(String(value ?? '')) === null && isUnknownOwner(owners, value))
      }
      // If many ids share the typed prefix, the first one is rarely the intended one.
      lightFirst={typed !== null && typed.trim() !== '' && (found.shown.length === 1 || wholeNumber(typed) === null)}
      onPaste={paste}
      onText={text => {
        setTyped(text);
        if (text === '') onChange(null);
      }}
      onPick={option => {
        setTyped(null);
        onChange(Number(option.key));
      }}
      onClear={() => {
        setTyped(null);
        onChange(null);
      }}
      onLeave={leave}
    />
  );
}
