import { expect, it } from 'vitest';
import type { AskedLater } from '../../sync/actions/askedLater.ts';
import { FakeClock } from '../../sync/testing/fakeEnv.ts';
import { createLaterNotice, waitingText } from './laterNotice.ts';

const HALF_HOUR = 30 * 60_000;

function world() {
  const clock = new FakeClock();
  const kept = new Map<string, AskedLater>();
  const shown = new Map<number, { text: string; run: () => void; dismissed: () => void }>();
  const here = { country: 'ID', timeZone: 'Asia/Jakarta', online: true, asksItself: false };
  let ids = 0;
  let decided = 0;
  const notice = createLaterNotice({
    clock,
    notices: {
      add: (_kind, text, action) => {
        shown.set(++ids, { text, run: () => action?.run(), dismissed: () => action?.dismissed?.() });
        return ids;
      },
      close: id => void shown.delete(id),
    },
    later: {
      all: entity => Promise.resolve([...kept.values()].filter(({ key }) => key.startsWith(`${entity}/`))),
      keep: asked => Promise.resolve(void kept.set(asked.key, asked)),
      take: key => Promise.resolve(kept.delete(key)),
    },
    here: () => here,
    decide: () => (decided += 1),
  });
  const keep = (key: string) => kept.set(key, { key, values: { maintenance: 1 }, until: clock.now() + HALF_HOUR });
  return {
    clock,
    kept,
    shown,
    here,
    notice,
    keep,
    texts: () => [...shown.values()].map(({ text }) => text),
    decided: () => decided,
  };
}

it('when the network is back, the notice asks for the decision once, on any page', async () => {
  const { notice, here, keep, texts, shown, decided } = world();
  keep('ID/10022');
  keep('MY/7');
  here.online = false;
  await notice.look();
  expect(texts()).toEqual([]);
  here.online = true;
  await notice.look();
  await notice.look();
  expect(texts()).toEqual([
    expect.stringMatching(/^The maintenance switch of channel 10022 was requested .* decide by \d\d:\d\d\.$/),
  ]);
  [...shown.values()][0]?.run();
  expect(decided()).toBe(1);
  // The channels page asks for the decision itself.
  here.asksItself = true;
  await notice.look();
  expect(texts()).toEqual([]);
});

it('a closed notice is not shown again for the same switches, but is shown for newly requested ones', async () => {
  const { notice, keep, texts, shown } = world();
  keep('ID/10022');
  await notice.look();
  const [[id, card] = []] = [...shown];
  card?.dismissed();
  shown.delete(id ?? 0);
  await notice.look();
  expect(texts()).toEqual([]);
  keep('ID/10023');
  await notice.look();
  expect(texts()).toEqual([expect.stringContaining('The maintenance switches of 2 channels were requested')]);
});

it('an expired request is dropped with a message and never offered again', async () => {
  const { notice, clock, keep, kept, texts } = world();
  keep('ID/10022');
  await notice.look();
  await clock.advance(HALF_HOUR + 1);
  expect(kept.size).toBe(0);
  expect(texts()).toEqual([
    'The maintenance switch of channel 10022 was canceled because it was not confirmed in time',
  ]);
  notice.stop();
});

it('the notice has no text if no request is pending', () => {
  expect(waitingText([], 'UTC')).toBe('');
});
