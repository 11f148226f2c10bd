import type { Country } from './country.ts';

/** A user's privilege levels (shell spec 3). */
export const PRIVILEGE = { systemAdmin: 0, entityAdmin: 1, normal: 2 } as const;
export type Privilege = (typeof PRIVILEGE)[keyof typeof PRIVILEGE];
export const PRIVILEGE_NAMES = ['System Admin', 'Entity Admin', 'Normal'] as const satisfies Record<Privilege, string>;

/** A user's categories (shell spec 3). */
export const CATEGORY = { all: 0, crossBorder: 1, local: 2 } as const;
export type Category = (typeof CATEGORY)[keyof typeof CATEGORY];
export const CATEGORY_NAMES = ['All', 'Cross Border', 'Local'] as const satisfies Record<Category, string>;

/**
 * The category of a product, derived from its entity value: Local for 1, CrossBorder for any other (CONST-2, ENT-3).
 */
export const productCategory = (entity: number): Category => (entity === 1 ? CATEGORY.local : CATEGORY.crossBorder);

/** Whether a person of one category may work with records of another: All includes every category (PERM-17, ENT-10). */
export const isOfCategory = (person: Category, category: number): boolean =>
  person === CATEGORY.all || person === category;

/** The status that many kinds of records share (shell spec 3). */
export const STATUS = { normal: 0, disabled: 1 } as const;
export type Status = (typeof STATUS)[keyof typeof STATUS];

/**
 * Feature codes. Permission codes are formed by appending `.read`, `.write` or, for three of them, `.maintenance` (shell
 * spec 6, channels spec 6).
 */
export const FEATURE = {
  serviceableArea: 'channel_management.serviceable_area',
  channelConfigIntegrated: 'channel_management.channel_config_integrated',
  cdtOfLocation: 'channel_management.cdt_of_location',
  nonWorkingDay: 'channel_management.non-working_day',
  serviceCode: 'channel_management.service_code',
  /** Named like the other codes, because the documents define no code for /rates. */
  rate: 'rate_management.rate',
  /** Rate tables and third-party fees (G95); `.maintenance` is the permission to start a version in the past. */
  rateTable: 'rate_management.rate_table',
  thirdPartyFee: 'rate_management.third_party_fee',
  /**
   * Named like the other codes, because the documents define no codes for shops and fee rules, nor for pickup,
   * timeslots and branches.
   */
  shippingFeeRule: 'rate_management.shipping_fee_rule',
  /** Shops, their types and groups. An Entity Admin has it in their entities, because they manage the shops there. */
  shop: 'rate_management.shop',
  branchService: 'branch_management.branch_service',
  /** Trigger rules, templates and deliveries (NOTIF-3, G98). */
  notification: 'notification_management.notification',
  /** Named like the other codes; used for bills, suppliers, shipments and disputes. */
  recon: 'recon_management.recon',
  /** Named like the other codes; the documents define no code for POST /locations/update. */
  locationTree: 'channel_management.location_tree',
} as const;

/** The actions that a person can perform on a feature's records. */
const ACTIONS = ['read', 'write', 'maintenance'] as const;

/**
 * The code for administration. Roles cannot grant it, because it follows from the privilege: an Entity Admin has
 * `.read` and `.write` in their entities.
 */
export const ADMINISTRATION = 'system_setting.administration';

/**
 * The code for the server's state and for user provisioning. Neither a role nor a privilege grants it, so only System
 * Admins have it (PERM-3).
 */
export const SYSTEM = 'system_setting.system';

/** The properties of a person that determine their permissions. */
export interface Principal {
  readonly privilege: Privilege;
  /** The granted codes, by entity. */
  readonly codes: Readonly<Partial<Record<Country, readonly string[]>>>;
}

/**
 * Whether a person has the permission `code` in an entity. A System Admin has every permission (PERM-3). Screens check
 * a bare feature code (without an action), which is granted by the code itself or by any of its actions (PERM-13): a
 * person with any permission for a feature's records sees their list, even with only `.maintenance` (PERM-12).
 */
export function allows(who: Principal | null, entity: Country, code: string): boolean {
  if (!who) return false;
  if (who.privilege === PRIVILEGE.systemAdmin) return true;
  const codes = who.codes[entity] ?? [];
  const wider = widerCode(code);
  return isGranted(codes, code) || (wider !== null && isGranted(codes, wider));
}

const isGranted = (codes: readonly string[], code: string): boolean =>
  codes.includes(code) || (!isActionCode(code) && ACTIONS.some(action => codes.includes(`${code}.${action}`)));

/**
 * The code that includes another one: people who may read or change shipping fee rules may do the same with the shops
 * that these are about. Shops used to have the code of the rules, so roles and API tokens from then still work.
 */
const widerCode = (code: string): string | null =>
  code === FEATURE.shop || code.startsWith(`${FEATURE.shop}.`)
    ? `${FEATURE.shippingFeeRule}${code.slice(FEATURE.shop.length)}`
    : null;

/** Whether a code stands for an action on a feature rather than for the feature itself. */
export const isActionCode = (code: string): boolean => ACTIONS.some(action => code.endsWith(`.${action}`));
