import { describe, expect, it } from 'vitest';
import { NO_OWNER } from '../../contract/owner.ts';
import {
  applyText,
  basisText,
  correctedText,
  failText,
  placesText,
  previewTabs,
  uncheckedText,
  reasonText,
  reviewText,
  wrongText,
} from './previewTexts.ts';
import { againLabel, canApply, whatHolds, whyNot } from './uploadState.ts';
import type { UploadCheck, UploadCompare, UploadFile, UploadState } from './uploadTypes.ts';

const check = (part: Partial<UploadCheck> = {}): UploadCheck => ({
  rows: 3,
  wrongRows: 0,
  errors: 0,
  byRule: [],
  unchecked: [],
  wrongFiles: [],
  byFile: [],
  corrected: 0,
  leftOut: 0,
  ...part,
});
const rule = (name: 'required' | 'yesNo') => ({ rule: name, label: name, errors: 1 });
const compare = (part: Partial<UploadCompare> = {}): UploadCompare => ({
  counts: { added: 1, changed: 0, removed: 0, unchanged: 2, absent: 0, unknown: 0, refused: 0 },
  meaning: [],
  overwrite: null,
  notCached: [],
  asOf: 1_000,
  ...part,
});

describe('errors in a file', () => {
  it('the message for an invalid file distinguishes missing mandatory data (UPLOAD-16) from other errors (UPLOAD-17)', () => {
    expect(wrongText(check({ byRule: [rule('required')] }), true)).toBe('Mandatory data is missing');
    expect(wrongText(check({ byRule: [rule('required'), rule('yesNo')] }), true)).toBe('Invalid address data');
    expect(failText('', 1, true)).toBe('Mandatory data is missing');
    expect(failText('Row 3 …', 1, true)).toBe('Invalid address data');
    expect(reasonText('Invalid address data. Unknown location: 1')).toBe('Unknown location: 1');
    expect(reasonText('Row 3 …')).toBe('Row 3 …');
    // Without a message, only a single failure counts as missing data (G62).
    expect(failText('', 2, true)).toBe('Invalid address data');
  });

  it('imports other than those of serviceable areas describe their errors in plain words', () => {
    expect(wrongText(check({ byRule: [rule('required')] }), false)).toBe('Mandatory data is missing');
    expect(wrongText(check({ byRule: [rule('required'), rule('yesNo')] }), false)).toBe(
      'Some rows cannot be imported. required: 1, yesNo: 1',
    );
    expect(failText('Invalid data. Unknown channel: 2', 1, false)).toBe('Some rows cannot be imported');
    expect(reasonText('Invalid data. Unknown channel: 2')).toBe('Unknown channel: 2');
  });

  it('once every row is valid, the text says what Apply will do', () => {
    const counts = { added: 3, changed: 1200, removed: 1, unchanged: 2, absent: 0, unknown: 0, refused: 0 };
    expect(applyText(check(), compare({ counts }))).toBe('Apply adds 3 rows, changes 1,200 rows and removes 1 row.');
    expect(applyText(check(), compare({ counts: { ...counts, changed: 0, removed: 0, unknown: 5 } }))).toBe(
      'Apply adds 3 rows and sends 5 rows that the server compares.',
    );
    expect(applyText(check(), compare({ counts: { ...counts, added: 0, changed: 0, removed: 0 } }))).toMatch(
      /^Apply changes nothing/,
    );
    expect(applyText(check({ wrongRows: 1 }), compare())).toBeNull();
    expect(applyText(check(), null)).toBeNull();
    // A file with only headers is reported as having no rows, without saying anything about the records.
    expect(
      applyText(check({ rows: 0 }), compare({ counts: { ...counts, added: 0, changed: 0, removed: 0 } })),
    ).toBeNull();
  });

  it('a review that does not know which records changed does not claim that none did', () => {
    expect(reviewText(0, 'Apply')).toMatch(/too old to show.*Compare again.*Apply overwrites/);
    expect(reviewText(0, 'Apply', '3 added, 1 removed')).toMatch(
      /would result in 3 added, 1 removed\. .* with Apply\.$/,
    );
    expect(reviewText(0, 'Apply', '3 added', true)).toMatch(/would result in 3 added\. Import everything with Apply/);
    expect(reviewText(0, 'Apply', '3 added', true)).not.toContain('Compare again');
    expect(reviewText(1, 'Apply')).toMatch(/^A colleague changed one/);
    expect(reviewText(1200, 'Overwrite theirs')).toMatch(/^Colleagues changed 1,200.*with Overwrite theirs\.$/);
  });
});

