import type { ChannelLocationRow } from '../../contract/channelLocation.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { keyOf, updatesOf, type Resource } from '../../contract/resource.ts';
import type { CallDefinition } from '../../contract/call.ts';
import { declarationsOf, type Declarations } from '../../contract/declarations.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { callList, callsOf, deletedKey } from '../../contract/resourceCalls.ts';
import { creation, deletion, edit } from '../resources/writes.ts';
import type { NewWrite, Row } from '../types.ts';

/** Fields that histories change, by their names in serviceable locations; another shape has its own field for each. */
export const TURNED = ['canDeliver', 'canCOD', 'canPickup', 'canCODPickup'] as const;
export type Turned = (typeof TURNED)[number];

/** A record of any shape. */
export type ShapeRow = Row & { version: number; updatedBy: string; updatedAt: number };

/** A field with its values for "on" and "off", and a third value that neither the server nor a colleague sets. */
export interface TurnedField {
  field: string;
  values: readonly [on: unknown, off: unknown, third: unknown];
}

/** The records of one resource, on which the engine's models are run. */
export interface Shape<R extends ShapeRow = ShapeRow> {
  resource: Resource;
  /** The key fields of a place's record; places are numbered from 1. */
  place(place: number): Partial<R>;
  /** A record that has nothing but its key. */
  blankOf(named: Partial<R>): R;
  turned: Readonly<Record<Turned, TurnedField>>;
  /** The single permission that a person loses and regains in a history; null for all permissions at once. */
  right: string | null;
}

const VALUES = [true, false, 'limited'] as const;

/** A serviceable location with no fields other than its key. */
export const blank = (key: Pick<ChannelLocationRow, 'channelId' | 'locationId' | 'type'>): ChannelLocationRow => ({
  channelId: key.channelId,
  channelName: 'J&T',
  country: 'ID',
  type: key.type,
  locationId: key.locationId,
  state: 'Jawa Barat',
  city: 'Bandung',
  district: 'Coblong',
  street: '',
  canDeliver: true,
  canCOD: false,
  canPickup: false,
  canCODPickup: false,
  version: 1,
  updatedBy: '',
  updatedAt: 0,
});

/** Serviceable locations: the key consists of numbers, they are cached by channel, and one call changes all fields. */
export const LOCATIONS: Shape<ChannelLocationRow> = {
  resource: channelLocation,
  place: locationId => ({ channelId: 10021, locationId, type: 0 }),
  blankOf: named => blank(named as ChannelLocationRow),
  turned: {
    canDeliver: { field: 'canDeliver', values: VALUES },
    canCOD: { field: 'canCOD', values: VALUES },
    canPickup: { field: 'canPickup', values: VALUES },
    canCODPickup: { field: 'canCODPickup', values: VALUES },
  },
  right: null,
};

/** A changed field with its value for "on" or "off". */
export const turn = ({ turned }: Pick<Shape, 'turned'>, name: Turned, on: boolean): Row => {
  const { field, values } = turned[name];
  return { [field]: values[on ? 0 : 1] };
};

/** A place's record. */
export const shapeRow = <R extends ShapeRow>(shape: Shape<R>, place: number, part: Row = {}): R => ({
  ...shape.blankOf(shape.place(place)),
  ...part,
});

/** Key of a place's record. */
export const placeKey = <R extends ShapeRow>(shape: Shape<R>, place: number): string =>
  keyOf(shape.resource, shape.place(place));

type Of = Pick<Shape, 'resource'>;

export const createOf = ({ resource }: Of, row: Row): NewWrite => creation(resource, 'ID', row);
export const deleteOf = ({ resource }: Of, row: Row): NewWrite => deletion(resource, 'ID', row);

/** An update of fields that a single call can change. */
export function updateOf({ resource }: Of, row: Row, values: Row): NewWrite {
  const fields = Object.keys(values);
  const update = updatesOf(resource).find(known => fields.every(field => known.fields.includes(field)));
  if (!update) throw new Error(`no call changes ${fields.join(' and ')}`);
  return edit(resource, 'ID', row, values, update.callId);
}

/** The product's declared resources, plus the shape's. */
export const declaredWith = ({ resource }: Of): Declarations =>
  declarationsOf([...new Set<Resource>([...RESOURCES, resource])]);

/** The calls that write the shape's records. */
export const writesOf = ({ resource }: Of): CallDefinition[] =>
  callList(callsOf(resource) as never).filter(({ write }) => write !== undefined);

/** Key of the record to which a write's input refers. */
export function recordOf({ resource }: Of, callId: string, input: Row): string {
  const named = callId === `${resource.id}.delete` ? deletedKey(resource, input) : input;
  return keyOf(resource, { ...named, country: 'ID' });
}
