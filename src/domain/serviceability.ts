import { postcodesOf } from './import/postcodes.ts';
import { RouteParts, type RoutePaths } from './routeParts.ts';
import { packFlags, unpackFlags, type ApplicableType, type SupportFlags } from './serviceable.ts';
import {
  AREA_TYPE,
  RESTRICTION,
  SCENARIOS,
  YES,
  type AreaType,
  type CheckLevel,
  type Scenario,
  type ZoneLevel,
} from './serviceableChoices.ts';
import { checksSide, type ServiceConfig } from './serviceableConfig.ts';

/**
 * Determines whether an address is served, and why (channels spec 2.5; SAC-13 to SAC-18). Console, workers and server
 * share this function. It looks up records only by key, so the result depends neither on their order nor on records
 * that its steps do not mention.
 */

/** Whose address is checked: parcels go from the seller to the buyer. */
export type End = 'seller' | 'buyer';
export const otherEnd = (end: End): End => (end === 'seller' ? 'buyer' : 'seller');

/** The scenarios, each with its row in the configuration (SAC-10). */
export const CHECK_SCENARIOS = [
  { value: 'productPage', label: 'Product page', row: SCENARIOS[0] },
  { value: 'checkout', label: 'Checkout', row: SCENARIOS[1] },
  { value: 'editAddress', label: "Edit order's destination address", row: SCENARIOS[1] },
  { value: 'shopToggle', label: 'Shop channel toggle, pickup address', row: SCENARIOS[2] },
  { value: 'arrangePickup', label: 'Arrange pickup', row: SCENARIOS[3] },
  { value: 'arrangeDropOff', label: 'Arrange drop-off', row: SCENARIOS[3] },
] as const satisfies readonly { value: string; label: string; row: Scenario }[];
export type CheckScenario = (typeof CHECK_SCENARIOS)[number]['value'];

/** An address in the form used to look up records. */
export interface CheckAddress {
  /** Location ids by level, from the state down; 0 or omitted for a level at which the address specifies no place. */
  chain: readonly number[];
  /** Digits only; empty if there is no postcode. */
  postcode: string;
}

export interface CheckQuestion {
  address: CheckAddress;
  /** The address at the other end of the route; null if it is unknown. */
  other: CheckAddress | null;
  scenario: CheckScenario;
  /** The seller's shop type: 0 Standard, 1 SBS (G37). */
  shop: ApplicableType;
}

/**
 * A record, identified by its key within its list. A 3PL has separate lists of locations and postcodes for each end; a
 * channel has one list for both ends.
 */
export type RecordRef =
  | { list: 'configuration' }
  | { list: 'location'; end: End; locationId: number; type: ApplicableType }
  | { list: 'postcode'; end: End; zipcode: string; type: ApplicableType }
  | { list: 'zone'; id: number; locationId: number; type: ApplicableType }
  | { list: 'route'; id: number; fromLocationId: number; toLocationId: number; type: ApplicableType };

/** The records of one channel or 3PL. */
export interface ServiceRecords {
  /** Null if there is no configuration, in which case no address is checked. */
  config: ServiceConfig | null;
  location(end: End, locationId: number, type: ApplicableType): SupportFlags | null;
  postcode(end: End, zipcode: string, type: ApplicableType): SupportFlags | null;
  zone(locationId: number, type: ApplicableType): { id: number; zone: string } | null;
  route(fromLocationId: number, toLocationId: number, type: ApplicableType): { id: number } | null;
  /** The routes of a type, for addresses that are known only by a place that contains the ends of routes. */
  routeParts(type: ApplicableType): RouteParts;
}

/** open: the result depends on information that is missing. */
export type Verdict = 'yes' | 'no' | 'open';

/** One end in the same-zone check. */
export interface ZoneEnd {
  end: End;
  /** The place at the checked level; 0 if the address has none, null if the address is unknown. */
  locationId: number | null;
  found: { ref: RecordRef; zone: string } | null;
}

