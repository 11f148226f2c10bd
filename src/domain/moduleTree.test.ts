import { expect, it } from 'vitest';
import { parentOptions, placed, stepOf, treeOrder, type TreeModule } from './moduleTree.ts';

const module = (id: number, parentId: number, sort: number, status = 0): TreeModule => ({
  id,
  name: `M${id}`,
  parentId,
  status,
  sort,
});
const MODULES = [
  module(1, 0, 2),
  module(2, 0, 1),
  module(3, 1, 1),
  module(4, 3, 1),
  module(5, 1, 2, 1),
  module(6, 99, 3),
];

it('treeOrder lists modules depth first with their depth, and puts orphans at the top level', () => {
  expect(treeOrder(MODULES).map(({ module: { id }, depth }) => [id, depth])).toEqual([
    [2, 0],
    [1, 0],
    [3, 1],
    [4, 2],
    [5, 1],
    [6, 0],
  ]);
});

it('parent options exclude inactive modules, the module itself and its descendants', () => {
  expect(parentOptions(MODULES, null).map(({ value }) => value)).toEqual([0, 2, 1, 3, 4, 6]);
  expect(parentOptions(MODULES, 1).map(({ value }) => value)).toEqual([0, 2, 6]);
});

it('an inactive module is a parent option only for its own children', () => {
  const modules = [...MODULES, module(9, 5, 1)];
  expect(parentOptions(modules, 9).find(({ value }) => value === 5)?.label).toMatch(/M5 \(inactive\)$/);
  expect(parentOptions(modules, 4).some(({ value }) => value === 5)).toBe(false);
});

it('treeOrder also lists modules that are below each other, so that an administrator can move them', () => {
  const loop = [module(1, 0, 1), module(7, 8, 1), module(8, 7, 2)];
  expect(treeOrder(loop).map(({ module: { id }, depth }) => [id, depth])).toEqual([
    [1, 0],
    [7, 0],
    [8, 1],
  ]);
});

/** The children of each parent after a step, in order. */
function afterStep(id: number, by: -1 | 1): Record<number, number[]> | null {
  const place = stepOf(MODULES, id, by);
  if (!place) return null;
  const sorts = new Map(placed(MODULES, id, place).map(own => [own.id, own.sort]));
  const next = MODULES.map(own => ({
    ...own,
    parentId: own.id === id ? place.parentId : own.parentId,
    sort: sorts.get(own.id) ?? own.sort,
  }));
  const below = (parent: number) => next.filter(own => own.parentId === parent).toSorted((x, y) => x.sort - y.sort);
  return Object.fromEntries([0, 1, 2].map(parent => [parent, below(parent).map(own => own.id)]));
}

it.each([
  [1, -1, { 0: [1, 2], 1: [3, 5], 2: [] }],
  [2, 1, { 0: [1, 2], 1: [3, 5], 2: [] }],
  [3, 1, { 0: [2, 1], 1: [5, 3], 2: [] }],
  // From the first position, a module moves to the end of the previous group, and from the last one to the next group.
  [3, -1, { 0: [2, 1], 1: [5], 2: [3] }],
  [5, 1, null],
  [2, -1, null],
  [6, 1, null],
] as const)('module %i moves by %i', (id, by, expected) => {
  expect(afterStep(id, by)).toEqual(expected);
});

it('a module is placed ahead of a sibling, which must be below the parent', () => {
  expect(placed(MODULES, 6, { parentId: 1, before: 5 })).toEqual([
    { id: 6, sort: 2 },
    { id: 5, sort: 3 },
  ]);
  expect(() => placed(MODULES, 6, { parentId: 1, before: 2 })).toThrow('no module 2 below 1');
});
