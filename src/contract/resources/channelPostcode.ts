import { SUPPORT_KEYS } from '../../domain/serviceable.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import {
  applicableTypeField,
  callsFor,
  displayUnsupported,
  EQUAL,
  ownerColumns,
  ownerFilter,
  ownerParameter,
  supportFields,
  wordOf,
  identityOf,
  type Variant,
} from './support.ts';

/**
 * Serviceable postcodes of a channel, or of a 3PL's origins or destinations (channels spec 2.4, 3, 7.2; SAP-1 to SAP-6,
 * TPL-4).
 */
export const postcodeOf = <const V extends Variant>(variant: V) =>
  defineResource({
    ...identityOf(variant),
    fields: {
      type: applicableTypeField,
      zipcode: text('Postcode', {
        max: 16,
        pattern: /^[0-9A-Z](?:[0-9A-Z -]{0,14}[0-9A-Z])?$/,
        form: 'postcode',
        width: 100,
        always: true,
      }),
      ...supportFields,
    },
    key: ['zipcode', 'type'],
    order: ['type', 'zipcode'],
    edit: SUPPORT_KEYS,
    filters: {
      postcode: { is: 'prefix', in: ['zipcode'] },
      ...ownerFilter(variant),
      type: EQUAL,
      displayUnsupported,
    },
    columns: ['zipcode', ...ownerColumns(variant), 'country', 'type', ...SUPPORT_KEYS],
    title: row => `${wordOf(variant)} ${String(row['zipcode'])}`,
    deletion: { title: 'Are you sure to delete this Postcode?' },
    calls: {
      ...callsFor(variant),
      delete: {
        path: `${variant.base}/delete/`,
        input: { ...ownerParameter(variant), zipcode: 'zipcode', applicable_type: 'type' },
      },
    },
  });

export const channelPostcode = postcodeOf({
  id: 'channelPostcode',
  collection: 'channelPostcodes',
  feed: 3,
  label: { one: 'Postcode', many: 'Serviceable postcodes' },
  page: { path: '/carrier/serviceable/postcode', title: 'Postcode' },
  scope: 'channel',
  base: '/channelPostcodeService',
});
export type ChannelPostcodeRow = RowOf<typeof channelPostcode>;
