import { branch } from '../../contract/resources/branch.ts';
import { pickup } from '../../contract/resources/pickup.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';
import { screenOf } from '../resource/screen.tsx';

/** What the lists of Branch Service say in addition to their declarations (LCS-1 to LCS-3). */

const logOf =
  (page: string, code: string) =>
  ({ channelId }: Readonly<Record<string, unknown>>): string =>
    `${page}/log?code=${code}${typeof channelId === 'number' ? `&channelId=${channelId}` : ''}`;

export const branchList = screenOf({
  resource: branch,
  id: 'branch',
  history: logOf(branch.page, branch.feature),
  texts: {
    idle: '',
    empty: 'No branch matches these filters',
    none: 'This country has no branches yet: create one, or import them from a file',
  },
});

export const pickupList = screenOf({
  resource: pickup,
  id: 'pickup',
  history: logOf(pickup.page, pickup.feature),
  texts: {
    idle: '',
    empty: 'No pickup configuration matches these filters',
    none: 'No channel of this country has a pickup configuration yet: create one, or import them from a file',
  },
});

export const timeslotList = screenOf({
  resource: timeslot,
  id: 'timeslot',
  history: logOf(timeslot.page, timeslot.feature),
  texts: {
    idle: '',
    empty: 'No timeslot matches these filters',
    none: 'No channel of this country has timeslots yet: create one, or import them from a file',
  },
});
