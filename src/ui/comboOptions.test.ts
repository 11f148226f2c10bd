import { describe, expect, it } from 'vitest';
import { moveLit } from './ComboInput.tsx';
import { narrow } from './comboOptions.ts';
import { nextTab } from './Tabs.tsx';

const names = ['São Paulo', 'Santos', 'Paulínia', 'Porto Alegre'];

describe('narrowing options', () => {
  it('matching ignores accents and case, and options that start with the search text come first', () => {
    expect(narrow(names, 'paul', name => name).shown).toEqual(['Paulínia', 'São Paulo']);
  });

  it('the search words match in any order', () => {
    expect(narrow(['10021 J&T Express'], 'express 10021', name => name).shown).toHaveLength(1);
  });

  it('the number of options is capped, and the omitted options are counted', () => {
    const many = Array.from({ length: 80 }, (_, index) => `Carrier ${index}`);
    expect(narrow(many, 'carrier', name => name)).toMatchObject({ hidden: 30 });
  });
});

it('the highlight wraps around at either end of the options', () => {
  expect(moveLit('ArrowDown', -1, 3)).toBe(0);
  expect(moveLit('ArrowDown', 2, 3)).toBe(0);
  expect(moveLit('ArrowUp', -1, 3)).toBe(2);
  expect(moveLit('ArrowDown', -1, 0)).toBeNull();
  expect(moveLit('a', 0, 3)).toBeNull();
});

it('arrow keys wrap around at either end of the tabs', () => {
  expect(nextTab('ArrowRight', 4, 5)).toBe(0);
  expect(nextTab('ArrowLeft', 0, 5)).toBe(4);
  expect(nextTab('End', 0, 5)).toBe(4);
  expect(nextTab('Enter', 0, 5)).toBeNull();
});
