import type { IdScope } from '../../../contract/owner.ts';
import type { Resource } from '../../../contract/resource.ts';
import { CONFIGURATIONS } from '../../../contract/resources/channelServiceConf.ts';
import { CHANNEL_AREA, THREE_PL_AREA, type Area } from '../tabs.ts';

/** The differences between the configurations of channels and 3PLs (TPL-7), beyond contract/owner. */
export interface Setting {
  scope: IdScope;
  resource: Resource;
  area: Area;
  page: string;
  /** Identifies the list and its drafts; must never change. */
  id: string;
  /** The form's title (G82). */
  title: string;
  /** SAC-13: where to find the data of a level. */
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
