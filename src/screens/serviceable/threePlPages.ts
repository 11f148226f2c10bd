import type { Resource } from '../../contract/resource.ts';
import * as threePl from '../../contract/resources/threePl.ts';
import { screenOf } from '../resource/screen.tsx';
import { checkLead } from './checkLead.tsx';
import { operationHistoryHref } from './operationHistory.ts';
import { SelectedThreePlHint, ZoneThreePlHint } from './SelectedHint.tsx';
import { THREE_PL_AREA, type ThreePlPage } from './tabs.ts';
import { UnknownThreePl } from '../shared/UnknownThreePl.tsx';

/** The list tabs of 3PL Serviceable Area, and the additions of each to its resource's declaration (TPL-1, G30, G84). */

/** @param records the contents of the list, as used in a sentence, e.g. "serviceable origin locations" */
const page = (
  name: Exclude<ThreePlPage, '3pl-configuration'>,
  resource: Resource,
  [one, records]: readonly [one: string, records: string],
) =>
  screenOf({
    id: `serviceable3pl.${name}`,
    resource,
    Hint: name === 'zone-limit' ? ZoneThreePlHint : SelectedThreePlHint,
    Misfit: UnknownThreePl,
    leads: [checkLead('3pl')],
    history: selected => operationHistoryHref(THREE_PL_AREA, name, selected),
    texts: {
      idle: `Choose a 3PL to see its ${records}`,
      idleHint: 'Type part of its id or name into 3PL ID above and choose it from the list.',
      empty: `No ${one} of this 3PL matches these filters`,
      none: `This 3PL has no ${records} of this applicable type yet`,
    },
  });

export const THREE_PL_PAGES = {
  'origin-location': page('origin-location', threePl.threePlOriginLocation, [
    'origin location',
    'serviceable origin locations',
  ]),
  'destination-location': page('destination-location', threePl.threePlDestinationLocation, [
    'destination location',
    'serviceable destination locations',
  ]),
  'origin-postcode': page('origin-postcode', threePl.threePlOriginPostcode, [
    'origin postcode',
    'serviceable origin postcodes',
  ]),
  'destination-postcode': page('destination-postcode', threePl.threePlDestinationPostcode, [
    'destination postcode',
    'serviceable destination postcodes',
  ]),
  'zone-limit': page('zone-limit', threePl.threePlZone, ['zone limit', 'zone limits']),
  'route-limit': page('route-limit', threePl.threePlRoute, ['route limit', 'route limits']),
} as const satisfies Readonly<Record<Exclude<ThreePlPage, '3pl-configuration'>, unknown>>;
