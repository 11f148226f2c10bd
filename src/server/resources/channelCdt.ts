import type { channelCdt } from '../../contract/resources/channelCdt.ts';
import { channelCdtProblem, type ChannelCdtValues } from '../../domain/cdt/channelCdt.ts';
import type { Extras } from './extras.ts';

/** Channel delivery times. */
export const channelCdtExtras: Extras<typeof channelCdt> = {
  check: async (_db, _entity, values) => channelCdtProblem(values as ChannelCdtValues),
  mayHave: (row, set) => channelCdtProblem({ ...row, ...set } as unknown as ChannelCdtValues) === null,
};
