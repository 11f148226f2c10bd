import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { FEE_MODE_FOLLOWS } from '../../domain/feeRules.ts';
import { withEmptied } from '../../domain/follows.ts';
import type { Row } from '../types.ts';
import { isOpen, type StoredEntry } from './entry.ts';
import type { OutboxStore } from './store.ts';

/**
 * Converts an entry from one contract version to the next; steps are indexed by the version they start from. A step
 * converts `callId`, `input`, `changes`, `base` and `optimistic` to the new shapes and leaves everything else
 * unchanged; `contract` is incremented here.
 */
export type Upgrades = Readonly<Record<number, (entry: StoredEntry) => StoredEntry>>;

/**
 * Empties the fixed fee of a shipping fee rule of mode Rate or Free. Version 2 required one there, usually 0, and the
 * server now refuses it.
 */
function withoutUnusedFee(entry: StoredEntry): StoredEntry {
  if (entry.collection !== shippingFeeRule.collection) return entry;
  const emptied = <R extends Row | null>(row: R): R => (row && withEmptied(FEE_MODE_FOLLOWS, row)) as R;
  const [input, base] = [emptied(entry.input), emptied(entry.base)];
  const { fee: _, ...others } = entry.changes;
  const isFeeChanged = entry.effect === 'update' && base !== null && input['fee'] !== base['fee'];
  return {
    ...entry,
    input,
    base,
    optimistic: emptied(entry.optimistic),
    theirs: entry.theirs && { ...entry.theirs, row: emptied(entry.theirs.row) },
    changes: isFeeChanged ? { ...others, fee: input['fee'] } : others,
  };
}

/**
 * Steps of this build.
 * - 1 to 2: records that the server numbers may have a provisional key (provisional.ts), which a build with version 1
 *   would send. Entries with version 1 have none and stay unchanged.
 * - 2 to 3: a shipping fee rule without a fixed fee has none, instead of 0.
 */
export const UPGRADES: Upgrades = { 1: entry => entry, 2: withoutUnusedFee };

/** Converts an entry to version `to`; returns null if a step is missing or impossible. */
export function upgradeEntry(entry: StoredEntry, to: number, upgrades: Upgrades): StoredEntry | null {
  let next = entry;
  while (next.contract < to) {
    const step = upgrades[next.contract];
    if (!step) return null;
    try {
      next = { ...step(next), contract: next.contract + 1 };
    } catch {
      return null;
    }
  }
  return next;
}

/**
 * Upgrades open entries written by earlier builds to this build's contract, in place (TAB1), so that later edits and
 * decisions also have the new shape. Entries that cannot be upgraded stay unchanged (OB6).
 */
export async function upgradeFormer(
  store: OutboxStore,
  former: readonly StoredEntry[],
  to: number,
  fence: number,
  upgrades: Upgrades,
): Promise<void> {
  await store.transact(async tx => {
    if ((await tx.counter('fence')) !== fence) return;
    const upgraded: StoredEntry[] = [];
    for (const { id } of former) {
      const now = await tx.byId(id);
      const next = now && isOpen(now) && now.state !== 'sending' ? upgradeEntry(now, to, upgrades) : null;
      if (next && next !== now) upgraded.push(next);
    }
    if (upgraded.length > 0) await tx.put(upgraded);
  });
}
