import type { RecordUpdate } from '../../../contract/resource.ts';
import type { ChannelConfigRow } from '../../../contract/resources/channelConfig.ts';
import { settingsProblem } from '../../../domain/channelConfig/problem.ts';
import type { Country } from '../../../domain/country.ts';
import type { Queryable } from '../../db/transaction.ts';
import { badRequest } from '../../http/envelope.ts';
import { findRecord } from '../channelRecords/records.ts';
import { ensureChannel, nextChannelId } from './follow.ts';
import { createdSettings, isDocumentForm, plainSettings, settingsAfter } from './values.ts';

/** What a channel's configuration does around the shared writes of records (routes/channelRecords). */

type Input = Readonly<Record<string, unknown>>;

/** A new channel's values; without an id it gets the next free one (CHC-12). The channel itself is there after this. */
export async function newChannel(db: Queryable, entity: Country, input: Input): Promise<Input> {
  const values = createdSettings(input, entity);
  const found = settingsProblem(values, entity);
  if (found) throw badRequest(`${found.field}: ${found.problem}`);
  const channelId = (input['channelId'] as number | undefined) ?? (await nextChannelId(db, entity));
  const all = { ...values, channelId };
  await ensureChannel(db, entity, all);
  return all;
}

/** What an update gives its record's fields, whatever form it came in, and the version that this was read from. */
export async function channelChanges(
  db: Queryable,
  entity: Country,
  update: RecordUpdate,
  input: Input & { version?: number | undefined },
): Promise<{ changes: Input; version: number | undefined }> {
  const plain = plainSettings(update, input);
  const isWhole = update.fields.every(field => field in plain);
  if (isWhole && !isDocumentForm(input)) return { changes: plain, version: input.version };
  const row = await findRecord(db, 'channelConfigs', { country: entity, channelId: input['channelId'] });
  // Without a record there is nothing that the changes would be of: the write itself says so.
  if (!row) return { changes: plain, version: input.version };
  const after = settingsAfter(row as unknown as ChannelConfigRow, input);
  const changes = Object.fromEntries(update.fields.map(field => [field, after[field]]));
  return { changes, version: input.version ?? row.version };
}
