import { applicableTypeLabel, LEVEL_NAMES } from './serviceable.ts';
import { AREA_TYPE, NO, SAME_ZONE_LEVELS } from './serviceableChoices.ts';
import type { ServiceConfig } from './serviceableConfig.ts';
import {
  CHECK_SCENARIOS,
  endsToKnow,
  type CheckScenario,
  type End,
  type Step,
  type Verdict,
  type ZoneEnd,
} from './serviceability.ts';

/** Explains the steps of a serviceability result in sentences. */

/** The names of places by id; for a place that is not included, only the id is shown. */
export type PlaceNames = ReadonlyMap<number, string>;

const WHEN: Readonly<Record<CheckScenario, string>> = {
  productPage: 'On the product page',
  checkout: 'At checkout',
  editAddress: "When an order's destination address is edited,",
  shopToggle: 'When a shop turns the channel on or changes its pickup address,',
  arrangePickup: 'When a pickup is arranged,',
  arrangeDropOff: 'When a drop-off is arranged,',
};

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');
const WHOSE: Readonly<Record<End, string>> = { buyer: "the buyer's address", seller: "the seller's address" };

const placeName = (names: PlaceNames, id: number): string => {
  const name = names.get(id);
  return name === undefined ? `Location ${id}` : `${name} (${id})`;
};

/** An end's two services, named as in its lists. */
function supportText(end: End, support: Extract<Step, { is: 'record' }>['support']): string {
  const { canDeliver, canCOD, canPickup, canCODPickup } = support;
  return end === 'buyer'
    ? `Support Deliver ${yesNo(canDeliver)}, Support COD Deliver ${yesNo(canCOD)}`
    : `Support Pickup ${yesNo(canPickup)}, Support COD Pickup ${yesNo(canCODPickup)}`;
}

function defaultText(step: Extract<Step, { is: 'default' }>, end: End, names: PlaceNames, level: string): string {
  const answer = `so the default is returned: ${supportText(end, step.support)}.`;
  switch (step.why) {
    case 'productPage':
      return (
        'The product page gives no postcode to the logistics service, so the default is returned: ' +
        `PDP page postcode check ${yesNo(end === 'buyer' ? step.support.canDeliver : step.support.canPickup)}.`
      );
    case 'noPostcode':
      return `The address has no postcode, ${answer}`;
    case 'noPlace':
      return `The address has no ${level}, ${answer}`;
    case 'noLevel':
      return `No location level is chosen for this scenario, ${answer}`;
    case 'noRecord': {
      const { ref } = step;
      if (ref?.list === 'postcode')
        return `Postcode ${ref.zipcode} has no record of type ${applicableTypeLabel(ref.type)}, ${answer}`;
      if (ref?.list !== 'location') return `There is no record, ${answer}`;
      return `${placeName(names, ref.locationId)} has no record of type ${applicableTypeLabel(ref.type)}, ${answer}`;
    }
  }
}

function zoneEndText({ end, locationId, found }: ZoneEnd, level: string, names: PlaceNames): string {
  if (locationId === null) return `the place of ${end === 'buyer' ? 'the buyer' : 'the seller'} is not given`;
  if (locationId === 0) return `${WHOSE[end]} has no ${level}`;
  return `${placeName(names, locationId)} is in ${found ? `zone ${found.zone}` : 'no zone'}`;
}

const SAME: Readonly<Record<Verdict, string>> = {
  yes: 'The zones are the same.',
  no: 'They are not in the same zone.',
  open: 'Whether they are in the same zone depends on it.',
};

function routeText(step: Extract<Step, { is: 'route' }>, names: PlaceNames): string {
  const { ref, verdict, unknown, parts } = step;
  if (ref?.list === 'route')
    return `A route leads from ${placeName(names, ref.fromLocationId)} to ${placeName(names, ref.toLocationId)}.`;
  if (parts) {
    const where = parts.map(
      ({ end, locationId }) => `${end === 'seller' ? 'from' : 'to'} parts of ${placeName(names, locationId)}`,
    );
    const whose = parts.map(({ end }) => WHOSE[end]).join(' and ');
    return `Routes lead only ${where.join(' and ')}, so it depends on the city or district of ${whose}.`;
  }
  if (verdict === 'open') {
    const whose = (unknown ?? []).map(end => WHOSE[end]).join(' and ') || 'the other address';
    return `Whether a route leads there depends on ${whose}, of which no state, city or district is known.`;
  }
  return "No route leads from the seller's to the buyer's address.";
}

