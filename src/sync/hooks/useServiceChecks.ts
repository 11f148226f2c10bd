import { useEffect, useMemo, useState } from 'react';
import { DECLARED } from '../../contract/cached.ts';
import { keyOfOwner, ownerIn, ownerInput, ownerOfKey, OWNERS, type OwnerKey } from '../../contract/owner.ts';
import { checkServed } from '../../contract/serviceability.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { CheckAddress, CheckAnswer, CheckQuestion, Verdict } from '../../domain/serviceability.ts';
import type { ServiceConfig } from '../../domain/serviceableConfig.ts';
import type { SyncClient } from '../client/client.ts';
import { withBulks } from '../client/imports/waitingBulks.ts';
import { changeCounts } from '../mirror/counts.ts';
import type { Pending } from '../query/ownerRecords.ts';
import { ASKED, readPending } from '../query/readPending.ts';
import type { MatchedAddress } from '../query/serviceChecks.ts';
import { AGAIN_AFTER, keepAsking } from './keepAsking.ts';
import { useMirror } from './useMirror.ts';
import { useOutbox } from './useOutbox.ts';
import { useSync } from './useSync.ts';
import { useWaitingBulks, type WaitingBulk } from './useWaitingBulks.ts';

export type { MatchedAddress };

/** Debounce delay in milliseconds while an address is being typed. */
const SETTLED_AFTER = 150;
/** Maximum number of channels and 3PLs per query to the worker; each group of results is rendered immediately. */
const AT_ONCE = 24;

/** The state of a check of one channel or 3PL. */
export type OwnerCheck =
  | { state: 'asking' }
  /** Checked against the cache, with the person's pending writes applied. */
  | { state: 'here'; answer: CheckAnswer; config: ServiceConfig | null }
  /** Checked by the server, which has none of the pending writes. */
  | { state: 'server'; answer: CheckAnswer }
  /** The lists are not cached, and the server is unreachable. */
  | { state: 'unasked' };

/**
 * The result for a typed address; null until the places are loaded, undefined during the lookup or if no text is typed.
 */
export function useAddressMatch(text: string): MatchedAddress | null | undefined {
  const { client, entity } = useSync();
  const wanted = text.trim();
  const key = `${entity} ${wanted}`;
  const [found, setFound] = useState<{ key: string; match: MatchedAddress | null } | null>(null);
  useEffect(() => {
    if (wanted === '') return undefined;
    return keepAsking(client, entity, {
      question: () => client.ops.matchAddress(entity, wanted),
      onAnswer: match => setFound({ key, match }),
      onNone: () => setFound({ key, match: null }),
      after: SETTLED_AFTER,
    });
  }, [client, entity, wanted, key]);
  return found?.key === key ? found.match : undefined;
}

/** The person's writes, including bulk changes, to apply to the cache. */
export function usePending(): Pending | undefined {
  const { entity } = useSync();
  const writes = useOutbox(outbox => readPending(outbox, entity));
  const bulks = useWaitingBulks();
  return useMemo(() => writes && withBulks(writes, bulks), [writes, bulks]);
}

/** A string that changes whenever the cache does. */
export function useCachedState(): string | undefined {
  const { entity } = useSync();
  const found = useMirror(`cached state ${entity}`, async db => {
    const [sets, counts] = await Promise.all([
      db.sets.where('entity').equals(entity).toArray(),
      changeCounts(db, entity),
    ]);
    const states = sets.map(({ collection, owner, state, generation }) =>
      state === 'ready' ? `${collection}/${owner}/${generation}` : '',
    );
    return `${states.filter(text => text !== '').join()} ${ASKED.map(collection => counts.get(collection) ?? 0).join()}`;
  });
  return found === null ? '' : found;
}

/** Groups a bulk change's records by owner, which is the first part of their keys. */
const byOwner = new WeakMap<WaitingBulk['versions'], ReadonlyMap<string, WaitingBulk['versions']>>();

function versionsOf({ versions }: WaitingBulk, owner: string): WaitingBulk['versions'] | undefined {
  let parts = byOwner.get(versions);
  if (!parts) {
    const made = new Map<string, Map<string, number>>();
    for (const [key, version] of versions) {
      const [own = ''] = key.split('/', 1);
      const part = made.get(own) ?? new Map<string, number>();
      made.set(own, part.set(key, version));
    }
    byOwner.set(versions, (parts = made));
  }
  return parts.get(owner);
}

/** The writes that affect one channel or 3PL. */
export function pendingOf(pending: Pending, owner: OwnerKey): Pending {
  const { kind, id } = ownerOfKey(owner);
  const { field } = OWNERS[kind];
  return Object.fromEntries(
    Object.entries(pending).map(([collection, { settledAt, entries, bulks = [] }]) => [
      collection,
      {
        settledAt,
        entries: entries.filter(({ base, optimistic }) => (optimistic ?? base)?.[field] === id),
        bulks: bulks.flatMap(bulk => {
          const versions = DECLARED[collection as ResourceCollection].ofEntity
            ? bulk.versions
            : versionsOf(bulk, String(id));
          return versions ? [{ ...bulk, versions }] : [];
        }),
      },
    ]),
  );
}

