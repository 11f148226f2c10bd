import { expect, it } from 'vitest';
import type { HomeNow } from '../../../contract/home.ts';
import { importsElsewhere, ownImports, withoutDiscarded } from './ownImports.ts';

type Listed = HomeNow['imports']['list'][number];
const listed = (id: string, more: Partial<Listed> = {}): Listed => ({
  id,
  declaration: 'channelLocation',
  file: 'a.xlsx',
  state: 'refused',
  done: 0,
  total: 0,
  at: 1,
  ...more,
});

it('an import in the list shows its progress and links to the list that it changes', () => {
  const [refused, applying, unknown] = ownImports([
    listed('1'),
    listed('2', { state: 'applying', done: 50, total: 200 }),
    listed('3', { declaration: 'later', state: 'failed' }),
  ]);
  expect(refused).toMatchObject({ state: 'was refused: its rows have errors', href: '/carrier/serviceable/location' });
  expect(applying?.state).toBe('25 % of 200 rows');
  expect(unknown).toMatchObject({ title: 'later', href: '/queue' });
});

it('imports that the person discarded on this device no longer need attention', () => {
  const imports = {
    running: 1,
    failed: 3,
    list: [listed('1'), listed('2'), listed('3', { state: 'failed' }), listed('4', { state: 'applying' })],
  };
  const here = [
    { id: 'a', state: 'refused', receipt: { id: '1' } },
    { id: 'b', state: 'discarded', receipt: { id: '2' } },
    { id: '3', state: 'discarded', receipt: null },
    { id: 'c', state: 'discarded', receipt: null },
  ];
  expect(withoutDiscarded(imports, here)).toEqual({ running: 1, failed: 1, list: [imports.list[0], imports.list[3]] });
  expect(withoutDiscarded(imports, [])).toEqual(imports);
});

it('an import counts as another device’s if this device does not know it, unless the person discarded it here', () => {
  const list = [listed('1'), listed('2'), listed('3'), listed('4')];
  const here = [
    { id: 'a', state: 'refused', receipt: { id: '1' } },
    { id: '2', state: 'applying', receipt: null },
    { id: 'c', state: 'discarded', receipt: { id: '3' } },
  ];
  const { others, discarded } = importsElsewhere(list, here);
  expect(others.map(({ id }) => id)).toEqual(['4']);
  expect(discarded.map(({ id }) => id)).toEqual(['3']);
});
