import { describe, expect, it } from 'vitest';
import type { FieldConflict } from '../../domain/merge.ts';
import type { PreflightFinding, OutboxEntry } from '../../sync/types.ts';
import {
  alikeTitle,
  batchOutcome,
  batchSummary,
  changesText,
  pausedFields,
  pausedNote,
  pausedText,
  editableFields,
  operationWord,
  recordName,
  recordTexts,
} from './queueTexts.ts';
import { exportRows } from './ExportMenu.tsx';
import { valueText } from '../../contract/fieldWords.ts';
import { receiptSteps } from './EntryParts.tsx';
import { testEntry } from './testEntry.ts';
import {
  alikeConflicts,
  refusedForRight,
  countShows,
  groupByRecord,
  layoutOf,
  leadingEntry,
  blockedBy,
  blockedCount,
  narrowTo,
} from './workbench.ts';

const hold = (verdict: PreflightFinding['verdict'], row: PreflightFinding['row'] = null): PreflightFinding => ({
  verdict,
  row,
  version: 4,
});
const theirs = (row: Record<string, unknown> | null, ...names: string[]) => ({
  row,
  version: 4,
  updatedBy: 'b@x',
  updatedAt: 1,
  fields: names.map((field): FieldConflict => ({ field, base: false, mine: true, theirs: false })),
});
const conflict = (seq: number, over: Partial<OutboxEntry> = {}) =>
  testEntry({ seq, recordKey: `10021/${seq}/0`, state: 'conflict', theirs: theirs({}, 'canCOD'), ...over });

describe('grouping writes on the queue page', () => {
  it('records are ordered by the state of their writes: stuck ones first, then open ones by age, then settled ones with the latest first', () => {
    const groups = groupByRecord([
      testEntry({ seq: 1, recordKey: '1/1/0' }),
      testEntry({ seq: 2, recordKey: '1/2/0', state: 'refused' }),
      testEntry({ seq: 4, recordKey: '1/1/0' }),
      testEntry({ seq: 3, recordKey: '1/2/0' }),
      testEntry({ seq: 5, recordKey: '1/3/0', state: 'applied', settledAt: 10 }),
      testEntry({ seq: 6, recordKey: '1/4/0', state: 'applied', settledAt: 20 }),
      testEntry({ seq: 7, recordKey: '1/1/0', state: 'applied', settledAt: 5 }),
    ]);
    expect(groups.map(({ open, ended }) => [open, ended].map(list => list.map(({ seq }) => seq)))).toEqual([
      [[2, 3], []],
      [[1, 4], [7]],
      [[], [6]],
      [[], [5]],
    ]);
  });

  it('a record is represented by its stuck write, or else its oldest open one, or else its latest settled one', () => {
    const leading = (...entries: OutboxEntry[]) => groupByRecord(entries).map(group => leadingEntry(group)?.seq);
    const [queued, refused] = [testEntry({ seq: 1 }), testEntry({ seq: 2, state: 'refused' })];
    const done = (seq: number) => testEntry({ seq, state: 'applied', settledAt: seq });
    expect(leading(queued, refused, done(3))).toEqual([2]);
    expect(leading(queued, done(3))).toEqual([1]);
    expect(leading(done(3), done(4))).toEqual([4]);
    expect([1, 8, 9, 500].map(layoutOf)).toEqual(['cards', 'cards', 'lines', 'lines']);
  });

  it('equal keys in different countries are different records, and every record has a readable name', () => {
    const [one, two] = groupByRecord([testEntry(), testEntry({ seq: 2, entity: 'MY' })]);
    expect(one?.name).toBe('Badung, Bali');
    expect(one?.detail).toBe('Location 1000005 · Standard · channel 10021 J&T Express · Indonesia');
    expect(two?.detail).toMatch(/Malaysia$/);
    expect(recordName(testEntry({ base: null }))).toBe('Location 1000005');
    const zone = { locationId: 1000005, applicableType: 0, state: 'Bali', city: 'Badung', channelName: 'JNE' };
    const zoneEntry = testEntry({ collection: 'channelZones', recordKey: '10021/77', base: zone });
    expect(recordTexts([zoneEntry])).toEqual({
      name: 'Badung, Bali',
      detail: 'Zone Limit · Location 1000005 · Standard · channel 10021 JNE · Indonesia',
    });
    const postcode = testEntry({ collection: 'channelPostcodes', recordKey: '10021/40115/0', base: null });
    expect(recordTexts([postcode])).toEqual({ name: 'Postcode 40115', detail: 'Standard · channel 10021 · Indonesia' });
    expect(operationWord(testEntry({ undoes: 'x' }))).toBe('Edit, undoes a change');
  });

  it('a place is described by the places that contain it, and its field values are shown as words', () => {
    const rename = testEntry({
      callId: 'locations.update',
      collection: 'locations',
      recordKey: '1000006',
      input: { locationId: 1000006, name: 'Dago' },
      changes: { name: 'Dago' },
      base: { name: 'Coblong', level: 2, state: 'Jawa Barat', city: 'Bandung', district: 'Coblong', version: 3 },
      optimistic: { name: 'Dago', level: 2, state: 'Jawa Barat', city: 'Bandung', district: 'Coblong', version: 3 },
    });
    const [group] = groupByRecord([rename]);
    expect([group?.name, group?.detail]).toEqual(['Dago, Bandung, Jawa Barat', 'Location 1000006 · Indonesia']);
    expect(changesText(rename)).toBe('Name: Coblong to Dago');
    expect(editableFields(rename)).toEqual(['name']);
    expect(valueText('locations', 'level', 2)).toBe('District');
  });

  it('a paused write is counted and filtered as one that needs a decision, not as a waiting one', () => {
    const all = [
      testEntry({ seq: 1, recordKey: '1/1/0' }),
      testEntry({ seq: 2, recordKey: '1/2/0', state: 'refused' }),
      testEntry({ seq: 3, recordKey: '1/3/0', hold: hold('safe') }),
      testEntry({ seq: 4, recordKey: '1/4/0', state: 'merged' }),
    ];
    expect(countShows(all)).toEqual({ all: 4, waiting: 1, needs: 2, done: 1 });
    const of = (show: 'waiting' | 'needs' | 'done') => narrowTo(groupByRecord(all), show).map(({ key }) => key.at(-3));
    expect([of('waiting'), of('needs'), of('done')]).toEqual([['1'], ['2', '3'], ['4']]);
  });

  it('a write is blocked only by an earlier one that needs a decision, not by one that proceeds automatically', () => {
    const stuck = testEntry({ seq: 1, state: 'refused' });
    const behind = testEntry({ seq: 2, after: stuck.id });
    expect(blockedBy([stuck, behind], behind)).toBe(stuck);
    expect(blockedBy([stuck, behind], stuck)).toBeNull();
    expect(blockedBy([testEntry({ seq: 1, state: 'sending' }), behind], behind)).toBeNull();
    expect([blockedCount([stuck, behind], stuck), blockedCount([stuck, behind], behind)]).toEqual([1, 0]);
  });
});

