import { labelOf, updatesOf, type RecordUpdate } from '../../../contract/resource.ts';
import { channelConfig, type ChannelConfigRow } from '../../../contract/resources/channelConfig.ts';
import { settingsProblem } from '../../../domain/channelConfig/problem.ts';
import type { Country } from '../../../domain/country.ts';
import type { Queryable } from '../../db/transaction.ts';
import type { Person } from '../../auth/person.ts';
import { requireRight } from '../../http/call.ts';
import { badRequest } from '../../http/envelope.ts';
import { findRecord } from '../channelRecords/records.ts';
import { ensureChannel, nextChannelId } from './follow.ts';
import { changedByDeltas, createdSettings, isDocumentForm, plainSettings, settingsAfter } from './values.ts';

/** What a channel's configuration does around the shared writes of records (routes/channelRecords). */

type Input = Readonly<Record<string, unknown>>;

/** All settings that any update changes. */
const SETTINGS = [...new Set(updatesOf(channelConfig).flatMap(({ fields }) => fields))];

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
  person: Person,
): Promise<{ changes: Input; version: number | undefined }> {
  const plain = plainSettings(update, input);
  const isWhole = update.fields.every(field => field in plain);
  if (isWhole && !isDocumentForm(input)) return { changes: plain, version: input.version };
  const row = await findRecord(db, 'channelConfigs', { country: entity, channelId: input['channelId'] });
  // Without a record there is nothing that the changes would be of: the write itself says so.
  if (!row) return { changes: plain, version: input.version };
  const after = settingsAfter(row as unknown as ChannelConfigRow, input);
  const named = changedByDeltas(row as unknown as ChannelConfigRow, input);
  const others = Object.keys(named).filter(field => !update.fields.includes(field));
  // "Update via maintenance" is the one call for all of them (G58); a group's call is for its group.
  if (others.length > 0 && update.action !== 'maintenance')
    throw badRequest(
      `${others.map(field => labelOf(channelConfig, field)).join(', ')} cannot be changed by this call: use the one of its group, or ${channelConfig.actions.maintenance.path}`,
    );
  if (others.length > 0) requireRight(person, entity, `${channelConfig.feature}.write`);
  const changes = Object.fromEntries(
    (others.length > 0 ? SETTINGS : update.fields).map(field => [field, after[field]]),
  );
  return { changes, version: input.version ?? row.version };
}
