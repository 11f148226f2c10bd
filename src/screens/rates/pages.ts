import { rate } from '../../contract/resources/rate.ts';
import { screenOf } from '../resource/screen.tsx';

export const RATES_PATH = rate.page;

/** What the list of rates says beside its declaration (RATE-1 to RATE-9). */
export const rateList = screenOf({
  resource: rate,
  id: 'rate',
  history: ({ channelId }) =>
    `${RATES_PATH}/log${typeof channelId === 'number' ? `?code=${rate.feature}&channelId=${channelId}` : `?code=${rate.feature}`}`,
  texts: {
    idle: '',
    empty: 'No rate matches these filters',
    none: 'No channel of this country has a rate yet: create one, or import them from a file',
  },
});
