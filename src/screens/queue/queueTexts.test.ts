import { describe, expect, it } from 'vitest';
import { agoText, discardText, entryNote, exportFile, fieldChanges, changesText } from './queueTexts.ts';
import { valueText } from '../../contract/fieldWords.ts';
import { testEntry } from './testEntry.ts';

describe('descriptions of discarded and refused writes', () => {
  it('discarding a write that was attempted does not claim that the write never reached the server', () => {
    expect(discardText(testEntry({ state: 'refused', fence: 2 }))).toMatch(/^This change will never be sent/);
    expect(discardText(testEntry({ state: 'queued', fence: 2 }))).toMatch(
      /^This change may already have reached the server/,
    );
  });

  it('the note on a write that was never sent does not blame the server', () => {
    const problem = { kind: 'refused', status: 0, message: 'The record was never created.' } as const;
    expect(entryNote(testEntry({ state: 'refused', problem }), true, false)).toBe('The record was never created.');
  });
});

describe('changed fields of a write', () => {
  it('an edit lists the changed fields with their old and new values', () => {
    expect(fieldChanges(testEntry({}))).toEqual([{ field: 'canCOD', from: 'No', to: 'Yes' }]);
  });

  it('a creation lists its fields without old values, and a deletion lists none', () => {
    const input = { channelId: 10021, type: 0, canCOD: false, version: 1 };
    expect(fieldChanges(testEntry({ effect: 'create', base: null, input }))).toEqual([
      { field: 'channelId', from: null, to: '10021' },
      { field: 'type', from: null, to: 'Standard' },
      { field: 'canCOD', from: null, to: 'No' },
    ]);
    expect(fieldChanges(testEntry({ effect: 'delete' }))).toEqual([]);
  });

  it('a missing value is shown as a slash, and zero as 0', () => {
    expect([null, undefined, '', 0, 7].map(value => valueText('channelLocations', 'x', value))).toEqual([
      '/',
      '/',
      '/',
      '0',
      '7',
    ]);
    expect(valueText('channelLocations', 'applicable_type', 1)).toBe('SBS');
  });
});

describe('descriptions in the queue', () => {
  it('a queued write’s note says what happened and what comes next', () => {
    const refusal = { kind: 'refused', status: 403, message: 'You are lack of permission.' } as const;
    expect(entryNote(testEntry({ state: 'refused', problem: refusal }), true, false)).toBe(
      'The server refused this change: You are lack of permission. Change it, send it again or discard it.',
    );
    expect(entryNote(testEntry({}), false, false)).toMatch(/as soon as the server can be reached/);
    expect(entryNote(testEntry({ attempts: 2 }), false, true)).toBe('Sign in to send it. Tried 2 times.');
    const retry = { kind: 'retry', status: 503, message: 'HTTP error 503' } as const;
    expect(entryNote(testEntry({ attempts: 1, problem: retry }), true, false)).toBe(
      'HTTP error 503. It will be retried automatically. Tried once.',
    );
  });

  it('a conflicting write’s note distinguishes a colleague’s change, deletion and creation', () => {
    const theirs = { row: {}, version: 3, updatedBy: 'b@x', updatedAt: 1, fields: [] };
    const note = (entry: Parameters<typeof testEntry>[0]) =>
      entryNote(testEntry({ ...entry, state: 'conflict' }), true, false);
    expect(note({ theirs })).toMatch(/^A colleague changed the same record in the meantime\. Choose/);
    expect(note({ theirs: { ...theirs, row: null } })).toMatch(/^A colleague deleted the record in the meantime\./);
    expect(note({ theirs, effect: 'create' })).toMatch(/^A colleague added the same record in the meantime\./);
  });

  it('a write shows whether it is blocked, and its changes on a single line', () => {
    expect(entryNote(testEntry({ after: 'x' }), true, false, true)).toMatch(/^Waiting for the change above/);
    expect(entryNote(testEntry({ after: 'x' }), true, false)).toBe('Will be sent after the change before it.');
    expect(changesText(testEntry({}))).toBe('Support COD Deliver: No to Yes');
    // Both people set the second field to the same value, so their edits were merged.
    const base = { canCOD: false, canPickup: true };
    const changes = { canCOD: true, canPickup: true };
    expect(changesText(testEntry({ base, changes }))).toBe('Support COD Deliver: No to Yes');
    expect(changesText(testEntry({ base: changes, changes }))).toBe('Support COD Deliver: Yes, Support Pickup: Yes');
    expect(changesText(testEntry({ effect: 'create', base: null }))).toBe('Support COD Deliver: Yes');
    expect(changesText(testEntry({ effect: 'delete' }))).toBe('');
  });

  it('ages are shown in words, and an exported entry is complete', () => {
    expect(agoText(0, 10_000)).toBe('just now');
    expect(agoText(0, 240_000)).toBe('4 min ago');
    expect(JSON.parse(exportFile(testEntry({})).text)).toEqual(testEntry({}));
  });
});
