import { describe, expect, it } from 'vitest';
import { failedName } from './submissionOf.ts';

const file = (id: string, name: string) => ({
  url: `/api/v2/ops/files/${id}/${encodeURIComponent(name)}`,
  name,
  size: 1,
  hash: '',
});

describe('what became of an import, in words', () => {
  it('a failed file is named as it was chosen, whichever of several it is', () => {
    const files = [file('a', 'north.xlsx'), file('b', 'south areas.xlsx')];
    expect(failedName('/api/v2/ops/files/d/south%20areas%20errors.xlsx', { files })).toBe('south areas.xlsx');
    expect(failedName(files[1]?.url ?? '', { files })).toBe('south areas.xlsx');
    expect(failedName('', { files })).toBe('north.xlsx, south areas.xlsx');
  });
});
