import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { channelPostcode } from '../../contract/resources/channelPostcode.ts';
import { channelRoute } from '../../contract/resources/channelRoute.ts';
import { channelZone } from '../../contract/resources/channelZone.ts';
import { screenOf, type ResourcePage } from '../resource/screen.tsx';
import { checkLead } from './checkLead.tsx';
import { operationHistoryHref } from './operationHistory.ts';
import { SelectedChannelHint, ZoneChannelHint } from './SelectedHint.tsx';
import { CHANNEL_AREA, type ServiceablePage } from './tabs.ts';
import { UnknownChannel } from '../shared/UnknownChannel.tsx';

/**
 * The list tabs of Channel Serviceable Area, one of which is a session's first page, and the additions of each to its
 * resource's declaration (SAL-1 to SAL-19, SAP, SAR, SAZ).
 */

const IDLE_HINT = 'Type part of its ID or name into Channel ID above and choose it from the list.';

const page = (
  name: ServiceablePage,
  rest: Pick<ResourcePage, 'resource'> & Partial<ResourcePage>,
  [idle, empty, none]: readonly [string, string, string],
): ResourcePage => ({
  id: `serviceable.${name}`,
  Hint: SelectedChannelHint,
  Misfit: UnknownChannel,
  leads: [checkLead('channel')],
  history: selected => operationHistoryHref(CHANNEL_AREA, name, selected),
  texts: { idle, idleHint: IDLE_HINT, empty, none },
  ...rest,
});

export const LIST_PAGES = {
  location: screenOf(
    page('location', { resource: channelLocation }, [
      'Choose a channel to see its serviceable locations',
      'No location of this channel matches these filters',
      'This channel has no serviceable locations of this applicable type yet',
    ]),
  ),
  postcode: screenOf(
    page('postcode', { resource: channelPostcode }, [
      'Choose a channel to see its serviceable postcodes',
      'No postcode of this channel matches these filters',
      'This channel has no serviceable postcodes of this applicable type yet',
    ]),
  ),
  'zone-limit': screenOf(
    page('zone-limit', { resource: channelZone, Hint: ZoneChannelHint }, [
      'Choose a channel to see its zone limits',
      'No zone limit of this channel matches these filters',
      'This channel has no zone limits of this applicable type yet',
    ]),
  ),
  'route-limit': screenOf(
    page('route-limit', { resource: channelRoute }, [
      'Choose a channel to see its route limits',
      'No route limit of this channel matches these filters',
      'This channel has no route limits of this applicable type yet',
    ]),
  ),
} as const satisfies Readonly<Record<Exclude<ServiceablePage, 'channel-configuration'>, unknown>>;
