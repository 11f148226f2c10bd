import { describe, expect, it } from 'vitest';
import { OWNERS } from '../../contract/owner.ts';
import { canDelete, isOfEntity, withMade } from '../../contract/resource.ts';
import { requireResource, RESOURCES, type ResourceCollection } from '../../contract/resources/all.ts';
import { channelPostcode } from '../../contract/resources/channelPostcode.ts';
import { channelRoute } from '../../contract/resources/channelRoute.ts';
import { channelZone } from '../../contract/resources/channelZone.ts';
import { serviceCode } from '../../contract/resources/serviceCode.ts';
import { DECLARATIONS } from '../../contract/declarations.ts';
import type { LocationTreeRow } from '../../contract/locations.ts';
import { withRenames } from '../actions/exportTree.ts';
import { BEGINNING, recordName, type StoredEntry } from '../outbox/entry.ts';
import { wireInput } from '../outbox/wireInput.ts';
import { sampleRow } from '../testing/sampleRow.ts';
import type { NewWrite, Row } from '../types.ts';
import { renaming } from './locationWrites.ts';
import { compensation, creation, deletion, edit, isTakenBackByWrite } from './writes.ts';

const common = { channelId: 10021, channelName: 'J&T', country: 'ID', version: 3, updatedBy: 'a@x', updatedAt: 1 };
const flags = { canDeliver: true, canCOD: false, canPickup: false, canCODPickup: false };
const ends = { channelId: 10021, applicableType: 0, fromLocationId: 5, toLocationId: 9 };
const zoned = { channelId: 10021, applicableType: 1, locationId: 5 };
const names = {
  fromState: 'Banten',
  fromCity: '',
  fromDistrict: '',
  toState: 'Bali',
  toCity: 'Badung',
  toDistrict: '',
};

type ByHand = 'channelLocations' | 'channelPostcodes' | 'channelRoutes' | 'channelZones' | 'serviceCodes';
const ROWS: Readonly<Record<ByHand, Row>> = {
  channelLocations: {
    ...common,
    ...flags,
    type: 0,
    locationId: 5,
    state: 'Bali',
    city: 'Badung',
    district: '',
    street: '',
  },
  channelPostcodes: { ...common, ...flags, type: 0, zipcode: '40115' },
  channelRoutes: withMade(channelRoute, { ...common, ...ends, ...names }),
  serviceCodes: {
    country: 'ID',
    version: 3,
    updatedBy: 'a@x',
    updatedAt: 1,
    code: 'REG-01',
    shipping_channel_id: 10021,
    name: 'Regular',
    status: 0,
  },
  channelZones: withMade(channelZone, { ...common, ...zoned, state: 'Bali', city: '', district: '', zone: 'Z1' }),
};
/** A row of each collection: one of those above, or a sample generated from its declaration. */
const rowOf = (collection: ResourceCollection): Row =>
  (ROWS as Partial<Record<ResourceCollection, Row>>)[collection] ?? {
    ...sampleRow(collection, common.channelId, 1, 1),
    version: 3,
  };
const TITLES: Readonly<Partial<Record<ResourceCollection, string>>> = {
  channelLocations: 'location 5 (Badung)',
  channelPostcodes: 'postcode 40115',
  channelRoutes: 'route Banten to Badung',
  serviceCodes: 'service code REG-01',
  channelZones: 'zone of Bali',
};
const COLLECTIONS = RESOURCES.map(({ collection }) => collection);
const DELETABLE = COLLECTIONS.filter(collection => canDelete(requireResource(collection)));

/** A write as it is sent: its call accepts the input and derives the same record from it. */
function sent(write: NewWrite): { input: unknown; key: string | undefined } {
  const entry = { ...write, ...BEGINNING } as unknown as StoredEntry;
  const call = DECLARATIONS.callById(write.callId);
  const input = call?.input.parse(wireInput(entry));
  return { input, key: call?.write?.key(input as never, entry.entity) };
}

const applied = (write: NewWrite, accepted: Row | null): StoredEntry =>
  ({
    ...write,
    ...BEGINNING,
    record: recordName(write.collection, write.entity, write.recordKey),
    state: 'applied',
    accepted,
    acceptedVersion: accepted ? (accepted['version'] as number) : null,
  }) as unknown as StoredEntry;

