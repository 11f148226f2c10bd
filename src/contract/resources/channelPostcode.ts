import { FEATURE } from '../../domain/permission.ts';
import { SUPPORT_KEYS } from '../../domain/serviceable.ts';
import { defineResource, text, type RowOf } from '../resource.ts';
import { applicableTypeField, CHANNEL, displayUnsupported, EQUAL, FORWARD, supportFields } from './support.ts';

/** Serviceable postcodes of a channel (channels spec 2.4, 3, 7.2; SAP-1 to SAP-6). */
export const channelPostcode = defineResource({
  id: 'channelPostcode',
  collection: 'channelPostcodes',
  feed: 3,
  label: { one: 'Postcode', many: 'Serviceable postcodes' },
  feature: FEATURE.serviceableArea,
  scope: 'channel',
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
    channelId: CHANNEL,
    type: EQUAL,
    displayUnsupported,
  },
  columns: ['zipcode', 'channelId', 'channelName', 'country', 'type', ...SUPPORT_KEYS],
  title: row => `postcode ${String(row['zipcode'])}`,
  calls: {
    base: '/channelPostcodeService',
    list: '/channelPostcodeService',
    delete: {
      path: '/channelPostcodeService/delete/',
      input: { channel_id: 'channelId', zipcode: 'zipcode', applicable_type: 'type' },
    },
    export: `${FORWARD}/channelPostcodeService`,
  },
});
export type ChannelPostcodeRow = RowOf<typeof channelPostcode>;
