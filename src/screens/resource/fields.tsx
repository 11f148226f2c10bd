import { useCallback } from 'react';
import type { LocationRow } from '../../contract/locations.ts';
import { belongsToEntity, ownerIn, OWNERS, type IdScope } from '../../contract/owner.ts';
import { kindOf, type Field } from '../../contract/fields/all.ts';
import { mayBeEmpty, type Read } from '../../contract/fields/base.ts';
import { offeredChoices, type ChoiceField } from '../../contract/fields/choice.ts';
import { scopeOfField } from '../../contract/fields/channel.ts';
import {
  fieldsOfKind,
  labelOf,
  mayBeBlank,
  namingFields,
  ownerField,
  ownerInput,
  type Resource,
} from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import type { Category } from '../../domain/permission.ts';
import { emptiedBy, withFollowing } from '../../domain/follows.ts';
import { normalise } from '../../domain/import/normalise.ts';
import { holidayRegions } from '../../domain/nonWorkingDays.ts';
import { LEVEL_NAMES, tooDeepText, type LocationLevel } from '../../domain/serviceable.ts';
import { requiredError } from '../../domain/validate.ts';
import { numberError, wholeNumber } from '../../domain/wholeNumber.ts';
import type { Row } from '../../sync/types.ts';
import { OwnerSelect, isUnknownOwner, type OwnerChoice, type OwnerValue } from '../../ui/OwnerSelect.tsx';
import { ReadOnlyControl, SelectControl, YesNoControl } from '../../ui/form/controls.tsx';
import { FieldControl } from '../../ui/fields/FieldControl.tsx';
import type { FormField } from '../../ui/form/FormDialog.tsx';
import type { FieldControl as Control } from '../../ui/form/FormRow.tsx';
import { lazyPart } from '../../ui/lazyPart.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { PlacePicker } from '../shared/PlacePicker.tsx';
import { valueText } from '../../contract/fieldWords.ts';
import { placeText } from '../shared/recordWords.ts';
import { problemOf } from '../../contract/rule.ts';
import type { Problem } from '../../domain/problem.ts';

const HolidaysControl = lazyPart(
  () => import('../../ui/form/HolidaysControl.tsx').then(module => module.HolidaysControl),
  ({ control, value }) => <ReadOnlyControl control={control} value={value} />,
  true,
);

/** The fields and values of a form, derived from a resource's declaration. */

export type Path = readonly LocationRow[] | null | undefined;

/** The form's state for a selected place. */
export interface PlaceState {
  /**
   * The places from the root to this one; null if the id is unknown or empty, undefined while it is being looked up.
   */
  path: Path;
  /** The error for a name that was typed but not selected, or null. */
  stray: string | null;
}
/** The states of the form's places, by place field. */
export type PlaceStates = Readonly<Record<string, PlaceState>>;
type PlaceChange = { name: string } & Partial<PlaceState>;

/** Called by a place picker with its place. */
export function takePlace(states: PlaceStates, { name, ...change }: PlaceChange): PlaceStates {
  const before = states[name] ?? { path: null, stray: null };
  const after = { ...before, ...change };
  return states[name] && after.path === before.path && after.stray === before.stray
    ? states
    : { ...states, [name]: after };
}

/** The initial value of a field in a new record, if known; places and strings have to be typed. */
export const givenValue = (field: Field, given: unknown, category: Category): unknown =>
  field.kind === 'place' || field.kind === 'text' ? String(given) : initialValue(field, given, category);

/**
 * The initial value of a field in a new record: the filter's value, if there is one; typed fields start empty.
 * `category` is the person's.
 */
export const initialValue = (field: Field, filtered: unknown, category: Category): unknown => {
  switch (field.kind) {
    case 'choice': {
      if (field.choices.some(({ value }) => value === filtered)) return filtered;
      if (field.empty) return null;
      const offered = offeredChoices(field, category).map(({ value }) => value);
      return offered.includes(field.initial) ? field.initial : (offered[0] ?? field.initial);
    }
    case 'channel':
      return typeof filtered === 'number' ? filtered : null;
    case 'place':
      return '';
    default:
      return kindOf(field).typed === null ? kindOf(field).initial(field) : '';
  }
};

