import { channelConfig } from '../../contract/resources/channelConfig.ts';

/** Address of Channel Config (Integrated); its further pages are below it. */
export const CHANNEL_CONFIG_PATH = channelConfig.page.path;
