import { expect, it } from 'vitest';
import { moved, parentOptions, treeOrder, type TreeModule } from './moduleTree.ts';

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

it('a module can be moved among its siblings, but not beyond the first or last position', () => {
  expect(moved(MODULES, 1, -1)).toEqual([
    { id: 1, sort: 1 },
    { id: 2, sort: 2 },
  ]);
  expect(moved(MODULES, 2, -1)).toEqual([]);
  expect(moved(MODULES, 5, 1)).toEqual([]);
});
