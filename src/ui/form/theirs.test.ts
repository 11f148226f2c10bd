import { describe, expect, it } from 'vitest';
import { meet, metAfter } from './theirs.ts';

describe('a record that a colleague changes while its form is open', () => {
  const base = { cod: false, fee: '10', name: 'A' };

  it('untouched fields get the colleague’s values, and fields that both changed need a decision', () => {
    const { values, met } = meet(base, { ...base, fee: '12' }, { cod: true, fee: '11', name: 'A' }, []);
    expect(values).toEqual({ cod: true, fee: '12', name: 'A' });
    expect(met).toEqual([
      { key: 'cod', mine: false, theirs: true, keeps: 'theirs' },
      { key: 'fee', mine: '12', theirs: '11', keeps: null },
    ]);
  });

  it('the same change, or one that was undone, is not reported', () => {
    expect(meet(base, { ...base, fee: '11' }, { ...base, fee: '11' }, []).met).toEqual([]);
    const first = meet(base, base, { ...base, cod: true }, []);
    const back = meet({ ...base, cod: true }, first.values, base, first.met);
    expect(back.values).toEqual(base);
  });

  it('a field that is edited counts as decided', () => {
    const { met } = meet(base, { ...base, fee: '12' }, { ...base, fee: '11' }, []);
    expect(metAfter(met, { fee: '13' })).toEqual([{ key: 'fee', mine: '13', theirs: '11', keeps: 'mine' }]);
    expect(metAfter(met, { name: 'B' })).toEqual(met);
  });
});
