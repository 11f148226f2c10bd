import type { Field } from '../../contract/fields/all.ts';
import { scopeOfField } from '../../contract/fields/channel.ts';
import {
  OWNER_FIELDS,
  STAMP_FIELDS,
  isOfEntity,
  labelOf,
  ownerField,
  QUICK,
  takesMany,
  updatesOf,
  type Filter,
  type Resource,
} from '../../contract/resource.ts';
import { OWNERS, type IdScope, type Scope } from '../../contract/owner.ts';
import { useOwners } from '../../sync/hooks/useChannels.ts';
import { usePlaceSuggestions } from '../../sync/hooks/usePlaces.ts';
import type { Row } from '../../sync/types.ts';
import { fieldColumn, fieldFilter } from '../../ui/fields/columns.ts';
import type { Column } from '../../ui/table/columns.ts';
import { CutText } from '../../ui/table/CutText.tsx';
import type { ChannelReader, Draft, FilterDefinition, NameReader } from '../../ui/list/filters.ts';

/** The columns and filters of a resource's list, derived from its declaration. */

/** Widths of a text filter and of a name. */
const TEXT = 100;

/** "10021 J&T Express": the id of a channel or 3PL, followed by its name if known. */
function OwnerCell({ scope, id }: { scope: IdScope; id: number }) {
  const name = useOwners(scope)?.find(owner => owner.id === id)?.name ?? '';
  return <CutText text={`${id} ${name}`.trim()} />;
}

/** The filter that, once set, leaves a column with only one value: the owner's, or that of a required choice. */
function filterThatFixes(resource: Resource, name: string): string | null {
  const field = resource.fields[name];
  if (field === undefined) {
    const { field: owner, nameField } = OWNERS[resource.scope];
    return (name === owner || name === nameField) && owner in resource.filters ? owner : null;
  }
  return field.kind === 'choice' && !field.any && resource.filters[name]?.is === 'equal' ? name : null;
}

/** Whether another column already shows the name of the channel in a field, so that the name is not repeated. */
const hasNameColumn = ({ columns, fields }: Resource, name: string): boolean =>
  columns.some(column => {
    const field = fields[column];
    return field?.kind === 'text' && field.of === name;
  });

function columnOf(resource: Resource, name: string): Column<Row> {
  const field: Field | undefined = resource.fields[name];
  const update = updatesOf(resource).find(({ fields }) => fields.includes(name));
  const fixedBy = filterThatFixes(resource, name);
  const { width, always } = field ?? OWNER_FIELDS[name] ?? {};
  const base = {
    key: name,
    label: labelOf(resource, name),
    sortable: true,
    ...(width === undefined ? {} : { width }),
    ...(always ? { always } : {}),
    ...(fixedBy === null ? {} : { fixedBy }),
    ...(update ? { edit: update.action ?? 'edit' } : {}),
  };
  const value = (row: Row) => row[name] as string | number;
  if (field === undefined) {
    const isId = name === ownerField(resource) && !isOfEntity(resource);
    // Every row has the same country.
    const constant = name === 'country' ? { constant: true } : {};
    return { ...base, ...constant, kind: isId ? 'id' : 'text', value };
  }
  if (field.kind !== 'channel' || resource.key.includes(name) || hasNameColumn(resource, name))
    return fieldColumn(field, base);
  return {
    ...base,
    kind: 'custom',
    copied: row => String(value(row)),
    render: row => <OwnerCell scope={scopeOfField(field)} id={value(row) as number} />,
  };
}

/** Who last changed a record, and when; empty if the server does not have the record or nobody has changed it. */
const STAMP_COLUMNS: readonly Column<Row>[] = [
  {
    key: 'updatedBy',
    kind: 'text',
    value: row => row['updatedBy'] as string,
    sortable: true,
    standby: true,
    ...STAMP_FIELDS.updatedBy,
  },
  {
    key: 'updatedAt',
    kind: 'tz',
    value: row => row['updatedAt'] as number,
    sortable: true,
    standby: true,
    ...STAMP_FIELDS.updatedAt,
  },
];

/** The content of a column's cells, in place of the field's value. */
export type CellTexts = Readonly<Record<string, (row: Row) => string>>;

/** The differences between a list's columns and its fields. */
interface ColumnChanges {
  cells?: CellTexts | undefined;
  /** The values depend on one another, so none of them can be edited in its cell, without the form's rules. */
  formAlone?: boolean;
}

function columnWith(resource: Resource, name: string, { cells, formAlone }: ColumnChanges): Column<Row> {
  const { edit, ...column } = columnOf(resource, name);
  const text = cells?.[name];
  const { key, label, width } = column;
  const base = text
    ? { key, label, kind: 'text' as const, value: text, sortable: true, ...(width === undefined ? {} : { width }) }
    : column;
  if (edit === undefined) return base;
  return formAlone ? { ...base, form: edit } : { ...base, edit };
}