interface ChoiceControlProps {
  field: ChoiceField;
  control: Control;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** The values of a choice that the person may select. */
function ChoiceControl({ field, control, value, onChange }: ChoiceControlProps) {
  const { category } = useUi().person;
  return (
    <SelectControl
      control={control}
      value={value}
      options={offeredChoices(field, category, value)}
      onChange={onChange}
      {...(field.empty ? { onNone: () => onChange(null) } : {})}
    />
  );
}

/** A channel or 3PL: the owner of a new record, or a field's value. */
export const channelField = (
  owners: readonly OwnerChoice[] | undefined,
  name: string,
  label: string,
  noun = 'channel',
): FormField<Row> => ({
  key: name,
  label,
  required: true,
  // The URL may contain the id of another country's channel.
  validate: value =>
    isUnknownOwner(owners, value as OwnerValue)
      ? `No ${noun} of this country has the ID ${typeof value === 'string' ? 'or name ' : ''}${String(value)}`
      : null,
  render: (control, values, change) => (
    <OwnerSelect
      {...control}
      label={label}
      noun={noun}
      owners={owners}
      value={values[name] as OwnerValue}
      onChange={id => change({ [name]: id })}
    />
  ),
});

/** The channel or 3PL that owns a new record. */
export const ownerControl = (resource: Resource, owners: readonly OwnerChoice[] | undefined): FormField<Row> => {
  const owner = ownerField(resource);
  return channelField(owners, owner, labelOf(resource, owner), OWNERS[resource.scope].word);
};

/** The inputs on which the controls of a form's fields depend. */
export interface FormContext {
  places: PlaceStates;
  onPlace: (change: PlaceChange) => void;
  owners: OwnersOf;
  /** The record being edited; omitted unless there is exactly one. */
  record?: Row;
}

/** The channels and 3PLs to choose from. */
export type OwnersOf = Readonly<Record<IdScope, readonly OwnerChoice[] | undefined>>;
export const NO_OWNERS: OwnersOf = { channel: undefined, '3pl': undefined };

/** The names of the channels and 3PLs in a new record, as shown in lists: its owner's, and those in its fields. */
export function namesOfOwners(resource: Resource, owners: OwnersOf, values: Row): Row {
  const nameOf = (scope: IdScope, own: unknown) => owners[scope]?.find(({ id }) => id === own)?.name ?? '';
  const { scope, fields } = resource;
  const { field, nameField } = OWNERS[scope];
  const names: Row = belongsToEntity(scope) || nameField === null ? {} : { [nameField]: nameOf(scope, values[field]) };
  for (const [name, { of }] of fieldsOfKind(resource, 'text')) {
    const named = of === undefined ? undefined : fields[of];
    if (of !== undefined && named?.kind === 'channel') names[name] = nameOf(scopeOfField(named), values[of]);
  }
  return names;
}

/** The message of a violated rule between fields, if the rule is attached to this field. */
const saidAt = (name: string, found: Problem | null): string | null => (found?.field === name ? found.problem : null);

/** A form field, derived from its kind and from the rule between fields. */
export function formField(resource: Resource, name: string, entity: Country, context: FormContext): FormField<Row> {
  const field = fieldOfKind(resource, name, entity, context);
  const { record } = context;
  return {
    ...field,
    validate: (value, values) =>
      field.validate?.(value, values) ??
      saidAt(name, problemOf(resource, { ...record, ...recordValues(resource, entity, values) }, entity)),
  };
}

/** Names the numbers that lists and exports show as words, because the words themselves cannot be typed. */
function wordsHint(field: Field): string | null {
  if (field.kind !== 'number' || !field.words) return null;
  const { min = -Infinity, max = Infinity } = field;
  const offered = field.words.filter(({ value }) => value >= min && value <= max);
  return `Enter ${offered.map(({ value, label }) => `${value} for ${label}`).join(', ')}.`;
}

function fieldOfKind(
  resource: Resource,
  name: string,
  entity: Country,
  { places, onPlace, owners, record }: FormContext,
): FormField<Row> {
  const field = resource.fields[name] as Field;
  switch (field.kind) {
    case 'choice':
      return {
        key: name,
        label: field.label,
        required: !field.empty,
        render: (control, values, change) => (
          <ChoiceControl
            field={field}
            control={control}
            value={values[name] as number | null}
            onChange={value => change(withFollowing(resource.follows, values, { [name]: value }))}
          />
        ),
      };
    case 'channel':
      return channelField(owners[scopeOfField(field)], name, field.label, OWNERS[scopeOfField(field)].word);
    case 'flag':
      return {
        key: name,
        label: field.label,
        render: (control, values, change) => (
          <YesNoControl control={control} value={values[name] === true} onChange={value => change({ [name]: value })} />
        ),
      };
    case 'place':
      return {
        key: name,
        label: field.formLabel,
        required: true,
        noteInside: true,
        validate: value => {
          const { path, stray } = places[name] ?? { path: undefined, stray: null };
          const problem = numberError('Location ID', String(value)) ?? stray;
          if (problem !== null) return problem;
          if (path === null) return `No location of this country has the ID ${String(value)}`;
          const level = path?.at(-1)?.level ?? 0;
          return level > field.deepest ? `${String(value)} ${tooDeepText(level, field.deepest)}` : null;
        },
        render: (control, values, change) => (
          <PlaceControl
            name={name}
            control={control}
            deepest={field.deepest}
            value={String(values[name] ?? '')}
            onChange={value => change({ [name]: value })}
            onPlace={onPlace}
          />
        ),
      };
    default: {
      const isHolidays = field.kind === 'text' && field.form === 'holidays';
      const hint = wordsHint(field);
      return {
        key: name,
        label: field.label,
        ...(hint === null ? {} : { hint }),
        required: !mayBeBlank(field),
        // A field that other values empty is enabled only while it still contains a value.
        disabled: values => emptiedBy(resource.follows, values, name) && (values[name] ?? '') === '',
        noteInside: isHolidays || field.kind === 'formula',
        validate: value => typedProblem(field, value, entity),
        render: (control, values, change) => {
          const typed = {
            control,
            value: typedText(field, values[name], entity),
            onChange: (value: string) => change({ [name]: value }),
          };
          return isHolidays ? (
            <HolidaysControl {...typed} regions={holidayRegions(entity, record?.['serviceType'])} />
          ) : (
            <FieldControl {...typed} field={field} country={entity} values={values} />
          );
        },
      };
    }
  }
}

/** A value in a form: typed text, or the formatted value of a record. */
const typedText = (field: Field, value: unknown, entity: Country): string =>
  typeof value === 'number' ? (kindOf(field).typed?.write(field, value, entity) ?? '') : String(value ?? '');

/** Parses the text in a form as a field's value; an empty string is an empty value. */
function readTyped(field: Field, value: unknown, entity: Country): Read {
  const text = typedText(field, value, entity);
  // Text that consists of invisible characters counts as text until they are removed.
  if (normalise(text, 'line') === '') return { value: field.kind === 'text' ? '' : null };
  return kindOf(field).typed?.read(field, text, entity) ?? { value };
}

/** Why a string is not a valid value for a field; null if it is. Applies the same rule as imports and calls. */
function typedProblem(field: Field, value: unknown, entity: Country): string | null {
  const read = readTyped(field, value, entity);
  if ('problem' in read) return read.problem;
  return field.kind === 'text' && read.value === '' && !field.optional ? requiredError(field.label, '') : null;
}

/** The form's values as a record: ids as numbers, and typed text in its stored form, or as typed if it has none. */
export function recordValues(resource: Resource, entity: Country, values: Row): Row {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = resource.fields[name];
      if (field?.kind === 'place') return [name, wholeNumber(String(value)) ?? 0];
      if (field === undefined || kindOf(field).typed === null) return [name, value];
      const read = readTyped(field, value, entity);
      if ('value' in read) return [name, read.value];
      return [name, field.kind === 'text' ? normalise(String(value), 'line') : null];
    }),
  );
}

