import type { channelServiceConf } from '../../contract/resources/channelServiceConf.ts';
import { configProblem, type ServiceConfig } from '../../domain/serviceableConfig.ts';
import type { Extras } from './extras.ts';

/** Configurations of channels and of 3PLs. */
export const configurationExtras: Extras<typeof channelServiceConf> = {
  check: async (_db, _entity, values) => configProblem(values as ServiceConfig),
  mayHave: (row, set) => configProblem({ ...row, ...set } as unknown as ServiceConfig) === null,
};
