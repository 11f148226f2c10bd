import { expect, it } from 'vitest';
import type { HomeNow } from '../../../contract/home.ts';
import type { Country } from '../../../domain/country.ts';
import type { QueuedImport } from '../../../sync/hooks/useImports.ts';
import { discardedHere, importsNow, importWord, ownImports } from './ownImports.ts';

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

const queued = (id: string, state: QueuedImport['state'], served: string | null = null, entity: Country = 'ID') => ({
  id,
  state,
  entity,
  receipt: served === null ? null : { id: served },
});

it('the imports that Home counts are those listed: on this device by its own state, and those of other devices', () => {
  const list = [
    listed('1', { state: 'applying' }),
    listed('2'),
    listed('3', { state: 'failed' }),
    listed('4', { state: 'checking' }),
    listed('5', { state: 'review' }),
    listed('6', { state: 'queued' }),
  ];
  const here = [
    queued('a', 'applying', '1'),
    queued('2', 'refused'),
    queued('c', 'discarded', '3'),
    // The server has applied it since Home's counts were read.
    queued('d', 'applied', '4'),
    queued('e', 'waiting'),
    // Repeated or old: the server no longer counts it.
    queued('f', 'refused', '99'),
    queued('g', 'failed'),
    queued('h', 'failed', null, 'TH'),
  ];
  const { running, failed } = importsNow({ running: 3, failed: 3, list }, here, 'ID');
  expect(running.here.map(({ id }) => id)).toEqual(['a', 'e']);
  expect(running.others.map(({ id }) => id)).toEqual(['6']);
  expect(running.count).toBe(3);
  expect(failed.here.map(({ id }) => id)).toEqual(['2', 'g']);
  expect(failed.others.map(({ id }) => id)).toEqual(['5']);
  expect(failed.count).toBe(3);
  expect(discardedHere(list, here).map(({ id }) => id)).toEqual(['3']);
});

it('imports that the server counts but does not list are counted', () => {
  const list = [listed('1'), listed('2', { state: 'applying' })];
  const { running, failed } = importsNow({ running: 1, failed: 7, list }, [queued('x', 'discarded', '1')], 'ID');
  expect(running.count).toBe(1);
  expect(failed.count).toBe(6);
});

it('an import that was sent again does not claim to have applied its rows again', () => {
  const repeated = { state: 'applied', problem: '', receipt: { repeated: true, revertedBy: null } };
  expect(importWord(repeated as QueuedImport)).toMatch(/nothing was changed/);
  expect(importWord({ ...repeated, receipt: { repeated: false, revertedBy: null } } as QueuedImport)).toBe('Applied');
});

it('if the server has never responded, the unfinished imports of this device are counted', () => {
  const here = [
    queued('a', 'waiting'),
    queued('b', 'refused', '9'),
    queued('c', 'failed'),
    queued('d', 'applied', '8'),
    queued('e', 'failed', null, 'TH'),
  ];
  const { running, failed } = importsNow(null, here, 'ID');
  expect(running).toMatchObject({ here: [{ id: 'a' }], others: [], count: 1 });
  expect(failed).toMatchObject({ here: [{ id: 'b' }, { id: 'c' }], others: [], count: 2 });
});
