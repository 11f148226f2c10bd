import type pg from 'pg';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { formatCount } from '../../domain/format.ts';
import { DEMO_AUTHOR, DEMO_SINCE, insertArea } from './areas.ts';
import { insertColumns } from './bulk.ts';
import { insertConfigurations } from './configurations.ts';
import { insertChannelConfigs } from './channelConfigs.ts';
import { displayNameOf, extraDataOf, type DemoChannel } from './channels.ts';
import { readPlaces } from './places/all.ts';
import { numberPlaces } from './places/tree.ts';
import { SMALL_AREAS, SMALL_PLACES } from './small.ts';

/** Writes channels together with both their configurations: the settings and the serviceable areas. */
export async function insertChannels(client: pg.ClientBase, channels: readonly DemoChannel[]): Promise<void> {
  await insertChannelsAlone(client, channels);
  await insertConfigurations(client, channels);
}

/** Writes channels without configuring their serviceable areas. */
export async function insertChannelsAlone(client: pg.ClientBase, channels: readonly DemoChannel[]): Promise<void> {
  const of = (pick: (channel: DemoChannel) => unknown) => channels.map(pick);
  await insertColumns(client, 'channels', [
    { name: 'channel_id', type: 'int8', values: of(channel => channel.id) },
    { name: 'name', type: 'text', values: of(channel => channel.name) },
    { name: 'display_name', type: 'text', values: of(displayNameOf) },
    { name: 'country', type: 'text', values: of(channel => channel.country) },
    { name: 'from_country', type: 'text', values: of(channel => channel.from) },
    { name: 'type', type: 'int4', values: of(channel => channel.type) },
    { name: 'flag', type: 'int8', values: of(channel => String(channel.flag)) },
    { name: 'status', type: 'int2', values: of(channel => channel.status) },
    { name: 'priority', type: 'int4', values: of(channel => channel.id % 100) },
    { name: 'maintenance', type: 'int2', values: of(channel => channel.maintenance) },
    { name: 'extra_data', type: 'jsonb', values: of(channel => JSON.stringify(extraDataOf(channel))) },
    { name: 'demo', type: 'bool', values: of(() => true) },
    { name: 'updated_by', type: 'text', values: of(() => DEMO_AUTHOR) },
    { name: 'updated_at', type: 'int8', values: of(() => DEMO_SINCE) },
  ]);
  await insertChannelConfigs(client, channels);
}

/**
 * Writes the places of a country.
 * @returns a sentence that says what was written and how it was cleaned
 */
export async function insertPlaces(client: pg.ClientBase, country: Country, small: boolean): Promise<string> {
  const places = readPlaces(country);
  const kept = small ? SMALL_PLACES[country] : null;
  const columns = numberPlaces(places, state => !kept || kept.includes(state));
  await insertColumns(client, 'locations', [
    { name: 'location_id', type: 'int8', values: columns.id },
    { name: 'country', type: 'text', values: columns.id.map(() => country) },
    { name: 'parent_id', type: 'int8', values: columns.parent },
    { name: 'level', type: 'int2', values: columns.level },
    { name: 'name', type: 'text', values: columns.name },
    { name: 'name_folded', type: 'text', values: columns.folded },
    { name: 'postcode', type: 'text', values: columns.postcode },
    { name: 'state_id', type: 'int8', values: columns.state },
    { name: 'city_id', type: 'int8', values: columns.city },
    { name: 'district_id', type: 'int8', values: columns.district },
    { name: 'updated_by', type: 'text', values: columns.id.map(() => DEMO_AUTHOR) },
    { name: 'updated_at', type: 'int8', values: columns.id.map(() => DEMO_SINCE) },
  ]);
  const cleaned = Object.entries(places.cleaned).map(([kind, times]) => `${kind}: ${formatCount(times)}`);
  const mended = cleaned.length > 0 ? `; cleaned: ${cleaned.join('; ')}` : '';
  return `${COUNTRIES[country].name}: ${formatCount(columns.id.length)} places${mended}`;
}

/**
 * Writes the serviceable rows of the channels of one country, and reports progress after every tenth channel and after
 * the last one.
 */
export async function insertAreas(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  small: boolean,
  onProgress: (text: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string }>(
    'SELECT location_id AS id, name FROM locations WHERE country = $1 AND level = 0',
    [country],
  );
  const idsOf = (names: readonly string[]) => rows.filter(row => names.includes(row.name)).map(row => Number(row.id));
  const kept = small ? idsOf(SMALL_AREAS[country]) : null;
  let written = 0;
  for (const [index, channel] of channels.entries()) {
    for (const area of channel.areas) {
      written += await insertArea(client, channel, area, area.state ? idsOf([area.state]) : kept);
    }
    if (index % 10 === 9 || index === channels.length - 1) {
      onProgress(`${COUNTRIES[country].name}: ${formatCount(written)} serviceable rows in ${index + 1} channels`);
    }
  }
}
