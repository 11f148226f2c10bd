import { inputFields, type Resource } from '../../contract/resource.ts';
import { channelCdtProblem, type ChannelCdtValues } from '../../domain/cdt/channelCdt.ts';
import { cdtProblem, type CdtValues } from '../../domain/cdt/rowRules.ts';
import type { Country } from '../../domain/country.ts';
import type { Row } from '../../sync/types.ts';

type Rule = (values: Row, entity: Country) => { field: string; problem: string } | null;

/** Rules between the fields of a record, the same functions as the server's check before a write, as far as a form can check them. */
const RULES: Readonly<Partial<Record<string, Rule>>> = {
  // Which level a location has is left to the server.
  locationCdts: (values, entity) => cdtProblem(values as unknown as CdtValues, entity, () => undefined),
  channelCdts: values => channelCdtProblem(values as unknown as ChannelCdtValues),
};

/** What the rules between fields refuse of a record, and at which field; null where nothing is wrong, or a value is missing. */
export function recordProblem(resource: Resource, entity: Country, values: Row): ReturnType<Rule> {
  const rule = RULES[resource.collection];
  if (!rule || inputFields(resource).some(own => [undefined, null, ''].includes(values[own] as undefined))) return null;
  return rule(values, entity);
}

/** The same of one field. */
export function ruleProblem(resource: Resource, entity: Country, values: Row, name: string): string | null {
  const found = recordProblem(resource, entity, values);
  return found?.field === name ? found.problem : null;
}
