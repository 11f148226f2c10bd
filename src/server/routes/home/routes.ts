import type { FastifyInstance } from 'fastify';
import { getHome, getHomeLayout, setHomeLayout } from '../../../contract/home.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { formatDate } from '../../../domain/format.ts';
import { readLayout } from '../../../domain/homeTiles.ts';
import { allows } from '../../../domain/permission.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import type { Call } from '../../http/call.ts';
import { registerRead } from '../../http/registrar.ts';
import { channelsOutside } from '../../rates/products.ts';
import {
  activityOf,
  coverageOf,
  disputesOf,
  holidaysOf,
  importsOf,
  maintenanceOf,
  ratesOf,
  reconOf,
  type Place,
} from './tiles.ts';

/** Name under which the layout is stored in the person's settings. */
const LAYOUT = 'home';

/**
 * Registers the calls for Home: what needs the person's attention now, and their layout of the page (issue 31, part 5).
 */
export function homeRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerRead(app, context, getHome, async ({ person, entity }) => {
    const now = nowSeconds(context);
    const today = formatDate(now, COUNTRIES[entity].timeZone);
    const place: Place = {
      db: pool,
      entity,
      now,
      today,
      can: feature => allows(person, entity, feature),
      hiddenChannels: () => channelsOutside(context.config.productService, entity, person.category),
    };
    return {
      day: today,
      imports: await importsOf(place, person.userId),
      recon: await reconOf(place),
      disputes: await disputesOf(place),
      rates: await ratesOf(place),
      maintenance: await maintenanceOf(place),
      coverage: await coverageOf(place),
      ...(await holidaysOf(place)),
      activity: await activityOf(place),
    };
  });

  registerRead(app, context, getHomeLayout, async ({ person }) => {
    const { rows } = await pool.query<{ value: unknown }>(
      'SELECT value FROM person_settings WHERE user_id = $1 AND name = $2',
      [person.userId, LAYOUT],
    );
    if (!rows[0]) return null;
    const { order, hidden } = readLayout(rows[0].value);
    return { order: [...order], hidden: [...hidden] };
  });

  const setLayout = async ({ person }: Call, input: unknown): Promise<null> => {
    await pool.query(
      `INSERT INTO person_settings (user_id, name, value) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, name) DO UPDATE SET value = EXCLUDED.value`,
      [person.userId, LAYOUT, JSON.stringify(readLayout(input))],
    );
    return null;
  };
  registerRead(app, context, setHomeLayout, setLayout, { stores: true });
}
