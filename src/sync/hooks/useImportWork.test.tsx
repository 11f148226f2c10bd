// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { WorkDeps } from '../client/imports/workDeps.ts';
import { useImportWork } from './useImportWork.ts';

const made = vi.hoisted(() => [] as unknown[]);
vi.mock('./useSync.ts', () => ({ useSync: () => ({ client: { userId: 1 }, entity: 'ID' }) }));
vi.mock('../client/imports/imports.ts', () => ({ importsOf: () => ({ workStore: () => ({}) }) }));
vi.mock('../client/imports/work.ts', () => ({
  ImportWork: class {
    constructor(deps: unknown) {
      made.push(deps);
    }
    readonly subscribe = () => () => undefined;
    readonly getSnapshot = () => null;
    readonly start = async () => undefined;
    readonly end = () => undefined;
  },
}));

const page = reactRoot();

function Import({ id }: { id: string }) {
  useImportWork(id);
  return null;
}

it.each([
  ['channelZone', true],
  ['serviceCode', true],
  // A list paged by the server, which is never completely cached.
  ['shipment', false],
])('before comparing, an import of %s loads missing records: %s', async (id, loads) => {
  made.length = 0;
  await act(async () => page.root.render(<Import key={id} id={id} />));
  expect(made.map(deps => typeof (deps as WorkDeps).cacheChannels === 'function')).toEqual([loads]);
});
