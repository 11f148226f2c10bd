import { describe, expect, it } from 'vitest';
import { actionsInRow } from './actionRoom.ts';

const word = (id: string) => ({ id, label: id });
const icon = (id: string) => ({ id, label: id, icon: <svg /> });

describe('action buttons of a row', () => {
  it('a row shows a button for each action if there are only a few', () => {
    const few = [word('edit'), icon('history')];
    expect(actionsInRow(few)).toEqual({ inRow: few, menu: false, room: 82 });
    expect(actionsInRow([])).toEqual({ inRow: [], menu: false, room: 0 });
  });

  it('a row shows its first action and a menu if all buttons would be too wide', () => {
    const many = [word('edit'), word('delete'), icon('history')];
    expect(actionsInRow(many)).toEqual({ inRow: [many[0]], menu: true, room: 82 });
  });

  it('two actions that never occur together share one slot', () => {
    const pair = [icon('edit'), icon('delete'), { ...icon('restore'), insteadOf: 'delete' }, icon('history')];
    expect(actionsInRow(pair)).toEqual({ inRow: pair, menu: false, room: 84 });
  });
});
