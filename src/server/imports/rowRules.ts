import { channelCdtProblem, type ChannelCdtValues } from '../../domain/cdt/channelCdt.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { brokenRule } from '../../domain/channelConfig/copy.ts';
import type { Country } from '../../domain/country.ts';
import { configProblem, type ServiceConfig } from '../../domain/serviceableConfig.ts';
import type { Queryable } from '../db/transaction.ts';
import type { StoredRow } from '../resources/records.ts';
import { followRows } from '../resources/channelConfig/follow.ts';
import { splitProblem } from '../resources/nonWorkingDays.ts';
import type { ChangedRow } from './store.ts';

/** What changes of many records of a collection keep to beside what its single writes do. */

type Values = Readonly<Record<string, unknown>>;

const keepsConfiguration = (row: StoredRow, set: Values): boolean =>
  configProblem({ ...row, ...set } as unknown as ServiceConfig) === null;

/** Whether a record may have the values of a change: rules between what is set and what the record has. */
export const ROW_RULES: Readonly<
  Partial<Record<ResourceCollection, (row: StoredRow, set: Values, entity: Country) => boolean>>
> = {
  channelConfigs: (row, set, entity) => brokenRule(set, row, entity) === null,
  channelServiceConfs: keepsConfiguration,
  threePlServiceConfs: keepsConfiguration,
  locationCdts: (row, set) => Number({ ...row, ...set }['minDays']) <= Number({ ...row, ...set }['maxDays']),
  channelCdts: (row, set) => channelCdtProblem({ ...row, ...set } as unknown as ChannelCdtValues) === null,
};

/** Why an import's plan cannot be carried out, by rules between its rows and the records that it does not name; null where it can. */
export const PLAN_RULES: Readonly<
  Partial<Record<ResourceCollection, (db: Queryable, entity: Country, importNo: number) => Promise<string | null>>>
> = { nonWorkingDays: splitProblem };

/** What follows the rows of an import or a change of many in the same transaction. */
export const ROW_FOLLOWERS: Readonly<
  Partial<
    Record<
      ResourceCollection,
      (db: Queryable, entity: Country, rows: readonly ChangedRow[], at: number) => Promise<void>
    >
  >
> = { channelConfigs: followRows };