describe('writes to declared resources', () => {
  it.each(COLLECTIONS)(
    'the input of writes to %s is accepted by their calls, and refers to the record shown in the list',
    collection => {
      const row = rowOf(collection);
      const resource = requireResource(collection);
      const writes = [
        creation(resource, 'ID', row),
        ...(DELETABLE.includes(collection) ? [deletion(resource, 'ID', row)] : []),
      ];
      for (const write of writes) {
        expect(sent(write).key).toBe(write.recordKey);
        const [verb, way] = write.effect === 'create' ? ['Add', 'to'] : ['Delete', 'from'];
        const title = TITLES[collection] ?? resource.title(row);
        expect(write.title).toBe(
          `${verb} ${title}${isOfEntity(resource) ? '' : ` ${way} ${OWNERS[resource.scope].word} 10021`}`,
        );
      }
    },
  );

  it.each(DELETABLE)('deleting a record of %s sends the displayed version', collection => {
    const write = deletion(requireResource(collection), 'ID', rowOf(collection));
    expect(sent(write).input).toMatchObject({ version: 3 });
  });

  it('writes change only editable fields', () => {
    const flagged = edit(channelPostcode, 'ID', ROWS.channelPostcodes, { ...flags, canCOD: true, zipcode: 'X' });
    expect(flagged.changes).toEqual({ canCOD: true });
    expect(sent(flagged).key).toBe(flagged.recordKey);
    const zone = edit(channelZone, 'ID', ROWS.channelZones, { zone: 'Z2' });
    expect(sent(zone)).toEqual({
      input: { id: ROWS.channelZones['id'], channelId: 10021, zone: 'Z2', version: 3 },
      key: zone.recordKey,
    });
    expect(() => edit(channelRoute, 'ID', ROWS.channelRoutes, {})).toThrow(/cannot be edited/);
  });

  it('a write includes what its call must know about the record (G27)', () => {
    const row = { ...rowOf('nonWorkingDays'), isMaskChannel: 1, status: 0 };
    const deleted = edit(requireResource('nonWorkingDays'), 'ID', row, { status: 1 }, 'nonWorkingDays.status');
    expect(deleted.changes).toEqual({ status: 1 });
    expect(sent(deleted).input).toMatchObject({ isMaskChannel: 1, status: 1, version: 3 });
  });

  it('creating a record that cannot be deleted cannot be undone', () => {
    const row = ROWS.serviceCodes;
    expect(() => deletion(serviceCode, 'ID', row)).toThrow(/cannot be deleted/);
    const created = applied(creation(serviceCode, 'ID', row), { ...row, version: 1 });
    expect([isTakenBackByWrite(created), compensation(created)]).toEqual([false, null]);
    const edited = applied(edit(serviceCode, 'ID', row, { status: 1 }), { ...row, status: 1, version: 4 });
    expect(compensation(edited)).toMatchObject({ effect: 'update', changes: { status: 0 }, baseVersion: 4 });
  });

  it.each(DELETABLE)('writes to %s are undone by their inverse', collection => {
    const row = rowOf(collection);
    const created = applied(creation(requireResource(collection), 'ID', row), { ...row, version: 1 });
    expect(compensation(created)).toMatchObject({ effect: 'delete', recordKey: created.recordKey, baseVersion: 1 });
    const deleted = applied(deletion(requireResource(collection), 'ID', row), null);
    expect(compensation(deleted)).toMatchObject({ effect: 'create', recordKey: deleted.recordKey });
  });

  it('undoing an edit restores only the fields that the edit changed', () => {
    const renamed = edit(channelZone, 'ID', ROWS.channelZones, { zone: 'Z2' });
    const back = compensation(applied(renamed, { ...ROWS.channelZones, zone: 'Z2', version: 4 }));
    expect(back).toMatchObject({ effect: 'update', changes: { zone: 'Z1' }, baseVersion: 4 });
    expect(compensation(applied(renamed, { ...ROWS.channelZones, version: 4 }))).toBeNull();
  });
});

describe('renaming a place (LOC-4)', () => {
  const place: LocationTreeRow = {
    locationId: 1000006,
    name: 'Coblong',
    parentId: 1000002,
    country: 'ID',
    level: 2,
    postcode: '',
    state: 'Jawa Barat',
    city: 'Bandung',
    district: 'Coblong',
    version: 3,
    updatedBy: 'a@x',
    updatedAt: 1,
  };

  it('the input of a rename is accepted by its call, and refers to the place shown in the list', () => {
    const write = renaming('ID', place, 'Dago');
    expect(sent(write)).toEqual({ input: { locationId: 1000006, name: 'Dago', version: 3 }, key: '1000006' });
    expect(write).toMatchObject({
      recordKey: '1000006',
      changes: { name: 'Dago' },
      optimistic: { name: 'Dago', city: 'Bandung' },
      title: 'Rename location 1000006 (Coblong) to Dago',
    });
    expect(renaming('ID', place, 'Coblong').changes).toEqual({});
  });

  it('a rename is undone by restoring the previous name, based on the row after the rename', () => {
    expect(isTakenBackByWrite({ collection: 'locations', effect: 'update' })).toBe(true);
    const write = renaming('ID', place, 'Dago');
    const back = compensation(applied(write, { ...place, name: 'Dago', version: 4 }));
    expect(back).toMatchObject({ recordKey: '1000006', changes: { name: 'Coblong' }, baseVersion: 4 });
    expect(compensation(applied(write, { ...place, version: 4 }))).toBeNull();
    expect(compensation({ ...applied(write, { ...place, name: 'Dago' }), state: 'merged', rebased: false })).toBeNull();
  });

  it('an export made on this device includes a pending rename, unless the rename needs a decision first', () => {
    const waiting = { ...applied(renaming('ID', place, 'Dago'), null), state: 'queued' as const };
    const other = { ...place, locationId: 7, name: 'Seven' };
    const made = withRenames([place, other], [waiting]);
    expect(made.rows.map(({ name }) => name)).toEqual(['Dago', 'Seven']);
    expect([made.pending, made.stuck]).toEqual([1, 0]);
    const refused = withRenames([place, other], [{ ...waiting, state: 'refused' }]);
    expect(refused.rows.map(({ name }) => name)).toEqual(['Coblong', 'Seven']);
    expect([refused.pending, refused.stuck]).toEqual([0, 1]);
  });
});