describe('similar conflicts', () => {
  const all = [
    conflict(1),
    conflict(2),
    conflict(3, { theirs: theirs({}, 'canPickup') }),
    conflict(4, { theirs: theirs(null) }),
    conflict(5, { theirs: theirs(null) }),
    conflict(6, { theirs: theirs(null) }),
    conflict(7, { effect: 'delete', callId: 'channelLocation.delete', theirs: theirs({}, 'canCOD') }),
    conflict(8, { effect: 'delete', callId: 'channelLocation.delete', theirs: theirs({}, 'canPickup') }),
    conflict(9, { entity: 'MY' }),
    testEntry({ seq: 10, state: 'refused' }),
  ];

  it('conflicts are grouped by call, kind, country and fields, and each group has at least two of them', () => {
    expect(alikeConflicts(all).map(({ kind, entries }) => [kind, entries.map(({ seq }) => seq)])).toEqual([
      ['gone', [4, 5, 6]],
      ['edited', [1, 2]],
      ['deletes', [7, 8]],
    ]);
  });

  it('writes refused for a missing permission can be retried together if there are at least two', () => {
    const refused = (seq: number, status: number) =>
      testEntry({ seq, state: 'refused', problem: { kind: 'refused', status, message: 'no' } });
    const some = [refused(1, 403), refused(2, 422), refused(3, 403), testEntry({ seq: 4 })];
    expect(refusedForRight(some).map(({ seq }) => seq)).toEqual([1, 3]);
    expect(refusedForRight(some.slice(0, 2))).toEqual([]);
  });

  it('a bulk decision describes its effect beforehand and its outcome afterward', () => {
    const [gone, edited] = alikeConflicts(all);
    if (!gone || !edited) throw new Error('no groups');
    expect(alikeTitle(edited)).toBe('2 edits of Support COD Deliver conflict with colleagues’ changes');
    expect(batchOutcome(edited, 'mine')).toMatch(/^In 2 records, your Support COD Deliver replaces/);
    expect(batchOutcome(gone, 'mine')).toBe('3 records are created again with your values.');
    expect(batchOutcome(gone, 'theirs')).toMatch(/discarded and never sent; the records stay deleted/);
    expect(batchSummary('mine', { took: 2, movedOn: 0 })).toBe('2 decided: yours are being sent.');
    expect(batchSummary('theirs', { took: 1, movedOn: 1 })).toBe(
      '1 decided: theirs kept. 1 had changed in the meantime and were left unchanged.',
    );
  });
});

