import type { IdScope } from '../../../contract/owner.ts';
import type { Resource } from '../../../contract/resource.ts';
import { CONFIGURATIONS } from '../../../contract/resources/channelServiceConf.ts';
import { CHANNEL_AREA, THREE_PL_AREA, type Area } from '../tabs.ts';

/** The differences between the configuration of a channel and of a 3PL (TPL-7), in addition to contract/owner. */
export interface Setting {
  scope: IdScope;
  resource: Resource;
  area: Area;
  page: string;
  /** Identifies the list and its drafts; it never changes. */
  id: string;
  /** Title of the form (G82). */
  title: string;
  /** SAC-13: says where the data of a level are. */
  warning: string;
}

const setting = (scope: IdScope, area: Area, page: string, id: string, tabs: string): Setting => ({
  scope,
  resource: CONFIGURATIONS[scope],
  area,
  page,
  id: `${id}.${page}`,
  title: `${area.title} Setting`,
  warning: `Location data for the chosen level must first be configured on the ${tabs}.`,
});

export const SETTINGS: Readonly<Record<IdScope, Setting>> = {
  channel: setting('channel', CHANNEL_AREA, 'channel-configuration', 'serviceable', 'Location tab'),
  '3pl': setting(
    '3pl',
    THREE_PL_AREA,
    '3pl-configuration',
    'serviceable3pl',
    'Origin Location and Destination Location tabs',
  ),
};
