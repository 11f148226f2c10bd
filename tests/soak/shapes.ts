import { newChannelSettings } from '../../src/contract/newChannel.ts';
import { channelConfig } from '../../src/contract/resources/channelConfig.ts';
import { nonWorkingDays } from '../../src/contract/resources/nonWorkingDays.ts';
import { LOCATIONS, type Shape, type ShapeRow } from '../../src/sync/testing/shape.ts';

/**
 * A channel's settings: the server numbers channels, each group of settings has its own call, and channels cannot be
 * deleted.
 */
const CHANNELS: Shape = {
  resource: channelConfig,
  place: n => ({ country: 'ID', channelId: n }),
  blankOf: named => ({
    ...newChannelSettings('ID'),
    country: 'ID',
    channelName: 'J&T',
    display_name: 'As it was',
    version: 1,
    updatedBy: '',
    updatedAt: 0,
    ...named,
  }),
  turned: {
    canDeliver: { field: 'display_name', values: ['As it was', 'Another', 'A third'] },
    canCOD: { field: 'cod', values: [1, 0, 2] },
    canPickup: { field: 'return_flag', values: [1, 0, 2] },
    canCODPickup: { field: 'cod_toggle', values: [1, 0, 2] },
  },
  right: null,
};

/**
 * A schedule of non-working days: its key consists of a number and a string, the update changes weekends, actions
 * change holidays and status, and schedules cannot be deleted.
 */
const SCHEDULES: Shape = {
  resource: nonWorkingDays,
  place: n => ({ country: 'ID', channelId: n, serviceType: 'S1' }),
  blankOf: named => ({
    country: 'ID',
    channelId: 0,
    channelName: 'J&T',
    channelType1: 1,
    channelType2: 2,
    serviceType: 'S1',
    WeekendsSetting: 'Sun',
    HolidaysSetting: '',
    isMaskChannel: 0,
    status: 0,
    version: 1,
    updatedBy: '',
    updatedAt: 0,
    ...named,
  }),
  turned: {
    canDeliver: { field: 'WeekendsSetting', values: ['Sun', 'Sat, Sun', 'Fri'] },
    canCOD: { field: 'HolidaysSetting', values: ['2026-12-25', '', '2027-01-01'] },
    canPickup: { field: 'status', values: [1, 0, 2] },
    canCODPickup: { field: 'HolidaysSetting', values: ['2026-12-25', '', '2027-01-01'] },
  },
  right: null,
};

/** The kinds of records for which the soak test runs histories, by the names that `--shape` accepts. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  locations: LOCATIONS as unknown as Shape<ShapeRow>,
  channels: CHANNELS,
  schedules: SCHEDULES,
};
