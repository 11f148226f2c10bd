import { channelServiceConf } from '../../../contract/resources/channelServiceConf.ts';
import type { Row } from '../../../sync/types.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { screenOf } from '../../resource/screen.tsx';
import { RoutedList } from '../../shared/RoutedList.tsx';
import { operationHistoryHref } from '../operationHistory.ts';
import { CHANNEL_AREA, SERVICEABLE_PATH } from '../tabs.ts';
import { UnknownChannel } from '../UnknownChannel.tsx';
import { SCENARIO_CELLS } from './cells.ts';

const ConfigurationForm = lazyPart(() => import('./ConfigurationForm.tsx').then(module => module.ConfigurationForm));

/** SAC-1 to SAC-18; G81: the export is the chosen channel's row. */
/** The tab as a list; its dialogs are opened from the address check too. */
export const LIST = screenOf({
  resource: channelServiceConf,
  id: 'serviceable.channel-configuration',
  path: `${SERVICEABLE_PATH}/channel-configuration`,
  Form: ConfigurationForm,
  cells: SCENARIO_CELLS,
  exportNeeds: { filter: 'channelId', otherwise: 'Choose a channel first.' },
  Misfit: UnknownChannel,
  history: selected => operationHistoryHref(CHANNEL_AREA, 'channel-configuration', selected),
  texts: {
    idle: '',
    empty: 'No channel configuration matches these filters',
    none: 'No channel of this country is configured yet',
  },
});

const sameFilters = (applied: Row): Row => applied;

/** The Channel Configuration tab's list. */
export const ConfigurationList = () => <RoutedList definition={LIST} toCall={sameFilters} untitled creates />;