describe('import preview', () => {
  it('the preview lists errors first, and rare kinds of change only if they occur', () => {
    const tabs = previewTabs(check({ wrongRows: 1200 }), compare());
    expect(tabs.map(({ label }) => label)).toEqual([
      'With errors 1,200',
      'Added 1',
      'Changed 0',
      'Removed 0',
      'Unchanged 2',
    ]);
    const counts = { ...compare().counts, absent: 1, unknown: 4 };
    expect(previewTabs(check(), compare({ counts })).map(({ value }) => value)).toEqual([
      'added',
      'changed',
      'removed',
      'unchanged',
      'absent',
      'unknown',
    ]);
  });

  it('the preview says with which data the file was compared and which data could not be compared', () => {
    const at = (seconds: number) => `t${seconds}`;
    expect(basisText(compare(), at, true)).toBe('Compared with data as of t1.');
    expect(basisText(compare({ notCached: [7] }), at, true)).toMatch(
      /being loaded\. Wait to see what changes, or apply now/,
    );
    expect(basisText(compare({ notCached: [7] }), at, false)).not.toMatch(/being loaded/);
    expect(basisText(compare({ asOf: 0 }), at, true)).toMatch(/^Not compared/);
    const none = { ...compare().counts, added: 0, unchanged: 0, unknown: 4 };
    expect(basisText(compare({ counts: none, notCached: [NO_OWNER] }), at, false)).toBe(
      'Not compared: the records are not on this device; the server compares them when the import is sent.',
    );
    const counts = { ...compare().counts, unknown: 4 };
    expect(basisText(compare({ counts, notCached: [1, 2] }), at, false)).toMatch(
      /4 rows belong to 2 channels .*the server/,
    );
    expect(basisText(compare({ counts }), at, true)).toMatch(/4 rows identify the location by names .*the server/);
  });
});

it.each([
  [['channel'], 'This country’s channels are not on this device yet'],
  [['3pl', 'location'], 'This country’s 3PLs and locations are not on this device yet'],
] as const)('the preview says that references to %j were not checked', (unchecked, text) =>
  expect(uncheckedText({ unchecked })).toContain(text),
);

describe('the Apply button', () => {
  const file = (state: UploadFile['state']): UploadFile => ({
    name: 'a',
    file: { size: 1 },
    state,
    opened: null,
    matched: null,
    report: null,
    rows: 2,
    hiddenRows: 0,
    merged: [],
    encoding: null,
    encodings: null,
    problem: null,
  });
  const state = (part: Partial<UploadState>): UploadState => ({
    files: [file('read')],
    busy: null,
    failed: null,
    check: check(),
    compare: null,
    loading: false,
    revision: 1,
    fixes: 0,
    restored: false,
    ...part,
  });

  it('Apply is disabled until a file has been selected and read (UPLOAD-7)', () => {
    expect(canApply(state({}))).toBe(true);
    expect(canApply(state({ files: [], check: null }))).toBe(false);
    expect(canApply(state({ files: [file('read'), file('reading')] }))).toBe(false);
    expect(canApply(state({ busy: 'checking' }))).toBe(false);
    expect(canApply(state({ check: check({ rows: 0 }) }))).toBe(false);
  });

  it('if nothing can be applied although no row has an error, the dialog says what to do', () => {
    expect(whatHolds(state({}))).toBeNull();
    expect(whatHolds(state({ check: check({ rows: 0 }) }))).toBe(
      'There are no rows to import yet. Enter rows below the headers of the file, save it, then remove it here and choose it again.',
    );
    const example = [{ fileId: 1, rows: 0, skipped: 1, otherNames: [] }];
    expect(whatHolds(state({ files: [file('read'), file('read')], check: check({ rows: 0, byFile: example }) }))).toBe(
      'There are no rows to import yet. Enter rows below the headers of the files in place of the example, save them, then remove them here and choose them again.',
    );
    const unread = { ...file('problem'), name: 'b.pdf' };
    expect(whatHolds(state({ files: [file('read'), unread], check: null }))).toMatch(/Remove "b\.pdf"/);
    // If there is only one file, its own message suffices.
    expect(whatHolds(state({ files: [unread], check: null }))).toBeNull();
  });

  it('after a refused import or a failure on the device, Apply can be repeated with all corrections', () => {
    const review = { state: 'review', total: 0, rows: [] } as const;
    expect(againLabel(state({}), null)).toBeNull();
    expect(againLabel(state({}), review)).toBe('Compare again');
    expect(againLabel(state({}), { ...review, would: '3 added', paged: true })).toBeNull();
    expect(againLabel(state({}), { state: 'refused', fails: [] })).toBe('Check again');
    expect(againLabel(state({ failed: 'comparing' }), null)).toBe('Compare again');
    expect(againLabel(state({ failed: 'checking', check: null }), null)).toBe('Try again');
    expect(againLabel(state({}), { state: 'sending', share: null, problem: '' })).toBeNull();
    expect(againLabel(state({ files: [] }), review)).toBeNull();
  });

  it('Apply never sends rows known to be invalid', () => {
    expect(whyNot(state({}))).toBeNull();
    expect(whyNot(state({ check: check({ wrongRows: 1 }) }))).toMatch(/^1 row has errors/);
  });
});

it('a correction is identified by its cell', () => {
  const of = (corrected: number, leftOut: number) => correctedText({ corrected, leftOut });
  expect([of(0, 0), of(1, 0), of(1234, 0), of(0, 1), of(1, 2)]).toEqual([
    '',
    ' You corrected 1 cell.',
    ' You corrected 1,234 cells.',
    ' You skipped 1 row.',
    ' You corrected 1 cell and skipped 2 rows.',
  ]);
});

it('a row is described by all of its places, including both ends of a route', () => {
  expect(placesText([])).toBe('');
  expect(placesText([[], []])).toBe('');
  expect(placesText([['Jawa Barat', 'Bandung']])).toBe('Jawa Barat > Bandung');
  expect(placesText([['Jawa Barat', 'Bandung'], ['Bali']])).toBe('Jawa Barat > Bandung to Bali');
  expect(placesText([[], ['Bali']])).toBe('? to Bali');
});
