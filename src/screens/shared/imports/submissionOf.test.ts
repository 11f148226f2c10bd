import { describe, expect, it } from 'vitest';
import { failedName, submissionOf } from './submissionOf.ts';

const file = (id: string, name: string) => ({
  url: `/api/v2/ops/files/${id}/${encodeURIComponent(name)}`,
  name,
  size: 1,
  hash: '',
});

describe('outcome of an import', () => {
  it('a failure refers to a file by the name under which it was selected', () => {
    const files = [file('a', 'north.xlsx'), file('b', 'south areas.xlsx')];
    expect(failedName('/api/v2/ops/files/d/south%20areas%20errors.xlsx', { files })).toBe('south areas.xlsx');
    expect(failedName(files[1]?.url ?? '', { files })).toBe('south areas.xlsx');
    expect(failedName('', { files })).toBe('north.xlsx, south areas.xlsx');
  });

  it('a review says who changed each record and what the import would do to it', () => {
    const row = (current: Readonly<Record<string, unknown>> | null, change: 'changed' | 'removed') => ({
      key: '10021/3/0',
      change,
      current,
    });
    const rows = [row({ updatedBy: 'ana@ops.example' }, 'changed'), row(null, 'removed')];
    const queued = {
      importId: 'channelLocation',
      state: 'review',
      since: 'c1',
      problem: '',
      files: [],
      receipt: { review: { total: 2, rows } },
    };
    expect(submissionOf(queued as never)).toMatchObject({
      rows: [
        { text: 'Location 3, Standard, channel 10021: changed by ana@ops.example; the import would change it' },
        { text: 'Location 3, Standard, channel 10021: it is gone; the import would remove it' },
      ],
    });
    expect(submissionOf(queued as never)).not.toHaveProperty('would');
  });

  it('a review of an import that was not compared here describes its overall effect', () => {
    const counts = { added: 3, changed: 0, removed: 1, left: 0 };
    const queued = {
      importId: 'channelLocation',
      state: 'review',
      since: null,
      files: [],
      receipt: { counts, review: { total: 0, rows: [] } },
    };
    expect(submissionOf(queued as never)).toEqual({
      state: 'review',
      total: 0,
      rows: [],
      would: '3 added, 1 removed',
    });
    // No device has the rows of rate tables, so comparing again would show nothing else.
    expect(submissionOf({ ...queued, importId: 'rateTable.volumeFee' } as never)).toMatchObject({ paged: true });
  });

  it('the failure of a bulk change names the change, not the file in which it was sent', () => {
    const failList = [{ url: '/x', message: 'The list of records could not be read.' }];
    const queued = {
      importId: 'channelLocation',
      title: 'COD to No for 3 serviceable locations',
      problem: '',
      files: [],
      receipt: { files: [file('a', 'Set COD to No.csv')], failList },
    };
    const bulk = { set: { canCOD: false }, action: null };
    expect(submissionOf({ ...queued, bulk, state: 'refused' } as never)).toMatchObject({
      fails: [{ name: 'COD to No for 3 serviceable locations' }],
    });
    expect(submissionOf({ ...queued, state: 'refused' } as never)).toMatchObject({
      fails: [{ name: 'Set COD to No.csv' }],
    });
    expect(submissionOf({ ...queued, bulk, state: 'failed' } as never)).toMatchObject({
      message: 'The server could not apply the change. Try again.',
    });
  });
});
