import type { ClientBase } from 'pg';
import type { DemoArea, DemoChannel } from './channels.ts';

/** Author of all demo rows, and the time at which they are said to have been written (epoch seconds, 2026-01-05). */
export const DEMO_AUTHOR = 'demo-data';
export const DEMO_SINCE = 1_767_571_200;

/**
 * SQL for a number from 0 to 99 that depends only on a place and on the channel or 3PL `$1`, so that the demo is the
 * same on every machine.
 */
export const hundredth = (place: string, salt: number): string =>
  `((hashint8(${place} * 8191 + $1 * 131 + ${salt}) & 2147483647) % 100)`;

/**
 * Writes the serviceable rows for an area of a channel, based on `locations`. Coverage is decided per city, cash on
 * delivery and pickup are decided per district, so that neighboring places are similar. Three percent of the rows have
 * all four flags off (unsupported, G59).
 * @returns the number of rows
 */
export async function insertArea(
  client: ClientBase,
  channel: DemoChannel,
  area: DemoArea,
  states: readonly number[] | null,
): Promise<number> {
  const result = await client.query(
    `INSERT INTO channel_locations (channel_id, location_id, type, country, state_id, city_id, district_id,
                                    can_deliver, can_cod, can_pickup, can_cod_pickup, version, updated_by, updated_at)
     SELECT $1::int8, location_id, $2::int2, country, state_id, city_id, district_id,
            deliver, deliver AND cod, pickup, pickup AND cod AND ${hundredth('location_id', 5)} < 70,
            1, '${DEMO_AUTHOR}', ${DEMO_SINCE} + ${hundredth('location_id', 6)} * 25920
       FROM (SELECT *,
                    supported AND ${hundredth('near', 2)} < 97 AS deliver,
                    supported AND ${hundredth('near', 3)} < $6 AS cod,
                    supported AND ${hundredth('near', 4)} < $7 AS pickup
               FROM (SELECT location_id, country, state_id, city_id, district_id,
                            coalesce(district_id, city_id, location_id) AS near,
                            ${hundredth('location_id', 1)} >= 3 AS supported
                       FROM locations
                      WHERE country = $3 AND level = $4
                        AND ${hundredth('coalesce(city_id, location_id)', 7)} < $5
                        AND ($8::int8[] IS NULL OR state_id = ANY ($8))
                      ORDER BY location_id
                      LIMIT $9) AS places) AS judged
      ORDER BY location_id`,
    [channel.id, area.type, channel.country, area.level, area.cover, area.cod, area.pickup, states, area.limit ?? null],
  );
  return result.rowCount ?? 0;
}