/** One step that led to the result; steps are in evaluation order. */
export type Step =
  /** Whether the serviceable area check is on; `ref` is null if there is no configuration. */
  | { is: 'check'; on: boolean; ref: RecordRef | null }
  /**
   * Whether this end's address is checked (SAC-22). `dropOff`: it is not checked, because the seller drops off the
   * parcel (SAC-18).
   */
  | { is: 'end'; end: End; checked: boolean; dropOff: boolean; scenario: CheckScenario }
  /** The type of records that apply to a shop (SAC-9, G42). */
  | { is: 'shop'; shop: ApplicableType; same: boolean; type: ApplicableType }
  /** How addresses are looked up, and down to which level. */
  | { is: 'by'; areaType: AreaType; level: CheckLevel | null }
  /** A record for the address was found and determines the result. */
  | { is: 'record'; ref: RecordRef; support: SupportFlags }
  /** No record for the address was found, so the defaults apply (SAC-13, SAC-14). `ref` is the missing record. */
  | {
      is: 'default';
      why: 'noRecord' | 'noPlace' | 'noPostcode' | 'productPage' | 'noLevel';
      ref: RecordRef | null;
      support: SupportFlags;
    }
  /** The extra validation is not set, or does not apply here (SAC-16, SAC-17). */
  | { is: 'noExtra'; why: 'notSet' | 'oneEnd' | 'shop' }
  | { is: 'zone'; level: ZoneLevel; own: ZoneEnd; other: ZoneEnd; type: ApplicableType; verdict: Verdict }
  /**
   * `ref` is null if no route matches, or if more must be known of an end (open). `unknown`: the ends of which no state,
   * city or district is known; omitted if both are known. `parts`: the places of ends from or to whose parts routes lead;
   * omitted if there are none.
   */
  | {
      is: 'route';
      end: End;
      ref: RecordRef | null;
      type: ApplicableType;
      verdict: Verdict;
      unknown?: readonly End[];
      parts?: readonly { end: End; locationId: number }[];
    };

/** The result for one end. */
export interface EndAnswer {
  /** Whether parcels can be delivered to the buyer's address, or picked up at the seller's. */
  served: Verdict;
  /** Whether this is also possible with cash on delivery. */
  cod: Verdict;
  steps: Step[];
}

/** The result for an address, both as the buyer's and as the seller's. */
export type CheckAnswer = Readonly<Record<End, EndAnswer>>;

const ALL = unpackFlags(15);

/**
 * Whether the plain service and the COD service at an end are available according to the flags; COD requires the plain
 * service.
 */
function servicesOf(end: End, support: SupportFlags): [served: Verdict, cod: Verdict] {
  const served = end === 'buyer' ? support.canDeliver : support.canPickup;
  const cod = end === 'buyer' ? support.canCOD : support.canCODPickup;
  return [served ? 'yes' : 'no', served && cod ? 'yes' : 'no'];
}

const both = (a: Verdict, b: Verdict): Verdict => (a === 'no' || b === 'no' ? 'no' : a === 'open' ? 'open' : b);

/**
 * The default flags of a configuration (SAC-13); on the product page, deliver and pickup share one default (SAC-14).
 */
function defaults(config: ServiceConfig, productPage: boolean): SupportFlags {
  const pdp = config.defaultPdpPostcode === YES;
  return {
    canDeliver: productPage ? pdp : config.defaultDeliverEnabled === YES,
    canCOD: config.defaultCodEnabled === YES,
    canPickup: productPage ? pdp : config.defaultPickupEnabled === YES,
    canCODPickup: config.defaultCodPickupEnabled === YES,
  };
}

/** The row of the configuration that applies to a scenario. */
export const rowOf = (scenario: CheckScenario): Scenario =>
  (CHECK_SCENARIOS.find(({ value }) => value === scenario) ?? CHECK_SCENARIOS[0]).row;

/** Whether the address belongs to a seller who drops off parcels and is therefore not checked (SAC-18). */
const isDropOff = (end: End, scenario: CheckScenario): boolean => scenario === 'arrangeDropOff' && end === 'seller';

/** Whether a configuration checks the address at an end in a scenario (SAC-22). */
export const isChecked = (end: End, scenario: CheckScenario, config: ServiceConfig | null): boolean =>
  config?.isCheckServiceable === YES && checksSide(config[rowOf(scenario).verify], end) && !isDropOff(end, scenario);

