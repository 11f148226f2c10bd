// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { HOME_TILES, STANDARD_LAYOUT, type HomeLayout } from '../../domain/homeTiles.ts';
import { FakeClock } from '../testing/fakeEnv.ts';
import { AGAIN_AFTER } from './keepAsking.ts';
import { useChannelLeadTimes } from './useChannelLeadTimes.ts';
import { useCoverageGaps } from './useCoverageGaps.ts';
import { useHomeLayout } from './useHomeLayout.ts';
import { useLevelGaps } from './useLevelGaps.ts';
import { usePlaceLabels } from './usePlaceLabels.ts';

/** Hooks that query the engine: a query without an answer is repeated, and each of them shows the latest answer. */

const clock = new FakeClock();
/** Whether the engine has loaded the places. */
let isReady = false;
/** Number of changes to the mirror's collections, and the records without a place's record. */
let changes = 0;
let total = 0;
/** The calls to the server, which the test answers itself. */
const calls: { input: { hidden: string[] }; answer: () => void }[] = [];
const answerOf = (value: unknown) => ({ ready: isReady, value: isReady ? value : null });
const client = {
  userId: 1,
  env: { clock },
  signals: { listen: () => () => undefined },
  transport: {
    call: (_: unknown, input: { hidden: string[] }) =>
      new Promise(resolve => calls.push({ input, answer: () => resolve({ kind: 'ok', data: null }) })),
  },
  ops: {
    path: async (_: string, id: number) => answerOf([{ name: 'Jawa Barat' }, { name: `City ${id}` }]),
    coverage: async () => answerOf({ gaps: [{ total: 3 }] }),
    leadTimes: async () => answerOf({ groups: [], channel: null }),
    list: async () => answerOf({ total, rows: [] }),
  },
};
vi.mock('./useSync.ts', () => ({ useSync: () => ({ client, entity: 'ID' }) }));
vi.mock('./useSyncStatus.ts', () => ({ useSyncStatus: () => ({ network: 'online' }) }));
const pending = {};
vi.mock('./useLeadTimeRows.ts', () => ({ useTimedWrites: () => pending }));
vi.mock('./useServiceChecks.ts', () => ({
  usePending: () => pending,
  useCachedState: () => '',
  pendingOf: () => pending,
}));
const cached = { ready: [1], key: '' };
vi.mock('./useMirror.ts', () => ({
  useMirror: (key: string) => (key.startsWith('level gaps') ? String(changes) : cached),
}));
vi.mock('./useCachedSet.ts', () => ({ useCachedSet: () => ({ state: 'ready', generation: 1 }) }));

const page = reactRoot();
let shown: unknown;
function Page({ read }: { read: () => unknown }) {
  const value = read();
  useLayoutEffect(() => void (shown = value));
  return null;
}
const render = (read: () => unknown) => act(async () => page.root.render(<Page read={read} />));
const pass = (millis: number) => act(async () => clock.advance(millis));

beforeEach(() => {
  isReady = false;
  shown = undefined;
  calls.length = 0;
  localStorage.clear();
});

const IDS = ['17'];
const CHANNELS = [1];

it.each<[string, () => unknown, unknown, unknown]>([
  ['a place label', () => usePlaceLabels(IDS)('17'), '17', 'City 17, Jawa Barat'],
  ['a number of findings', () => useCoverageGaps(CHANNELS).get(1), undefined, 3],
  ['lead times', () => useChannelLeadTimes(CHANNELS, false)?.get(1), 'counting', { groups: [], channel: null }],
])('%s appears although the places were still loading at the first query', async (_, read, before, after) => {
  await render(read);
  expect(shown).toEqual(before);
  isReady = true;
  await pass(AGAIN_AFTER);
  expect(shown).toEqual(after);
});

it('the gaps of a cached channel are counted once the places are loaded, and again after every change', async () => {
  const read = () => {
    const gaps = useLevelGaps('channel', 1);
    return gaps && '1' in gaps ? gaps[1].places : gaps;
  };
  await render(read);
  await pass(1000);
  expect(shown).toBeNull();
  isReady = true;
  total = 4;
  await pass(AGAIN_AFTER);
  expect(shown).toBe(4);
  changes += 1;
  total = 5;
  await render(read);
  await pass(1000);
  expect(shown).toBe(5);
});

it('the server gets the layouts of Home one after another, so that the last one is kept', async () => {
  let put: (layout: HomeLayout) => void = () => undefined;
  await render(() => {
    const [layout, set] = useHomeLayout();
    put = set;
    return layout;
  });
  const [first] = HOME_TILES;
  calls.length = 0;
  await act(async () => put({ ...STANDARD_LAYOUT, hidden: [first] }));
  await act(async () => put({ ...STANDARD_LAYOUT, hidden: [] }));
  expect(calls.map(({ input }) => input.hidden)).toEqual([[first]]);
  await act(async () => calls[0]?.answer());
  expect(calls.map(({ input }) => input.hidden)).toEqual([[first], []]);
});