/**
 * Whether a column identifies the record: it contains the id, or the name directly after the id if the id alone is the
 * key.
 */
const namesRecord = ({ key, columns, fields }: Resource, at: number): boolean =>
  at === 0 || (at === 1 && key.length === 1 && columns[0] === key[0] && fields[columns[1] as string]?.kind === 'text');

/** The list's columns; those that identify the record stay at the left. Columns about the last write are optional. */
export const columnsOf = (resource: Resource, changes: ColumnChanges = {}): Column<Row>[] => [
  ...resource.columns.map((name, at) => ({
    ...columnWith(resource, name, changes),
    ...(namesRecord(resource, at) ? { pinned: true } : {}),
  })),
  ...STAMP_COLUMNS,
];

const Channels: ChannelReader = ({ children }) => children(useOwners('channel'));
const NoOwners: ChannelReader = ({ children }) => children([]);
/** Loads the possible owners of records with a given scope. */
const OWNERS_OF: Readonly<Record<Scope, ChannelReader>> = {
  channel: Channels,
  '3pl': ({ children }) => children(useOwners('3pl')),
  entity: NoOwners,
  none: NoOwners,
  platform: NoOwners,
};

const LEVEL_KEYS = ['state', 'city', 'district'] as const;

/** The parent places entered so far, so that City offers only the cities in the State. */
const within = (draft: Draft, level: number) =>
  Object.fromEntries(
    LEVEL_KEYS.slice(0, level)
      .map(name => [name, String(draft[name] ?? '')])
      .filter(([, name]) => name !== ''),
  );

/** Looks up the names at one level, from the state down to the district. */
export const PLACE_NAMES: readonly [NameReader, NameReader, NameReader] = [
  ({ text, children }) => {
    const { names, loading } = usePlaceSuggestions(0, text);
    return children(names, loading);
  },
  ({ text, draft, children }) => {
    const { names, loading } = usePlaceSuggestions(1, text, within(draft, 1));
    return children(names, loading);
  },
  ({ text, draft, children }) => {
    const { names, loading } = usePlaceSuggestions(2, text, within(draft, 2));
    return children(names, loading);
  },
];

/** Kinds of fields with a position in time. */
const IN_TIME: ReadonlySet<string> = new Set(['day', 'timeOfDay', 'instant']);

/**
 * The addition to a field's label in the filter for a bound. The words "from" and "until" themselves would be unclear
 * after a field named From or To.
 */
function boundOf(is: Filter['is'], kind: string | undefined): string {
  const inTime = kind !== undefined && IN_TIME.has(kind);
  if (is === 'from') return inTime ? ' (earliest)' : ' (at least)';
  return is === 'until' ? (inTime ? ' (latest)' : ' (at most)') : '';
}

function filterOf(resource: Resource, name: string, filter: Filter): FilterDefinition {
  const fields = filter.in ?? [name];
  const field = resource.fields[fields[0] as string];
  const label = filter.label ?? `${labelOf(resource, fields[0] as string)}${boundOf(filter.is, field?.kind)}`;
  const base = { key: name, label, ...(takesMany(resource, name, filter) ? { many: true } : {}) };
  if (filter.is === 'owner') {
    const { scope } = resource;
    return { ...base, kind: 'channel', Channels: OWNERS_OF[scope], noun: OWNERS[scope].word };
  }
  if (filter.is === 'shown') {
    const [onLabel, offLabel] = filter.words ?? [`Show without ${label}`, `Hide without ${label}`];
    return { ...base, kind: 'switch', initial: true, onLabel, offLabel };
  }
  if (field?.kind === 'channel') {
    const scope = scopeOfField(field);
    return { ...base, kind: 'channel', Channels: OWNERS_OF[scope], noun: OWNERS[scope].word };
  }
  // A name at a single level is looked up as it is typed; a name at any of several levels is plain text.
  if (field?.kind === 'placeName' && fields.length === 1) {
    const Names = (PLACE_NAMES as readonly NameReader[])[field.level];
    if (Names) return { ...base, kind: 'typeAhead', noun: label.toLowerCase(), maxLength: TEXT, Names };
  }
  return field ? fieldFilter(field, base, TEXT) : { ...base, kind: 'text', maxLength: TEXT };
}

/** The list's filters in declared order, with the quick search box last. */
export const filtersOf = (resource: Resource): FilterDefinition[] => [
  ...Object.entries(resource.filters).map(([name, filter]) => filterOf(resource, name, filter)),
  { key: QUICK, label: 'Quick find', kind: 'quick' },
];