/** Looks up an address and returns the step that determines its result. */
function lookUp(
  config: ServiceConfig,
  level: CheckLevel | null,
  end: End,
  { chain, postcode }: CheckAddress,
  productPage: boolean,
  type: ApplicableType,
  records: ServiceRecords,
): Extract<Step, { is: 'record' | 'default' }> {
  const byDefault = (
    why: Extract<Step, { is: 'default' }>['why'],
    ref: RecordRef | null,
  ): Extract<Step, { is: 'default' }> => ({
    is: 'default',
    why,
    ref,
    support: defaults(config, why === 'productPage'),
  });
  if (config.serviceableType === AREA_TYPE.postcode) {
    if (productPage) return byDefault('productPage', null);
    if (postcode === '') return byDefault('noPostcode', null);
    for (const zipcode of postcodesOf(postcode)) {
      const support = records.postcode(end, zipcode, type);
      if (support) return { is: 'record', ref: { list: 'postcode', end, zipcode, type }, support };
    }
    return byDefault('noRecord', { list: 'postcode', end, zipcode: postcode, type });
  }
  if (level === null) return byDefault('noLevel', null);
  const locationId = chain[level - 1] ?? 0;
  if (locationId === 0) return byDefault('noPlace', null);
  const ref: RecordRef = { list: 'location', end, locationId, type };
  const support = records.location(end, locationId, type);
  return support ? { is: 'record', ref, support } : byDefault('noRecord', ref);
}

function zoneEnd(
  end: End,
  address: CheckAddress | null,
  level: ZoneLevel,
  type: ApplicableType,
  records: ServiceRecords,
): ZoneEnd {
  if (!address) return { end, locationId: null, found: null };
  const locationId = address.chain[level - 1] ?? 0;
  const found = locationId === 0 ? null : records.zone(locationId, type);
  return {
    end,
    locationId,
    found: found && { ref: { list: 'zone', id: found.id, locationId, type }, zone: found.zone },
  };
}

/**
 * Checks that seller and buyer are in the same zone. A place without a zone is never in the same zone as another place.
 */
function zoneStep(
  level: ZoneLevel,
  end: End,
  address: CheckAddress,
  other: CheckAddress | null,
  type: ApplicableType,
  records: ServiceRecords,
): Extract<Step, { is: 'zone' }> {
  const own = zoneEnd(end, address, level, type, records);
  const theirs = zoneEnd(otherEnd(end), other, level, type, records);
  /** Whether a place is specified at the checked level but belongs to no zone. */
  const outside = (at: ZoneEnd): boolean => at.locationId !== null && at.locationId !== 0 && at.found === null;
  const verdict: Verdict =
    outside(own) || outside(theirs)
      ? 'no'
      : own.found === null || theirs.found === null
        ? 'open'
        : own.found.zone === theirs.found.zone
          ? 'yes'
          : 'no';
  return { is: 'zone', level, own, other: theirs, type, verdict };
}

/**
 * Checks the route limits, each of which has a state, city or district at either end. The most specific one applies. If
 * none does, but routes connect parts of the two places, the result depends on which part an address is in.
 */
function routeStep(
  end: End,
  address: CheckAddress,
  other: CheckAddress | null,
  type: ApplicableType,
  records: ServiceRecords,
): Extract<Step, { is: 'route' }> {
  /** The places from the district up, so that the most specific one comes first. */
  const places = (at: CheckAddress): number[] =>
    at.chain
      .slice(0, 3)
      .filter(id => id !== 0)
      .reverse();
  const own = places(address);
  const theirs = other ? places(other) : [];
  const unknown = [...(own.length === 0 ? [end] : []), ...(theirs.length === 0 ? [otherEnd(end)] : [])];
  if (unknown.length > 0) return { is: 'route', end, ref: null, type, verdict: 'open', unknown };
  const [from, to] = end === 'seller' ? [own, theirs] : [theirs, own];
  for (const fromLocationId of from) {
    for (const toLocationId of to) {
      const found = records.route(fromLocationId, toLocationId, type);
      if (found) {
        const ref: RecordRef = { list: 'route', id: found.id, fromLocationId, toLocationId, type };
        return { is: 'route', end, ref, type, verdict: 'yes' };
      }
    }
  }
  const { from: fromParts, to: toParts } = records.routeParts(type).unclear(from, to);
  const parts = [
    ...(fromParts ? [{ end: 'seller' as const, locationId: from[0] as number }] : []),
    ...(toParts ? [{ end: 'buyer' as const, locationId: to[0] as number }] : []),
  ];
  if (parts.length > 0) return { is: 'route', end, ref: null, type, verdict: 'open', parts };
  return { is: 'route', end, ref: null, type, verdict: 'no' };
}