/** The names of a record's selected places. */
export const namesOfPlaces = (resource: Resource, places: PlaceStates): Row =>
  Object.fromEntries(
    fieldsOfKind(resource, 'placeName').map(([name, { of, level }]) => [
      name,
      places[of]?.path?.find(place => place.level === level)?.name ?? '',
    ]),
  );

/** The record's read-only key: owner, choices, places and strings. */
export function shownFields(resource: Resource, row: Row): FormField<Row>[] {
  const shown = (key: string, label: string, value: string): FormField<Row> => ({
    key,
    label,
    render: control => <ReadOnlyControl control={control} value={value} />,
  });
  return [
    ...ownerInput(resource).map(name =>
      shown(name, OWNERS[resource.scope].title, `${String(row[name])} ${ownerIn(row)?.name ?? ''}`.trim()),
    ),
    ...namingFields(resource).map(name => {
      const field = resource.fields[name] as Field;
      if (field.kind !== 'place')
        return shown(name, labelOf(resource, name), valueText(resource.collection, name, row[name]));
      const names = LEVEL_NAMES.map((_, level) => {
        const named = fieldsOfKind(resource, 'placeName').find(([, own]) => own.of === name && own.level === level);
        return named ? String(row[named[0]] ?? '') : '';
      });
      return shown(name, field.formLabel, `${String(row[name])} ${placeText(names)}`.trim());
    }),
  ];
}

