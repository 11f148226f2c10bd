import type pg from 'pg';
import type { IdScope } from '../../contract/owner.ts';
import { CONFIGURATION_EDIT, CONFIGURATIONS } from '../../contract/resources/channelServiceConf.ts';
import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { hasBit, CHANNEL_BIT } from '../../domain/flags.ts';
import {
  AREA_TYPE,
  NO,
  RESTRICTION,
  SCENARIOS,
  YES,
  type CheckLevel,
  type YesNo,
} from '../../domain/serviceableChoices.ts';
import { newConfig, withChannel, withField, withSide, type ServiceConfig } from '../../domain/serviceableConfig.ts';
import { recordTable } from '../db/recordSql.ts';
import { columnName } from '../db/names.ts';
import { OWNER_TABLES } from '../db/ownerTables.ts';
import { DEMO_AUTHOR, DEMO_SINCE } from './areas.ts';
import { insertColumns } from './bulk.ts';
import type { DemoChannel } from './channels.ts';
import type { DemoThreePl } from './threePls.ts';

const yesNo = (value: boolean): YesNo => (value ? YES : NO);

/**
 * The configuration of a demo channel, as a person would enter it, so that it complies with the form's rules. Locations
 * are checked down to the level of the channel's records, and SBS shops have separate settings if the channel has
 * records for them.
 */
export function configurationOf({ id, country, flag, conf, areas }: DemoChannel): ServiceConfig {
  let config = withChannel(newConfig(), flag, country);
  // In some Philippine channels, checks were set manually (G3 presets none).
  if (country === 'PH' && id % 2 === 0) config = withSide(config, 'checkoutVerify', 'buyer', YES);
  config = withField(config, 'serviceableType', conf.type);
  config = withField(config, 'extraLimitType', conf.extra);
  config = withField(config, 'zoneLevel', conf.zone);
  config = withField(config, 'isSbsSameAsStandard', yesNo(!areas.some(({ type }) => type === 1)));
  config = withField(config, 'defaultDeliverEnabled', yesNo(id % 4 !== 0));
  config = withField(config, 'defaultCodEnabled', yesNo(id % 5 === 0 && hasBit(flag, CHANNEL_BIT.cod)));
  config = withField(config, 'defaultPickupEnabled', yesNo(id % 3 === 0 && hasBit(flag, CHANNEL_BIT.pickup)));
  const deepest = ((areas.find(({ type }) => type === 0)?.level ?? 2) + 1) as CheckLevel;
  for (const [at, { verify, level }] of SCENARIOS.entries()) {
    // For every other channel, the product page checks addresses one level less precisely.
    const own = at === 0 && id % 2 === 0 ? (Math.max(1, deepest - 1) as CheckLevel) : deepest;
    if (config[verify] !== 0) config = withField(config, level, own);
  }
  return withField(config, 'isCheckServiceable', yesNo(conf.check));
}

/**
 * A few channels that have no check and only offer pickup have no configuration yet, so that users can try to create
 * one.
 */
export const isConfigured = ({ conf, flag }: DemoChannel): boolean => conf.check || hasBit(flag, CHANNEL_BIT.dropoff);

/** Writes the configurations of all channels that have one. */
export const insertConfigurations = (client: pg.ClientBase, all: readonly DemoChannel[]): Promise<number> =>
  writeConfigurations(
    client,
    'channel',
    all.filter(isConfigured).map(channel => ({ ...channel, config: configurationOf(channel) })),
  );

/**
 * The configuration of a demo 3PL. It delivers by district (in countries without districts, by city) or, depending on
 * its number, by postcode, and picks up by city. Every third 3PL checks routes.
 * @param levels the number of location levels of its country
 */
function threePlConfigurationOf({ id, destination }: DemoThreePl, levels: number): ServiceConfig {
  const byPostcode = id % 4 === 3;
  let config = newConfig();
  for (const { verify, level } of SCENARIOS) {
    const ofShop = verify === 'validateShopVerify';
    config = withSide(config, verify, 'seller', yesNo(ofShop));
    config = withSide(config, verify, 'buyer', yesNo(!ofShop));
    config = withField(config, level, Math.min(levels, ofShop ? 2 : 3) as CheckLevel);
  }
  config = withField(config, 'serviceableType', byPostcode ? AREA_TYPE.postcode : AREA_TYPE.location);
  config = withField(config, 'extraLimitType', id % 3 === 0 ? RESTRICTION.route : RESTRICTION.none);
  return withField(config, 'defaultDeliverEnabled', yesNo(destination >= 60));
}

/**
 * Writes the configurations of 3PLs. If a country has several 3PLs, the last one has no configuration yet, so that
 * users can try to create one.
 */
export async function insertThreePlConfigurations(client: pg.ClientBase, own: readonly DemoThreePl[]): Promise<number> {
  const { rows } = await client.query<{ country: Country; levels: number }>(
    'SELECT country, max(level) + 1 AS levels FROM locations GROUP BY country',
  );
  const levelsOf = new Map(rows.map(({ country, levels }) => [country, levels]));
  return writeConfigurations(
    client,
    '3pl',
    own
      .filter((_, at) => at === 0 || at < own.length - 1)
      .map(threePl => ({ ...threePl, config: threePlConfigurationOf(threePl, levelsOf.get(threePl.country) ?? 1) })),
  );
}

interface Configured {
  id: number;
  name: string;
  country: Country;
  config: ServiceConfig;
}

function writeConfigurations(client: pg.ClientBase, scope: IdScope, all: readonly Configured[]): Promise<number> {
  const of = (pick: (own: Configured) => unknown) => all.map(pick);
  return insertColumns(client, recordTable(CONFIGURATIONS[scope]), [
    { name: OWNER_TABLES[scope].column, type: 'int8', values: of(({ id }) => id) },
    { name: 'name', type: 'text', values: of(({ name }) => name) },
    { name: 'name_folded', type: 'text', values: of(({ name }) => fold(name)) },
    { name: 'country', type: 'text', values: of(({ country }) => country) },
    ...CONFIGURATION_EDIT.map(field => ({
      name: columnName(field),
      type: 'int2' as const,
      values: of(({ config }) => config[field]),
    })),
    { name: 'updated_by', type: 'text', values: of(() => DEMO_AUTHOR) },
    { name: 'updated_at', type: 'int8', values: of(() => DEMO_SINCE) },
  ]);
}