/**
 * Why the extra validation does not apply in a scenario; null if it does. It always applies in scenarios 2 and 4,
 * applies in scenario 1 if both ends are checked, and never applies in scenario 3 (SAC-15 to SAC-17).
 */
export function whyNoExtra(config: ServiceConfig, scenario: CheckScenario): 'notSet' | 'shop' | 'oneEnd' | null {
  if (config.extraLimitType === RESTRICTION.none) return 'notSet';
  const { verify } = rowOf(scenario);
  if (verify === 'validateShopVerify') return 'shop';
  return verify === 'pdpVerify' && config.pdpVerify !== 3 ? 'oneEnd' : null;
}

function extraStep(
  config: ServiceConfig,
  end: End,
  { address, other, scenario }: CheckQuestion,
  type: ApplicableType,
  records: ServiceRecords,
): Step {
  const why = whyNoExtra(config, scenario);
  if (why !== null) return { is: 'noExtra', why };
  return config.extraLimitType === RESTRICTION.sameZone
    ? zoneStep(config.zoneLevel, end, address, other, type, records)
    : routeStep(end, address, other, type, records);
}

/** Whether an address is served as an origin or destination, and why. */
export function checkEnd(end: End, question: CheckQuestion, records: ServiceRecords): EndAnswer {
  const { config } = records;
  const { address, scenario, shop } = question;
  if (config?.isCheckServiceable !== YES) {
    const ref: RecordRef | null = config ? { list: 'configuration' } : null;
    return { served: 'yes', cod: 'yes', steps: [{ is: 'check', on: false, ref }] };
  }
  const row = rowOf(scenario);
  const same = config.isSbsSameAsStandard === YES;
  const type: ApplicableType = same ? 0 : shop;
  const dropOff = isDropOff(end, scenario);
  const checked = isChecked(end, scenario, config);
  const steps: Step[] = [
    { is: 'check', on: true, ref: { list: 'configuration' } },
    { is: 'shop', shop, same, type },
    { is: 'end', end, checked, dropOff, scenario },
  ];
  let support = ALL;
  if (checked) {
    const level = config.serviceableType === AREA_TYPE.location ? config[row.level] : null;
    steps.push({ is: 'by', areaType: config.serviceableType, level });
    const found = lookUp(config, level, end, address, row.verify === 'pdpVerify', type, records);
    steps.push(found);
    support = found.support;
  }
  const extra = extraStep(config, end, question, type, records);
  steps.push(extra);
  const limit = extra.is === 'zone' || extra.is === 'route' ? extra.verdict : 'yes';
  const [served, cod] = servicesOf(end, support);
  return { served: both(served, limit), cod: both(cod, limit), steps };
}

/** Whether a channel or a 3PL serves an address, both as the buyer's and as the seller's. */
export const checkServiceability = (question: CheckQuestion, records: ServiceRecords): CheckAnswer => ({
  buyer: checkEnd('buyer', question, records),
  seller: checkEnd('seller', question, records),
});

/** The parts of an address that the extra validation depends on. */
function extraKey({ extraLimitType, zoneLevel }: ServiceConfig, { chain }: CheckAddress): string {
  if (extraLimitType === RESTRICTION.none) return '';
  return extraLimitType === RESTRICTION.sameZone ? String(chain[zoneLevel - 1] ?? 0) : chain.slice(0, 3).join('/');
}

/**
 * The parts of a query that the result depends on, for a fixed scenario and shop. Queries with the same key get the
 * same result from the same records. Does not look up any record.
 */
export function answerKey({ address, other, scenario }: CheckQuestion, config: ServiceConfig | null): string {
  if (config?.isCheckServiceable !== YES) return '';
  const level = config[rowOf(scenario).level] ?? 0;
  const own =
    config.serviceableType === AREA_TYPE.postcode ? `p${address.postcode}` : `l${address.chain[level - 1] ?? 0}`;
  return `${own} ${extraKey(config, address)} ${other ? extraKey(config, other) : '-'}`;
}

