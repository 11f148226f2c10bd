// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { useWaitingBulks } from './useWaitingBulks.ts';

let entity = 'ID';
let changed: () => void = () => undefined;
/** The reads so far, which the test answers itself. */
const reads: { of: string; answer: (ids: string[]) => Promise<void> }[] = [];
vi.mock('dexie', () => ({
  liveQuery: () => ({
    subscribe: ({ next }: { next: () => void }) => {
      changed = next;
      next();
      return { unsubscribe: () => undefined };
    },
  }),
}));
vi.mock('./useSync.ts', () => ({ useSync: () => ({ client: null, entity }) }));
vi.mock('../client/imports/imports.ts', () => ({ importsOf: () => null }));
vi.mock('../client/imports/waitingBulks.ts', () => ({
  LATEST: 1,
  waitingBulks: (_: unknown, of: string) =>
    new Promise(resolve => reads.push({ of, answer: ids => act(async () => resolve(ids.map(id => ({ id })))) })),
}));

const page = reactRoot();
const drawn: string[] = [];
function Page() {
  const bulks = useWaitingBulks();
  useLayoutEffect(() => void drawn.push(bulks.map(({ id }) => id).join()));
  return null;
}
const render = () => act(async () => page.root.render(<Page />));

it('a slow read neither replaces a later one nor appears in another country', async () => {
  await render();
  await act(async () => changed());
  expect(reads).toHaveLength(2);
  await reads[1]?.answer(['current']);
  expect(drawn.at(-1)).toBe('current');
  await reads[0]?.answer(['former']);
  expect(drawn.at(-1)).toBe('current');
  await act(async () => changed());
  entity = 'MY';
  await render();
  expect(drawn.at(-1)).toBe('');
  await reads[2]?.answer(['ofIndonesia']);
  expect(drawn.at(-1)).toBe('');
  await reads[3]?.answer(['ofMalaysia']);
  expect(drawn.at(-1)).toBe('ofMalaysia');
  expect(reads.map(({ of }) => of)).toEqual(['ID', 'ID', 'ID', 'MY']);
});
