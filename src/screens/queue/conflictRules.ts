import { settingsProblem } from '../../domain/channelConfig/problem.ts';
import type { Country } from '../../domain/country.ts';
import { changedFields } from '../../domain/merge.ts';
import { scheduleProblem } from '../../domain/nonWorkingDays.ts';
import { configProblem, type ServiceConfig } from '../../domain/serviceableConfig.ts';
import type { OutboxEntry, Row } from '../../sync/types.ts';

/** What a decision of a conflict would break: the rules between fields that the server checks, as far as this device has them. */

type Rule = (values: Row, entity: Country) => { field: string; problem: string } | null;

const configuration: Rule = values => configProblem(values as unknown as ServiceConfig);

const RULES: Readonly<Partial<Record<string, Rule>>> = {
  channelServiceConfs: configuration,
  threePlServiceConfs: configuration,
  channelConfigs: settingsProblem,
  nonWorkingDays: (values, entity) => {
    const found = scheduleProblem(values, entity);
    return found && { field: found.key, problem: found.problem };
  },
};

export interface BrokenRule {
  /** The sentence of the rule. */
  problem: string;
  /** Fields that the colleague changed and that decide it: with their former values the rule holds. */
  deciding: string[];
}

/**
 * The rule that the record would break with a choice, and the colleague's fields that decide it; null where none is.
 *
 * @param choice by field that both changed; one that is not decided counts as theirs
 */
export function brokenRule(
  { collection, entity, effect, base, changes, theirs }: OutboxEntry,
  choice: Readonly<Record<string, 'mine' | 'theirs'>>,
): BrokenRule | null {
  const rule = RULES[collection];
  if (!rule || effect !== 'update' || !theirs?.row || !base) return null;
  const disputed = theirs.fields.map(({ field }) => field);
  const own = Object.entries(changes).filter(([field]) => !disputed.includes(field) || choice[field] === 'mine');
  const result = { ...theirs.row, ...Object.fromEntries(own) };
  const found = rule(result, entity);
  if (!found) return null;
  const before = changedFields(theirs.row, base);
  const deciding = Object.keys(before).filter(field => {
    if (field in changes || !(field in base)) return false;
    const other = rule({ ...result, [field]: base[field] }, entity);
    return other === null || other.field !== found.field || other.problem !== found.problem;
  });
  return { problem: found.problem, deciding };
}