describe('paused writes', () => {
  it('the paused writes are summarized in a single sentence', () => {
    expect(pausedText({ waiting: 41, safe: 36, changed: 3, gone: 2, denied: 0 })).toBe(
      '41 waiting: 36 safe to send, 3 changed by others since, 2 for deleted records',
    );
    expect(pausedText({ waiting: 19, safe: 19, changed: 0, gone: 0, denied: 0 })).toBe('19 waiting, all safe to send');
    expect(pausedText({ waiting: 2, safe: 0, changed: 0, gone: 1, denied: 1 })).toBe(
      '2 waiting: 1 for a deleted record, 1 without permission',
    );
  });

  it('a paused write shows who has since changed which fields', () => {
    const row = { ...testEntry().base, canPickup: true, version: 4, updatedBy: 'b@x', updatedAt: 1_700_000_000 };
    const paused = testEntry({ hold: hold('changed', row) });
    expect(pausedFields(paused)).toEqual([
      { field: 'canCOD', before: 'No', mine: 'Yes', theirs: null },
      { field: 'canPickup', before: 'No', mine: null, theirs: 'Yes' },
    ]);
    expect(pausedNote(paused, 'UTC')).toMatch(/^b@x changed the record at 2023-11-14 22:13:20 after you did\./);
    expect(pausedFields(testEntry())).toEqual([]);
    const gone = { ...hold('gone'), gone: { by: 'b@x', at: 1_700_000_000 } };
    expect(pausedNote(testEntry({ hold: gone }), 'UTC')).toMatch(/^b@x deleted the record at 2023-11-14/);
    expect(pausedNote(testEntry({ hold: hold('gone') }), 'UTC')).toMatch(/^A colleague deleted the record\. /);
  });
});

describe('receipts', () => {
  const steps = (over: Partial<OutboxEntry>, seen = false, revision: number | null = null) =>
    receiptSteps(testEntry(over), { revision, seen, seenAt: seen ? 4 : null }).map(
      ({ label, state }) => `${label}:${state}`,
    );
  it.each<[Partial<OutboxEntry>, boolean, string[]]>([
    [{}, false, ['Saved on this device:done', 'To be sent:open', 'Accepted:open', 'Synced to this device:open']],
    [
      { fence: 1, attempts: 2 },
      false,
      ['Saved on this device:done', 'Tried:open', 'Accepted:open', 'Synced to this device:open'],
    ],
    [
      { fence: 1, state: 'sending' },
      false,
      ['Saved on this device:done', 'Being sent:now', 'Accepted:open', 'Synced to this device:open'],
    ],
    [
      { fence: 1, state: 'refused' },
      false,
      ['Saved on this device:done', 'Sent:done', 'Refused:stopped', 'Synced to this device:open'],
    ],
    [
      { fence: 1, state: 'applied' },
      false,
      ['Saved on this device:done', 'Sent:done', 'Accepted:done', 'Synced to this device:open'],
    ],
    [
      { fence: 1, state: 'merged' },
      true,
      ['Saved on this device:done', 'Sent:done', 'Merged:done', 'Synced to this device:done'],
    ],
    [{ state: 'discarded' }, false, ['Saved on this device:done', 'Discarded:given']],
  ])('the receipt has the right steps: %j', (over, seen, expected) => {
    expect(steps(over, seen)).toEqual(expected);
  });

  it('a receipt shows the number of attempts and the accepted version', () => {
    const done = receiptSteps(testEntry({ state: 'applied', fence: 1, attempts: 3, sentAt: 2, settledAt: 3 }), {
      revision: 4,
      seen: true,
      seenAt: 5,
    });
    expect(done.map(({ detail, at }) => [detail, at])).toEqual([
      ['', 0],
      ['3 attempts', 2],
      ['version 4', 3],
      ['', 5],
    ]);
  });
});

describe('export of the queue', () => {
  it('the export has a row for each changed field including the colleague’s value, and a single row for a deletion', () => {
    const rows = exportRows([conflict(2), testEntry({ effect: 'delete', seq: 3 })], 'UTC');
    expect(rows).toHaveLength(3);
    expect(rows[1]?.slice(0, 10)).toEqual([
      2,
      'Indonesia',
      'Badung, Bali',
      '10021/2/0',
      'Edit',
      'Conflict',
      '',
      'Support COD Deliver',
      'No',
      'Yes',
    ]);
    expect(rows[2]?.slice(4, 6)).toEqual(['Deletion', 'Waiting']);
  });
});
