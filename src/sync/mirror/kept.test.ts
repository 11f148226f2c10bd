import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyone } from '../testing/fakeEnv.ts';
import { openMirror, type MirrorDb } from './db.ts';
import { sendAndKeep } from './kept.ts';
import { noteRights } from './rights.ts';

/** Keeps every other transaction that writes counters waiting, as storing rows does, until the returned function is called. */
function busy(db: MirrorDb): () => Promise<void> {
  const state = { isOver: false };
  const done = db.transaction('rw', db.counters, async () => {
    for (let turn = 0; !state.isOver; turn += 1) {
      if (turn > 20_000) throw new Error('the transaction was never released');
      await db.counters.get('busy');
    }
  });
  return async () => {
    state.isOver = true;
    await done;
  };
}

const answerOf = (value: unknown) => ({ id: 'ID x', entity: 'ID' as const, permission: 'signedIn', value, at: 5 });

it('neither a request nor its response waits for the transactions of the mirror', async () => {
  const db = await openMirror(9811, anyone);
  const release = busy(db);
  const { reply, cached } = await sendAndKeep(db, async () => 'rows', answerOf);
  expect(reply).toBe('rows');
  expect(await Promise.race([cached.then(() => 'cached'), Promise.resolve('waits')])).toBe('waits');
  await release();
  await cached;
  expect((await db.kept.get('ID x'))?.value).toBe('rows');
  db.close();
});

it('a request is sent although the mirror is closed', async () => {
  const db = await openMirror(9812, anyone);
  db.close();
  const { reply, cached } = await sendAndKeep(db, async () => 'rows', answerOf);
  expect(reply).toBe('rows');
  await cached;
});

it('a request that fails is reported and caches nothing', async () => {
  const db = await openMirror(9813, anyone);
  await expect(sendAndKeep(db, () => Promise.reject(new Error('no')), answerOf)).rejects.toThrow('no');
  expect(await db.kept.count()).toBe(0);
  db.close();
});

type Step = { do: 'send' | 'hold'; tab: 0 | 1 } | { do: 'answer'; which: number } | { do: 'release' | 'rights' };

const tab = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), tab }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rights' as const) }) },
);

it('in any order of requests, responses and other transactions of two tabs, the latest request of those answered is cached (MR4)', async () => {
  let person = 9820;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 16 }), async steps => {
      person += 1;
      const tabs = [await openMirror(person, anyone), await openMirror(person, anyone)] as const;
      const open: { no: number; answer: (no: number) => void }[] = [];
      const ends: Promise<unknown>[] = [];
      let release: (() => Promise<void>) | null = null;
      let sent = 0;
      let arrived = 0;
      let sentBeforeRights = 0;
      /** Requests answered before the last change of permissions, and those sent and answered after it. */
      let before: number[] = [];
      let after: number[] = [];
      const settle = ({ no, answer }: (typeof open)[number]) => {
        if (no > sentBeforeRights) after.push(no);
        answer(no);
      };
      for (const now of steps) {
        if (now.do === 'send') {
          const no = (sent += 1);
          ends.push(
            sendAndKeep(
              tabs[now.tab],
              () => {
                arrived += 1;
                return new Promise<number>(answer => open.push({ no, answer }));
              },
              answerOf,
            ).then(({ cached }) => cached),
          );
        } else if (now.do === 'answer') {
          open.splice(now.which % Math.max(open.length, 1), 1).forEach(settle);
        } else if (now.do === 'hold') {
          release ??= busy(tabs[now.tab]);
        } else if (now.do === 'release') {
          await release?.();
          release = null;
        } else {
          ends.push(tabs[0].transaction('rw', tabs[0].counters, () => noteRights(tabs[0])));
          before = [...before, ...after];
          after = [];
          sentBeforeRights = sent;
        }
        // The request of a step is sent before the next step, whatever holds the database.
        for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
        expect(arrived).toBe(sent);
      }
      await release?.();
      open.splice(0).forEach(settle);
      await Promise.all(ends);
      const kept = (await tabs[0].kept.get('ID x'))?.value as number | undefined;
      expect(after.length > 0 ? [Math.max(...after)] : [undefined, ...before]).toContain(kept);
      for (const db of tabs) db.close();
    }),
    { numRuns: 150 },
  );
});
