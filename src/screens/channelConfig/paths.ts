/** Address of Channel Config (Integrated); its further pages stand below it. */
export const CHANNEL_CONFIG_PATH = '/carrier/channelConfigIntegrated';
