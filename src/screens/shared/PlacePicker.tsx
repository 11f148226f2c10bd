import { useCallback, useEffect, useMemo, useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { LocationRow } from '../../contract/locations.ts';
import { fold } from '../../domain/fold.ts';
import { LEVEL_NAMES, type LocationLevel } from '../../domain/serviceable.ts';
import { numberError, wholeNumber } from '../../domain/wholeNumber.ts';
import { useLocationChildren, useLocationPath } from '../../sync/hooks/usePlaces.ts';
import { notHere, readingText } from '../../ui/OwnerSelect.tsx';
import { ComboInput } from '../../ui/ComboInput.tsx';
import { narrow } from '../../ui/comboOptions.ts';
import { NumberControl } from '../../ui/form/controls.tsx';
import type { FieldControl } from '../../ui/form/FormRow.tsx';
import { useLate } from '../../ui/useLate.ts';
import { useUi } from '../../ui/UiContext.ts';
import { placeText } from './recordWords.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  noted: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS },
  path: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  unknown: { color: tokens.colorStatusWarningForeground3 },
});

interface PlacePickerProps {
  control: FieldControl;
  /** The most specific level that can be selected. */
  deepest: LocationLevel;
  /** The selected Location ID as text; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /**
   * Called with the places from the root to the value's place; null for an unknown or empty id, undefined while it is
   * being looked up.
   */
  onPath: (path: readonly LocationRow[] | null | undefined) => void;
  /** Called with the error for a name that was typed but not selected; null if there is none. */
  onStray: (problem: string | null) => void;
}

/** Selects a place by its Location ID, or by State, City, District and Street, one below the other. */
export function PlacePicker({ control, deepest, value, onChange, onPath, onStray }: PlacePickerProps) {
  const styles = useStyles();
  const { online } = useUi();
  const id = wholeNumber(value);
  const misread = numberError('Location ID', value);
  const found = useLocationPath(id);
  // An invalid name is reported below its own input. Each level has its own, so that correcting one does not hide
  // another.
  const [strays, setStrays] = useState<Readonly<Record<number, string | null>>>({});
  const onLevelStray = useCallback(
    (level: number, problem: string | null) => setStrays(now => ({ ...now, [level]: problem })),
    [],
  );
  const stray = Object.values(strays).find(problem => problem !== null) ?? null;
  useEffect(() => {
    onStray(stray);
    return () => onStray(null);
  }, [stray, onStray]);
  const [picked, setPicked] = useState<readonly LocationRow[]>([]);
  // A place that was just picked is known before its lookup finishes, so that the lists below it do not flicker.
  const path = found ?? (id !== null && picked.at(-1)?.locationId === id ? picked : found);
  useEffect(() => onPath(path), [path, onPath]);
  const chosen = useMemo(() => path ?? [], [path]);
  const parents = [0, ...chosen.map(place => place.locationId)].slice(0, deepest + 1);
  // The lists below say which of them has a text that is not a place.
  const noted = stray === null || misread !== null;
  const pick = (level: number, place: LocationRow | null) => {
    const upTo = chosen.slice(0, level);
    const next = place ? [...upTo, place] : upTo;
    const last = next.at(-1);
    setPicked(next);
    onChange(last ? String(last.locationId) : '');
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- tells the lists of two places in one form apart
    <div className={styles.root} role="group" aria-label={control.label}>
      <div className={styles.noted}>
        <NumberControl
          control={noted ? control : { ...control, describedBy: undefined }}
          value={value}
          placeholder="Location ID"
          onChange={onChange}
        />
        {noted && control.note}
      </div>
      <output
        className={mergeClasses(styles.path, (misread !== null || (path === null && id !== null)) && styles.unknown)}
      >
        {id === null
          ? misread === null
            ? 'Type a Location ID, or choose the place below.'
            : !control.invalid && `${misread}.`
          : path === undefined
            ? online
              ? 'Searching ...'
              : notHere('places')
            : path === null
              ? !control.invalid && `No location of this country has the ID ${value}.`
              : placeText(path.map(place => place.name))}
      </output>
      {parents.map((parentId, level) => (
        <LevelPicker
          key={`${level}/${parentId}`}
          level={level}
          parentId={parentId}
          chosen={chosen[level] ?? null}
          disabled={control.disabled}
          onPick={place => pick(level, place)}
          onStray={onLevelStray}
        />
      ))}
    </div>
  );
}

interface LevelPickerProps {
  level: number;
  parentId: number;
  chosen: LocationRow | null;
  disabled: boolean;
  onPick: (place: LocationRow | null) => void;
  onStray: (level: number, problem: string | null) => void;
}

function LevelPicker({ level, parentId, chosen, disabled, onPick, onStray }: LevelPickerProps) {
  const styles = useStyles();
  const { online } = useUi();
  const children = useLocationChildren(parentId);
  const [typed, setTyped] = useState<string | null>(null);
  const found = useMemo(() => narrow(children ?? [], typed ?? '', place => place.name), [children, typed]);
  const label = LEVEL_NAMES[level] ?? '';
  const [stray, setStray] = useState(false);
  const problem = stray
    ? `There is no ${label.toLowerCase()} "${typed ?? ''}" here; choose one or clear the field`
    : null;
  useEffect(() => {
    onStray(level, problem);
    return () => onStray(level, null);
  }, [level, problem, onStray]);
  const put = (text: string | null) => {
    setTyped(text);
    setStray(false);
  };
  // A different place was selected by its id, so the text typed here is discarded.
  const [shownFor, setShownFor] = useState(chosen?.locationId);
  if (shownFor !== chosen?.locationId) {
    setShownFor(chosen?.locationId);
    put(null);
  }
  const late = useLate(!children && online);
  if (children?.length === 0) return null;
  /** On blur, a single remaining match counts as selected; any other text stays and is marked as invalid. */
  const leave = () => {
    if (typed === null || typed.trim() === '' || !children) return put(null);
    const exact = found.shown.find(place => fold(place.name) === fold(typed));
    const only = exact ?? (found.shown.length === 1 ? found.shown[0] : undefined);
    if (!only) return setStray(true);
    put(null);
    onPick(only);
  };
  const note = () => {
    if (!children) return online ? readingText('places', late) : notHere('places');
    if (found.shown.length === 0) return `No ${label.toLowerCase()} with that name here.`;
    return found.hidden > 0 ? `${found.hidden} more. Type to narrow the list.` : undefined;
  };
  const input = (
    <ComboInput
      label={label}
      text={typed ?? chosen?.name ?? ''}
      disabled={disabled}
      lightFirst={typed !== null && typed.trim() !== ''}
      options={found.shown.map(place => ({ key: String(place.locationId), text: place.name }))}
      note={note()}
      invalid={stray}
      description={problem ?? undefined}
      onText={put}
      onPick={option => {
        put(null);
        onPick(children?.find(place => String(place.locationId) === option.key) ?? null);
      }}
      onClear={() => {
        put(null);
        onPick(null);
      }}
      onLeave={leave}
    />
  );
  return (
    <div>
      {input}
      {problem !== null && <output className={mergeClasses(styles.path, styles.unknown)}>{problem}.</output>}
    </div>
  );
}
