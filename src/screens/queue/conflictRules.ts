import { resourceOf } from '../../contract/resources/all.ts';
import { problemOf } from '../../contract/rule.ts';
import { changedFields } from '../../domain/merge.ts';
import type { OutboxEntry } from '../../sync/types.ts';

/** The rule between fields (`problem` in the resource's declaration) that resolving a conflict would break. */

export interface BrokenRule {
  /** The message of the rule. */
  problem: string;
  /** The colleague's fields that cause the problem: with their previous values, the record satisfies the rule. */
  deciding: string[];
}

/**
 * Returns the rule that the record would break after a choice, and the colleague's fields that cause it; null if there
 * is none.
 *
 * @param choice by field that both sides changed; an undecided field counts as theirs
 */
export function brokenRule(
  { collection, entity, effect, base, changes, theirs }: OutboxEntry,
  choice: Readonly<Record<string, 'mine' | 'theirs'>>,
): BrokenRule | null {
  const resource = resourceOf(collection);
  if (!resource?.problem || effect !== 'update' || !theirs?.row || !base) return null;
  const disputed = theirs.fields.map(({ field }) => field);
  const own = Object.entries(changes).filter(([field]) => !disputed.includes(field) || choice[field] === 'mine');
  const result = { ...theirs.row, ...Object.fromEntries(own) };
  const found = problemOf(resource, result, entity);
  if (!found) return null;
  const before = changedFields(theirs.row, base);
  const deciding = Object.keys(before).filter(field => {
    if (field in changes || !(field in base)) return false;
    const other = problemOf(resource, { ...result, [field]: base[field] }, entity);
    return other === null || other.field !== found.field || other.problem !== found.problem;
  });
  return { problem: found.problem, deciding };
}
