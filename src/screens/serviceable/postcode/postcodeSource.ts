import {
  listChannelPostcodes,
  type ChannelPostcodeFilters,
  type ChannelPostcodeRow,
} from '../../../contract/channelPostcode.ts';
import { heldSource } from '../heldSource.ts';

/** What the Postcode list reads (SAP-1, SAP-2). */
export const postcodeSource = heldSource<ChannelPostcodeFilters, ChannelPostcodeRow>(
  'serviceable.postcode',
  'channelPostcodes',
  listChannelPostcodes,
  'type',
);
