import { channelConfig } from '../../contract/resources/channelConfig.ts';

/** Path of Channel Config (Integrated); its other pages are below it. */
export const CHANNEL_CONFIG_PATH = channelConfig.page.path;