/**
 * A step as a sentence.
 * @param before the earlier steps, one of which contains the level
 */
export function stepText(step: Step, end: End, before: readonly Step[], names: PlaceNames): string {
  switch (step.is) {
    case 'check':
      if (step.on) return 'The serviceable area check is on.';
      return step.ref
        ? 'The serviceable area check is off: no address is checked.'
        : 'Nothing is configured, so no address is checked.';
    case 'shop':
      if (step.shop === 0) return 'The shop is a standard one: the records of type Standard apply.';
      return step.same
        ? 'SBS shops are checked like any other shop: the records of type Standard apply.'
        : 'The shop is whitelisted as SBS: the records of type SBS apply.';
    case 'end':
      if (step.dropOff) return "When arranging drop-off, the seller's address is not validated.";
      return `${WHEN[step.scenario]} ${WHOSE[step.end]} is ${step.checked ? '' : 'not '}checked.`;
    case 'by':
      if (step.areaType === AREA_TYPE.postcode) return 'It is found by its postcode.';
      return step.level === null
        ? 'It is found by location.'
        : `It is found by location, at the level ${levelWord(step.level)}.`;
    case 'record': {
      const { ref, support } = step;
      const what =
        ref.list === 'postcode'
          ? `Postcode ${ref.zipcode}`
          : ref.list === 'location'
            ? placeName(names, ref.locationId)
            : 'The address';
      return `${what} has a record: ${supportText(end, support)}.`;
    }
    case 'default': {
      const by = before.find(one => one.is === 'by');
      return defaultText(step, end, names, by?.is === 'by' && by.level !== null ? levelWord(by.level) : 'place');
    }
    case 'noExtra':
      if (step.why === 'notSet') return 'There is no extra validation.';
      return step.why === 'shop'
        ? 'The extra validation does not cover shops.'
        : "The extra validation does not cover the product page here: it would need both the seller's and the buyer's address.";
    case 'zone': {
      const level = SAME_ZONE_LEVELS[step.level].label.toLowerCase();
      const ends = [step.own, step.other].map(at => zoneEndText(at, level, names));
      const text = `${ends.join('; ')}. ${SAME[step.verdict]}`;
      return `Seller and buyer must be in the same zone, by ${level}: ${text}`;
    }
    case 'route':
      return routeText(step, names);
  }
}

const levelWord = (level: number): string => (LEVEL_NAMES[level - 1] ?? 'place').toLowerCase();

/** What an open result depends on, from the point of view of the address at an end. */
export function dependsText(steps: readonly Step[], end: End): string {
  const ends = endsToKnow(steps);
  if (!ends.includes(end)) return 'depends on the other address';
  return ends.length > 1 ? 'depends on both addresses' : 'depends on a more exact address';
}

/** What a step means for an end; null if the step alone does not determine anything. */
export function stepVerdict(step: Step, end: End): Verdict | null {
  if (step.is === 'record' || step.is === 'default') {
    const { canDeliver, canPickup } = step.support;
    return (end === 'buyer' ? canDeliver : canPickup) ? 'yes' : 'no';
  }
  return step.is === 'zone' || step.is === 'route' ? step.verdict : null;
}

/** How a configuration looks up addresses in a scenario: "Location, district", "Postcode", "Not checked". */
export function checkedByText(config: ServiceConfig | null, scenario: CheckScenario): string {
  if (config === null) return 'Not configured';
  if (config.isCheckServiceable === NO) return 'Not checked';
  const { row } = CHECK_SCENARIOS.find(({ value }) => value === scenario) ?? CHECK_SCENARIOS[0];
  if (config[row.verify] === 0) return 'Not checked';
  if (config.serviceableType === AREA_TYPE.postcode) return 'Postcode';
  const level = config[row.level];
  return level === null ? 'Location' : `Location, ${levelWord(level)}`;
}

/** `isDefault`: whether a result is based on the defaults. `isChecked`: whether anything was checked at all. */
export const isDefault = (steps: readonly Step[]): boolean => steps.some(({ is }) => is === 'default');
export const isChecked = (steps: readonly Step[]): boolean =>
  steps.some(step => step.is === 'end' && step.checked) || steps.some(({ is }) => is === 'zone' || is === 'route');
