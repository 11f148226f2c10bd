import type { HeldCollection } from '../../contract/call.ts';
import { brokenRule } from '../../domain/channelConfig/copy.ts';
import type { Country } from '../../domain/country.ts';
import type { Queryable } from '../db/transaction.ts';
import type { StoredRow } from '../routes/channelRecords/records.ts';
import { followRows } from '../routes/channelConfig/follow.ts';
import type { ChangedRow } from './store.ts';

/** What changes of many records of a collection keep to beside what its single writes do. */

type Values = Readonly<Record<string, unknown>>;

/** Whether a record may have the values of a change: rules between what is set and what the record has. */
export const ROW_RULES: Readonly<
  Partial<Record<HeldCollection, (row: StoredRow, set: Values, entity: Country) => boolean>>
> = {
  channelConfigs: (row, set, entity) => brokenRule(set, row, entity) === null,
};

/** What follows the rows of an import or a change of many in the same transaction. */
export const ROW_FOLLOWERS: Readonly<
  Partial<
    Record<HeldCollection, (db: Queryable, entity: Country, rows: readonly ChangedRow[], at: number) => Promise<void>>
  >
> = { channelConfigs: followRows };
