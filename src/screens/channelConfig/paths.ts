import { channelConfig } from '../../contract/resources/channelConfig.ts';

/** Address of Channel Config (Integrated); its further pages stand below it. */
export const CHANNEL_CONFIG_PATH = channelConfig.page;