/** The records that a step is based on. */
export function refsOf(step: Step): RecordRef[] {
  if (step.is === 'check' || step.is === 'route') return step.ref ? [step.ref] : [];
  if (step.is === 'record') return [step.ref];
  if (step.is === 'zone') return [step.own, step.other].flatMap(({ found }) => (found ? [found.ref] : []));
  // Defaults, ends and levels come from the configuration, which the first step already refers to.
  return [];
}

/** The ends of which more must be known for a result; empty if it is certain. */
export function endsToKnow(steps: readonly Step[]): End[] {
  const ends = steps.flatMap((step): readonly End[] => {
    if ((step.is !== 'zone' && step.is !== 'route') || step.verdict !== 'open') return [];
    if (step.is === 'route') return [...(step.unknown ?? []), ...(step.parts ?? []).map(({ end }) => end)];
    return [step.own, step.other].flatMap(({ end, found }) => (found ? [] : [end]));
  });
  return [...new Set(ends)];
}

/** The parts of a result, in the order in which matrices and files show them. */
export const SERVICES = [
  { key: 'deliver', label: 'Deliver', of: (answer: CheckAnswer): Verdict => answer.buyer.served },
  { key: 'cod', label: 'COD', of: (answer: CheckAnswer): Verdict => answer.buyer.cod },
  { key: 'pickup', label: 'Pickup', of: (answer: CheckAnswer): Verdict => answer.seller.served },
  { key: 'codPickup', label: 'COD pickup', of: (answer: CheckAnswer): Verdict => answer.seller.cod },
] as const;
export type ServiceKey = (typeof SERVICES)[number]['key'];

export const servicesOfAnswer = (answer: CheckAnswer): Record<ServiceKey, Verdict> =>
  Object.fromEntries(SERVICES.map(({ key, of }) => [key, of(answer)])) as Record<ServiceKey, Verdict>;

/** A record in list form. */
export type ServiceRecord =
  | ({ list: 'location'; end: End | null; locationId: number; type: number } & SupportFlags)
  | ({ list: 'postcode'; end: End | null; zipcode: string; type: number } & SupportFlags)
  | { list: 'zone'; id: number; locationId: number; type: number; zone: string }
  | {
      list: 'route';
      id: number;
      fromLocationId: number;
      toLocationId: number;
      type: number;
      /** The ends with the places that contain them. Omitted if no address needs them. */
      paths?: RoutePaths;
    };

/**
 * Indexes records for lookup; the list may be in any order. If a record's `end` is null, it applies to both ends, as
 * for a channel.
 */
export function recordsFrom(config: ServiceConfig | null, list: Iterable<ServiceRecord>): ServiceRecords {
  const flags = new Map<string, number>();
  const zones = new Map<string, { id: number; zone: string }>();
  const routes = new Map<string, { id: number }>();
  const paths: readonly [RoutePaths[], RoutePaths[]] = [[], []];
  const parts: (RouteParts | undefined)[] = [];
  for (const record of list) {
    if (record.list === 'zone') zones.set(`${record.locationId}/${record.type}`, record);
    else if (record.list === 'route') {
      routes.set(`${record.fromLocationId}/${record.toLocationId}/${record.type}`, record);
      if (record.paths) paths[record.type as ApplicableType]?.push(record.paths);
    } else {
      const of = record.list === 'location' ? record.locationId : record.zipcode;
      const ends: readonly End[] = record.end === null ? ['seller', 'buyer'] : [record.end];
      for (const end of ends) flags.set(`${record.list}/${end}/${of}/${record.type}`, packFlags(record));
    }
  }
  const supportOf = (key: string): SupportFlags | null => {
    const bits = flags.get(key);
    return bits === undefined ? null : unpackFlags(bits);
  };
  return {
    config,
    location: (end, locationId, type) => supportOf(`location/${end}/${locationId}/${type}`),
    postcode: (end, zipcode, type) => supportOf(`postcode/${end}/${zipcode}/${type}`),
    zone: (locationId, type) => zones.get(`${locationId}/${type}`) ?? null,
    route: (from, to, type) => routes.get(`${from}/${to}/${type}`) ?? null,
    routeParts: type => (parts[type] ??= new RouteParts(paths[type])),
  };
}
