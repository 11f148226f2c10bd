import type pg from 'pg';
import { CONFIGURATION_EDIT } from '../../contract/resources/channelServiceConf.ts';
import { fold } from '../../domain/fold.ts';
import { hasBit, CHANNEL_BIT } from '../../domain/flags.ts';
import { NO, SCENARIOS, YES, type CheckLevel, type YesNo } from '../../domain/serviceableChoices.ts';
import { newConfig, withChannel, withField, withSide, type ServiceConfig } from '../../domain/serviceableConfig.ts';
import { columnName } from '../db/names.ts';
import { DEMO_AUTHOR, DEMO_SINCE } from './areas.ts';
import { insertColumns } from './bulk.ts';
import type { DemoChannel } from './channels.ts';

const yesNo = (value: boolean): YesNo => (value ? YES : NO);

/**
 * A demo channel's configuration, entered as a person would enter it, so that it keeps the form's rules: locations are checked down
 * to the level that the channel has records of, and SBS shops differ where it has records for them.
 */
export function configurationOf({ id, country, flag, conf, areas }: DemoChannel): ServiceConfig {
  let config = withChannel(newConfig(), flag, country);
  // Some channels of the Philippines have been given checks by hand (G3 presets none).
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
    // The product page of every other channel is content with a rougher look.
    const own = at === 0 && id % 2 === 0 ? (Math.max(1, deepest - 1) as CheckLevel) : deepest;
    if (config[verify] !== 0) config = withField(config, level, own);
  }
  return withField(config, 'isCheckServiceable', yesNo(conf.check));
}

/** A few channels have none yet, so that there is one to create: those without a check that are picked up alone. */
export const isConfigured = ({ conf, flag }: DemoChannel): boolean => conf.check || hasBit(flag, CHANNEL_BIT.dropoff);

/** Writes the configurations of those channels that have one. */
export async function insertConfigurations(client: pg.ClientBase, all: readonly DemoChannel[]): Promise<void> {
  const channels = all.filter(isConfigured);
  const configs = channels.map(configurationOf);
  const of = (pick: (channel: DemoChannel) => unknown) => channels.map(pick);
  await insertColumns(client, 'channel_service_confs', [
    { name: 'channel_id', type: 'int8', values: of(channel => channel.id) },
    { name: 'name', type: 'text', values: of(channel => channel.name) },
    { name: 'name_folded', type: 'text', values: of(channel => fold(channel.name)) },
    { name: 'country', type: 'text', values: of(channel => channel.country) },
    ...CONFIGURATION_EDIT.map(field => ({
      name: columnName(field),
      type: 'int2' as const,
      values: configs.map(config => config[field]),
    })),
    { name: 'updated_by', type: 'text', values: of(() => DEMO_AUTHOR) },
    { name: 'updated_at', type: 'int8', values: of(() => DEMO_SINCE) },
  ]);
}