const addressInput = ({ chain, postcode }: CheckAddress) => {
  const locationId = chain.findLast(id => id !== 0);
  return { ...(locationId === undefined ? {} : { locationId }), ...(postcode === '' ? {} : { postcode }) };
};

/** Checks channels and 3PLs that are not cached on the server. Empty if it is unreachable. */
async function askServer(
  client: SyncClient,
  entity: Parameters<SyncClient['setEntity']>[0],
  { address, other, scenario, shop }: CheckQuestion,
  owners: readonly OwnerKey[],
): Promise<Map<OwnerKey, CheckAnswer>> {
  const ids = (field: 'channelId' | 'threePlId') => owners.flatMap(owner => ownerInput(owner)[field] ?? []);
  const outcome = await client.transport.call(
    checkServed,
    {
      addresses: [addressInput(address)],
      ...(other ? { other: addressInput(other) } : {}),
      scenario,
      shopType: shop,
      channelIds: ids('channelId'),
      threePlIds: ids('threePlId'),
      steps: true,
    },
    { entity },
  );
  const found = new Map<OwnerKey, CheckAnswer>();
  if (outcome.kind !== 'ok') return found;
  const end = (served: Verdict, cod: Verdict, steps: CheckAnswer['buyer']['steps'] = []) => ({ served, cod, steps });
  for (const result of outcome.data.list[0]?.results ?? []) {
    const { deliver, cod, pickup, codPickup, steps } = result;
    const owner = ownerIn(result);
    if (!owner) continue;
    found.set(keyOfOwner(owner), {
      buyer: end(deliver, cod, steps?.buyer),
      seller: end(pickup, codPickup, steps?.seller),
    });
  }
  return found;
}

/**
 * Whether each of the given channels and 3PLs serves an address, from the cache if available, otherwise from the
 * server. Repeated whenever records or pending writes change; the previous result remains until then.
 */
export function useServiceChecks(
  question: CheckQuestion | null,
  owners: readonly OwnerKey[],
  online: boolean,
): ReadonlyMap<OwnerKey, OwnerCheck> {
  const { client, entity } = useSync();
  const pending = usePending();
  const cachedState = useCachedState();
  const key = question && JSON.stringify([entity, question, owners]);
  const [known, setKnown] = useState<{ key: string | null; checks: ReadonlyMap<OwnerKey, OwnerCheck> }>({
    key: null,
    checks: new Map(),
  });
  useEffect(() => {
    if (!question || pending === undefined || cachedState === undefined) return undefined;
    let current = true;
    const put = (checks: readonly (readonly [OwnerKey, OwnerCheck])[]) => {
      if (!current || checks.length === 0) return;
      setKnown(before => ({ key, checks: new Map([...(before.key === key ? before.checks : []), ...checks]) }));
    };
    let stopWaiting: () => void = () => undefined;
    const ask = async (asked: readonly OwnerKey[]) => {
      const left: OwnerKey[] = [];
      const silent: OwnerKey[] = [];
      const askHere = async (owner: OwnerKey): Promise<readonly [OwnerKey, OwnerCheck] | OwnerKey> => {
        const ofOwner = { owner, questions: [question], pending: pendingOf(pending, owner) };
        const { ready, value } = await client.ops.checkServed(entity, ofOwner);
        if (!ready) silent.push(owner);
        const [answer] = value?.answers ?? [];
        return value && answer ? [owner, { state: 'here', answer, config: value.config }] : owner;
      };
      for (let from = 0; from < asked.length; from += AT_ONCE) {
        if (!current) return;
        const answers = await Promise.all(asked.slice(from, from + AT_ONCE).map(askHere));
        left.push(...answers.filter(answer => typeof answer === 'string'));
        put(answers.filter(answer => typeof answer !== 'string'));
      }
      if (left.length === 0 || !current) return;
      const found = online ? await askServer(client, entity, question, left) : new Map<OwnerKey, CheckAnswer>();
      put(
        left.map(owner => {
          const answer = found.get(owner);
          return [owner, answer ? { state: 'server', answer } : { state: 'unasked' }];
        }),
      );
      // The worker is slow, so the server's result is shown until the worker's arrives.
      if (current && silent.length > 0) stopWaiting = client.env.clock.after(AGAIN_AFTER, () => void ask(silent));
    };
    void ask(owners);
    return () => {
      current = false;
      stopWaiting();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers the question and the owners
  }, [client, entity, key, pending, cachedState, online]);
  return useMemo(() => {
    const checks = known.key === key ? known.checks : new Map<OwnerKey, OwnerCheck>();
    return new Map(owners.map(owner => [owner, checks.get(owner) ?? { state: 'asking' }]));
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers the owners
  }, [known, key]);
}
