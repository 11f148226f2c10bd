import { describe, expect, it } from 'vitest';
import { changeLines, fieldsChanged } from '../../../contract/recordChange.ts';
import { channelLocation } from '../../../contract/resources/channelLocation.ts';
import { serviceCode } from '../../../contract/resources/serviceCode.ts';
import { changedSince, eventText, meansText, waitingFields, waitingText } from './historyTexts.ts';

const NONE = { canDeliver: false, canCOD: false, canPickup: false, canCODPickup: false };
const imported = { id: 'i', files: ['q4.xlsx'], rows: 1204, takesBack: false };

describe('descriptions in a record’s history', () => {
  it('a history entry uses the declared labels and omits fields that are derived from other data', () => {
    const changes = fieldsChanged(
      channelLocation,
      { ...NONE, state: 'Aceh', version: 1, updatedBy: 'a' },
      { ...NONE, canCOD: true, state: 'Bali', version: 2, updatedBy: 'b' },
    );
    expect(changes).toEqual([{ name: 'canCOD', label: 'Support COD Deliver', before: 'No', after: 'Yes' }]);
    expect(changeLines(changes, {}, {})).toEqual(['Support COD Deliver: No -> Yes']);
    expect(changeLines(changes, null, {})).toEqual(['Support COD Deliver: Yes']);
    expect(changeLines(changes, {}, null)).toEqual(['Support COD Deliver: No']);
  });

  it('a history entry shows choices as words, lists all fields of a creation, and includes a place’s name', () => {
    const [status] = fieldsChanged(serviceCode, null, { code: 'A', status: 0 }).filter(({ name }) => name === 'status');
    expect(status).toMatchObject({ before: '/', after: expect.stringMatching(/^[A-Z]/) as string });
    expect(fieldsChanged(undefined, { name: 'A', level: 3 }, { name: 'B', level: 3 })).toEqual([
      { name: 'name', label: 'Name', before: 'A', after: 'B' },
    ]);
    expect(
      [
        { before: null, after: {} },
        { before: {}, after: null },
        { before: {}, after: {} },
      ].map(eventText),
    ).toEqual(['Created', 'Deleted', null]);
  });

  it('a history entry says how the change was made: by hand, by an import, together with others, or by a copy', () => {
    expect(meansText({ import: null })).toBe('manually');
    expect(meansText({ import: imported })).toBe('import q4.xlsx, 1,204 rows');
    expect(meansText({ import: { ...imported, rows: 1, takesBack: true } })).toBe('an import was undone, 1 row');
    const many = { ...imported, many: true };
    expect(meansText({ import: many })).toBe('changed together, 1,204 records');
    expect(meansText({ import: { ...many, takesBack: true, again: true } })).toBe(
      'a change of many records is in effect again, 1,204 records',
    );
    const copied = { ...many, from: 'ID/10021', rows: 1 };
    expect(meansText({ import: copied })).toBe('copied from 10021, 1 record');
    expect(meansText({ import: { ...copied, takesBack: true } })).toBe('a copy was undone, 1 record');
  });

  it('a record’s history distinguishes changes that are only on this device from those on the server', () => {
    const entry = { effect: 'update', base: { ...NONE }, changes: { canCOD: true }, state: 'queued' } as const;
    expect(waitingFields(channelLocation, entry)).toMatchObject([{ before: 'No', after: 'Yes' }]);
    expect(waitingFields(channelLocation, { ...entry, effect: 'delete', base: null })).toEqual([]);
    expect(waitingText(entry)).toBe('Change on this device, not on the server yet');
    expect(waitingText({ ...entry, state: 'conflict' })).toBe(
      'Change conflicts with another change; decide in the queue',
    );
    expect(waitingText({ state: 'refused', effect: 'create' })).toContain('refused by the server');
  });

  it('fields that have since been changed again are detected', () => {
    const changes = fieldsChanged(channelLocation, NONE, { ...NONE, canCOD: true });
    const after = { ...NONE, canCOD: true };
    expect(changedSince(changes, after, { ...NONE })).toHaveLength(1);
    expect(changedSince(changes, after, { ...after, canPickup: true })).toEqual([]);
    expect(changedSince(changes, after, null)).toEqual([]);
  });
});
