import { branch } from '../../contract/resources/branch.ts';
import { pickup } from '../../contract/resources/pickup.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';

/** The pages of Branch Service, below the sub-application's mount (SUBAPP-1). */
export const BRANCH_SERVICE_BASE = '/opsfe/branchservice';

export const BRANCH_TABS = [
  { value: branch.page, label: 'Branches', screen: 'BranchesScreen' },
  { value: pickup.page, label: 'Pickup', screen: 'PickupsScreen' },
  { value: timeslot.page, label: 'Timeslots', screen: 'TimeslotsScreen' },
] as const;