/** The form's fields for an update. */
export const formFields = (
  resource: Resource,
  entity: Country,
  names: readonly string[],
  owners: OwnersOf,
  record?: Row,
): FormField<Row>[] =>
  names.map(name =>
    formField(resource, name, entity, {
      places: {},
      onPlace: () => undefined,
      owners,
      ...(record ? { record } : {}),
    }),
  );

/** The record described by a form, with the names of its places; null if the form is not complete yet. */
export function recordOf(resource: Resource, entity: Country, values: Row, places: PlaceStates): Row | null {
  const isGiven = (name: string): boolean => {
    const value = values[name];
    const field = resource.fields[name];
    if (field?.kind === 'place') return wholeNumber(String(value)) !== null;
    if (field?.kind === 'channel') return typeof value === 'number';
    if (field === undefined || kindOf(field).typed === null) return value !== null && value !== undefined;
    if (field.kind === 'text') return typedProblem(field, value, entity) === null;
    return mayBeEmpty(field) || recordValues(resource, entity, { [name]: value })[name] !== null;
  };
  const owned = ownerInput(resource).every(name => typeof values[name] === 'number');
  if (!owned || !namingFields(resource).every(isGiven)) return null;
  return { country: entity, ...namesOfPlaces(resource, places), ...recordValues(resource, entity, values) };
}

interface PlaceControlProps {
  name: string;
  control: Control;
  deepest: LocationLevel;
  value: string;
  onChange: (value: string) => void;
  onPlace: (change: PlaceChange) => void;
}

/** A place picker that passes its place on to its form. */
function PlaceControl({ name, onPlace, ...rest }: PlaceControlProps) {
  const onPath = useCallback((path: Path) => onPlace({ name, path }), [name, onPlace]);
  const onStray = useCallback((stray: string | null) => onPlace({ name, stray }), [name, onPlace]);
  return <PlacePicker {...rest} onPath={onPath} onStray={onStray} />;
}
