/**
 * Values and labels of a serviceable-area configuration (channels spec 3; G1, G38 to G42). They are separate from its
 * rules (domain/serviceableConfig), which only the form and the server need.
 */

/** The values of EnabledV2 and ServiceDefaultSetting (G42). */
export const NO = 0;
export const YES = 1;
export type YesNo = typeof NO | typeof YES;
export const NO_YES = [
  { value: NO, label: 'No' },
  { value: YES, label: 'Yes' },
] as const;

/** The values of ServiceAreaType (G38). */
export const AREA_TYPE = { location: 1, postcode: 2 } as const;
export type AreaType = (typeof AREA_TYPE)[keyof typeof AREA_TYPE];
export const AREA_TYPES = [
  { value: AREA_TYPE.location, label: 'Location' },
  { value: AREA_TYPE.postcode, label: 'Postcode' },
] as const;

/** The values of RestrictionCheck (G39). */
export const RESTRICTION = { none: 0, sameZone: 1, route: 2 } as const;
export type Restriction = (typeof RESTRICTION)[keyof typeof RESTRICTION];
export const RESTRICTIONS = [
  { value: RESTRICTION.none, label: 'N/A' },
  { value: RESTRICTION.sameZone, label: 'Same zone' },
  { value: RESTRICTION.route, label: 'Route' },
] as const;

/** The values of RouteZoneLevelV2 (G40). */
export type ZoneLevel = 0 | 1 | 2 | 3;
export const SAME_ZONE_LEVELS = [
  { value: 0, label: 'N/A' },
  { value: 1, label: 'State' },
  { value: 2, label: 'City' },
  { value: 3, label: 'District' },
] as const;

/** ServiceableAreaLocationLevel (G41). null means that no level has been chosen. */
export type CheckLevel = 1 | 2 | 3 | 4;
export const CHECK_LEVELS = [
  { value: 1, label: 'State' },
  { value: 2, label: 'City' },
  { value: 3, label: 'District' },
  { value: 4, label: 'Street' },
] as const;

/** Verify (G1): bit 0 checks the buyer's address, bit 1 the seller's. */
export const CHECKS = { buyer: 1, seller: 2 } as const;
export type Verify = 0 | 1 | 2 | 3;
export const VERIFIES = [
  { value: 0, label: 'None' },
  { value: 1, label: 'Buyer' },
  { value: 2, label: 'Seller' },
  { value: 3, label: 'Seller and buyer' },
] as const;

/** The four scenarios in the order of the form's grid (SAC-10), each with its two fields. */
export const SCENARIOS = [
  { verify: 'pdpVerify', level: 'pdp_level', name: 'Product Detail Page', when: '' },
  {
    verify: 'checkoutVerify',
    level: 'checkout_level',
    name: 'Order Verification',
    when: "checkout, edit order's destination address",
  },
  {
    verify: 'validateShopVerify',
    level: 'shop_level',
    name: 'Shop Level Verification',
    when: 'enable shop channel toggle, update pickup address',
  },
  {
    verify: 'arrangeShipment',
    level: 'arrangeshipment_level',
    name: 'Shipment Level Verification',
    when: 'arrange pickup, update pickup details',
  },
] as const;
export type Scenario = (typeof SCENARIOS)[number];
export type VerifyField = Scenario['verify'];
export type LevelField = Scenario['level'];

/** The labels used in the form. */
export const CONFIG_LABELS = {
  isCheckServiceable: 'Serviceable Area Check',
  serviceableType: 'Serviceable Area Type',
  extraLimitType: 'Extra Validation',
  zoneLevel: 'Same Zone Check Level',
  isSbsSameAsStandard: 'Differentiate Serviceable Area for SBS Shops',
  defaultDeliverEnabled: 'Support Deliver',
  defaultCodEnabled: 'Support COD Deliver',
  defaultPickupEnabled: 'Support Pickup',
  defaultCodPickupEnabled: 'Support COD Pickup',
  defaultPdpPostcode: 'PDP page postcode check',
} as const;

export const levelLabel = ({ name }: Pick<Scenario, 'name'>): string => `Location level of ${name}`;
