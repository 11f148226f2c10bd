import { describe, expect, it } from 'vitest';
import type { RecordChange } from '../../../contract/history.ts';
import { timeTexts } from './timeTexts.ts';

const AT = 1_800_000_000;
const change = (version: number, over: Partial<RecordChange> = {}): RecordChange => ({
  version,
  email: 'a@ops.example',
  timestamp: AT,
  before: { max_distance: 1000, max_size: null, min_size: null, cod: 0 },
  after: { max_distance: 2000, max_size: null, min_size: null, cod: 0 },
  url: '/api/sls/channelConfig/order',
  import: null,
  ...over,
});

describe("labels for a channel's points in time", () => {
  it('a time’s label contains the time, the change and the person, and an ordinal only if several writes share the second', () => {
    expect(timeTexts([change(3), change(2, { timestamp: AT - 60 })], 'UTC')).toEqual([
      { version: 3, time: '2027-01-15 08:00:00', whole: '2027-01-15 08:00:00: Max Distance, by a@ops.example' },
      { version: 2, time: '2027-01-15 07:59:00', whole: '2027-01-15 07:59:00: Max Distance, by a@ops.example' },
    ]);
  });

  it('writes within the same second are numbered in order, so that their labels always differ', () => {
    const times = timeTexts([change(5), change(4), change(3), change(2, { timestamp: AT - 1 })], 'UTC');
    expect(times.map(({ time }) => time)).toEqual([
      '2027-01-15 08:00:00, 3rd of 3 in this second',
      '2027-01-15 08:00:00, 2nd of 3 in this second',
      '2027-01-15 08:00:00, 1st of 3 in this second',
      '2027-01-15 07:59:59',
    ]);
    expect(new Set(times.map(({ whole }) => whole)).size).toBe(4);
    const many = timeTexts(
      Array.from({ length: 22 }, (_, at) => change(30 - at)),
      'UTC',
    ).map(({ time }) => time.replace(/^.*, /, ''));
    expect([many[0], many[9], many[10], many[11]]).toEqual([
      '22nd of 22 in this second',
      '13th of 22 in this second',
      '12th of 22 in this second',
      '11th of 22 in this second',
    ]);
  });

  it('if too many settings changed to list them, the label shows their number and how they were written', () => {
    const after = { max_distance: 2000, max_size: 1, min_size: 1, cod: 1 };
    const copied = { id: 'i', files: ['x.csv'], rows: 12, takesBack: false, many: true, from: 'ID/10021' };
    expect(timeTexts([change(2, { after, import: copied })], 'UTC')[0]?.whole).toBe(
      '2027-01-15 08:00:00: 4 settings (copied from 10021, 12 records), by a@ops.example',
    );
    expect(timeTexts([change(1, { before: null })], 'UTC')[0]?.whole).toContain(': Created, by a@ops.example');
  });
});
