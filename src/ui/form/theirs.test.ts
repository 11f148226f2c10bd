import { describe, expect, it } from 'vitest';
import { meet, metAfter } from './theirs.ts';

describe('merging a colleague’s change into an open form', () => {
  const base = { cod: false, fee: '10', name: 'A' };

  it('untouched fields take the colleague’s values, and fields that both people changed become conflicts', () => {
    const { values, met } = meet(base, { ...base, fee: '12' }, { cod: true, fee: '11', name: 'A' }, []);
    expect(values).toEqual({ cod: true, fee: '12', name: 'A' });
    expect(met).toEqual([
      { key: 'cod', mine: false, theirs: true, keeps: 'theirs' },
      { key: 'fee', mine: '12', theirs: '11', keeps: null },
    ]);
  });

  it('no conflict is reported if both people made the same change or the colleague’s change was reverted', () => {
    expect(meet(base, { ...base, fee: '11' }, { ...base, fee: '11' }, []).met).toEqual([]);
    const first = meet(base, base, { ...base, cod: true }, []);
    const back = meet({ ...base, cod: true }, first.values, base, first.met);
    expect(back.values).toEqual(base);
  });

  it('editing a conflicting field resolves its conflict', () => {
    const { met } = meet(base, { ...base, fee: '12' }, { ...base, fee: '11' }, []);
    expect(metAfter(met, { fee: '13' })).toEqual([{ key: 'fee', mine: '13', theirs: '11', keeps: 'mine' }]);
    expect(metAfter(met, { name: 'B' })).toEqual(met);
  });
});
