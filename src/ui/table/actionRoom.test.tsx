import { describe, expect, it } from 'vitest';
import { actionsInRow } from './actionRoom.ts';

const word = (id: string) => ({ id, label: id });
const icon = (id: string) => ({ id, label: id, icon: <svg /> });

describe('the buttons in a row', () => {
  it('a row has all its buttons if they are few', () => {
    const few = [word('edit'), icon('history')];
    expect(actionsInRow(few)).toEqual({ inRow: few, menu: false, room: 82 });
    expect(actionsInRow([])).toEqual({ inRow: [], menu: false, room: 0 });
  });

  it('a row has the first action and a menu of all actions if the buttons would take space from the names', () => {
    const many = [word('edit'), word('delete'), icon('history')];
    expect(actionsInRow(many)).toEqual({ inRow: [many[0]], menu: true, room: 82 });
  });

  it('an action that replaces another counts once', () => {
    const pair = [icon('edit'), icon('delete'), { ...icon('restore'), insteadOf: 'delete' }, icon('history')];
    expect(actionsInRow(pair)).toEqual({ inRow: pair, menu: false, room: 84 });
  });
});
