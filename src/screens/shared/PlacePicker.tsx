import { useEffect, useMemo, useState } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { LocationRow } from '../../contract/locations.ts';
import { LEVEL_NAMES, type LocationLevel } from '../../domain/serviceable.ts';
import { useLocationChildren, useLocationPath } from '../../sync/hooks/usePlaces.ts';
import { notHere } from '../../ui/ChannelSelect.tsx';
import { ComboInput } from '../../ui/ComboInput.tsx';
import { narrow } from '../../ui/comboOptions.ts';
import { NumberControl } from '../../ui/form/controls.tsx';
import type { FieldControl } from '../../ui/form/FormRow.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { placeText } from './recordWords.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  path: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  unknown: { color: tokens.colorStatusWarningForeground3 },
});

interface PlacePickerProps {
  control: FieldControl;
  /** Deepest level that is offered. */
  deepest: LocationLevel;
  /** Text of the chosen Location ID; empty for none. */
  value: string;
  onChange: (value: string) => void;
  /** Root to self of the value's place; null for an unknown id or none, undefined while it is looked up. */
  onPath: (path: readonly LocationRow[] | null | undefined) => void;
}

/** A place by its Location ID, or by choosing State, City, District and Street one below the other. */
export function PlacePicker({ control, deepest, value, onChange, onPath }: PlacePickerProps) {
  const styles = useStyles();
  const { online } = useUi();
  const id = value === '' ? null : Number(value);
  const found = useLocationPath(id);
  const [picked, setPicked] = useState<readonly LocationRow[]>([]);
  // What was just picked is known before it is looked up, so that the lists below it do not come and go.
  const path = found ?? (id !== null && picked.at(-1)?.locationId === id ? picked : found);
  useEffect(() => onPath(path), [path, onPath]);
  const chosen = useMemo(() => path ?? [], [path]);
  const parents = [0, ...chosen.map(place => place.locationId)].slice(0, deepest + 1);
  const pick = (level: number, place: LocationRow | null) => {
    const upTo = chosen.slice(0, level);
    const next = place ? [...upTo, place] : upTo;
    const last = next.at(-1);
    setPicked(next);
    onChange(last ? String(last.locationId) : '');
  };
  return (
    <div className={styles.root}>
      <NumberControl
        control={control}
        value={value}
        placeholder="Location ID"
        onChange={text => onChange(text.slice(0, 15))}
      />
      <output className={mergeClasses(styles.path, path === null && id !== null && styles.unknown)}>
        {id === null
          ? 'Type a Location ID, or choose the place below.'
          : path === undefined
            ? online
              ? 'Looking ...'
              : notHere('places')
            : path === null
              ? `No location of this country has the ID ${value}.`
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
}

function LevelPicker({ level, parentId, chosen, disabled, onPick }: LevelPickerProps) {
  const { online } = useUi();
  const children = useLocationChildren(parentId);
  const [typed, setTyped] = useState<string | null>(null);
  const found = useMemo(() => narrow(children ?? [], typed ?? '', place => place.name), [children, typed]);
  const label = LEVEL_NAMES[level] ?? '';
  if (children?.length === 0) return null;
  const note = () => {
    if (!children) return online ? 'Reading the places ...' : notHere('places');
    if (found.shown.length === 0) return `No ${label.toLowerCase()} of that name here.`;
    return found.hidden > 0 ? `${found.hidden} more. Type to narrow.` : undefined;
  };
  return (
    <ComboInput
      label={label}
      text={typed ?? chosen?.name ?? ''}
      disabled={disabled}
      lightFirst={typed !== null && typed.trim() !== ''}
      options={found.shown.map(place => ({ key: String(place.locationId), text: place.name }))}
      note={note()}
      onText={setTyped}
      onPick={option => {
        setTyped(null);
        onPick(children?.find(place => String(place.locationId) === option.key) ?? null);
      }}
      onClear={() => {
        setTyped(null);
        onPick(null);
      }}
      onLeave={() => setTyped(null)}
    />
  );
}
