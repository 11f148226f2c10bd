import type { Random } from '../base/env.ts';

export interface BackoffRule {
  /** First delay, in milliseconds. */
  first: number;
  factor: number;
  most: number;
}

/** Backoff for a write for which the server requested a later retry (OB7). */
export const RETRY: BackoffRule = { first: 1000, factor: 2, most: 60_000 };

/** Delays between checks whether the network is back: 1 to 3 s in the first half minute, longer later. */
export const RECONNECT: BackoffRule = { first: 1000, factor: 1.1, most: 15_000 };

/**
 * Delay before attempt `n` (from 0), with jitter in its upper half, so that many clients do not retry at the same
 * moment.
 */
export function backoff(rule: BackoffRule, n: number, random: Random): number {
  const full = Math.min(rule.most, rule.first * rule.factor ** Math.min(n, 60));
  return Math.round(full * (0.5 + random() / 2));
}
