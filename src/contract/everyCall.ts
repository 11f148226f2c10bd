import { ACCESS_CALLS } from './access.ts';
import { ADMIN_CALLS } from './admin.ts';
import type { CallDefinition } from './call.ts';
import { ACTIVITY_CALLS } from './activity.ts';
import { FILE_CALLS } from './files.ts';
import { HOME_CALLS } from './home.ts';
import { HISTORY_CALLS } from './history.ts';
import { importCallsOf } from './imports/calls.ts';
import { preflight } from './preflight.ts';
import { checkServed, serviceableBefore } from './serviceability.ts';
import { sendWrites } from './writes.ts';
import { CDT_CALLS } from './cdtCalls.ts';
import { CHANNEL_CONFIG_READS } from './channelConfigReads.ts';
import { registerNonIntegrated } from './nonIntegratedChannel.ts';
import { getHolidayPage, listNonWorkingDays } from './nonWorkingDays.ts';
import { FEE_RULE_CALLS } from './feeRuleCalls.ts';
import { LCS_CALLS } from './lcsCalls.ts';
import { OPERATION_CALLS } from './operation.ts';
import { NOTIFY_CALLS } from './notify.ts';
import { RATE_CALLS } from './rateCalls.ts';
import { ALL_RATE_TABLE_CALLS } from './rateTable/calls.ts';
import { ALL_RATE_TASK_CALLS } from './rateImports/calls.ts';
import { RECON_CALLS } from './recon.ts';
import { RECON_OWN_CALLS } from './reconOwn.ts';
import { RECON_YEAR_CALLS } from './reconYears.ts';
import { SCIM_CALLS } from './scim.ts';
import { SYSTEM_CALLS } from './system.ts';
import { SHOP_CALLS } from './shopCalls.ts';
import { ALL_CALLS } from './registry.ts';
import { RESOURCES } from './resources/all.ts';

/** Every call in the contract, including those that the console loads lazily. */
export const EVERY_CALL: readonly CallDefinition[] = [
  ...ALL_CALLS,
  ...CHANNEL_CONFIG_READS,
  registerNonIntegrated as unknown as CallDefinition,
  listNonWorkingDays as unknown as CallDefinition,
  getHolidayPage as unknown as CallDefinition,
  ...CDT_CALLS,
  ...RATE_CALLS,
  ...ALL_RATE_TABLE_CALLS,
  ...LCS_CALLS,
  ...ALL_RATE_TASK_CALLS,
  ...SHOP_CALLS,
  ...FEE_RULE_CALLS,
  ...RECON_CALLS,
  ...RECON_OWN_CALLS,
  ...RECON_YEAR_CALLS,
  ...HISTORY_CALLS,
  ...(ADMIN_CALLS as unknown as readonly CallDefinition[]),
  ...OPERATION_CALLS,
  ...SYSTEM_CALLS,
  ...HOME_CALLS,
  ...SCIM_CALLS,
  ...ACCESS_CALLS,
  ...NOTIFY_CALLS,
  ...ACTIVITY_CALLS,
  ...FILE_CALLS,
  ...importCallsOf(RESOURCES),
  preflight as unknown as CallDefinition,
  sendWrites as unknown as CallDefinition,
  checkServed as unknown as CallDefinition,
  serviceableBefore as unknown as CallDefinition,
];
