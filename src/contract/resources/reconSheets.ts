import { defineSheet } from '../resourceSheet.ts';
import { channelGroup, reconChannel, reconForecast, reconRule, reconSupplier } from './recon.ts';
import { shipment } from './shipment.ts';

/** The spreadsheets of suppliers, recon channels, channel groups, recon fee rules, forecasts and shipments. */

const status = { note: 'Normal or Disabled.', example: 'Normal', width: 12 };
const channelText = { note: 'The channel.', example: 12345, width: 14 };
const named = { note: 'The channel is identified by its ID alone.', example: 'Example, replace this row', width: 28 };
const supplierText = { note: 'Number of the supplier.', example: 100, width: 14 };

export const reconSupplierSheet = defineSheet({
  resource: reconSupplier,
  name: 'Supplier',
  file: 'Suppliers',
  template: 'suppliers.xlsx',
  mode: 'merge',
  columns: reconSupplier.columns,
  texts: {
    supplier_id: { note: 'A number. An existing supplier is changed; a new one is added.', example: 100, width: 14 },
    supplier_name: { note: 'The name of the supplier.', example: 'Example, replace this row', width: 32 },
    contact: { note: 'E-mail address for disputes; may be empty.', example: 'billing@supplier.example', width: 28 },
    status,
  },
});

export const reconChannelSheet = defineSheet({
  resource: reconChannel,
  name: 'Recon Channel',
  file: 'Recon channels',
  template: 'recon-channels.xlsx',
  mode: 'merge',
  columns: reconChannel.columns,
  texts: {
    channelId: channelText,
    channel_name: named,
    category: { note: 'CrossBorder or Local.', example: 'Local', width: 14 },
    lm_id: { note: 'Number of the last mile supplier.', example: 100, width: 14 },
    lm_name: { note: 'The name of the last mile.', example: 'Example', width: 24 },
    launch_logistics_status: {
      note: 'Statuses at which a parcel may be billed; if empty, only delivered parcels may be.',
      example: 'Delivered, Returned',
      width: 24,
    },
  },
  info: ['channel_name'],
});

export const channelGroupSheet = defineSheet({
  resource: channelGroup,
  name: 'Channel Group',
  file: 'Channel groups',
  template: 'channel-groups.xlsx',
  mode: 'merge',
  columns: channelGroup.columns,
  texts: {
    channelId: channelText,
    channel_name: named,
    group_id: { note: 'Number of the group.', example: 1, width: 12 },
    group_name: { note: 'The name of the group.', example: 'Express', width: 24 },
  },
  info: ['channel_name'],
});

const amount = { note: 'An amount; may be empty.', example: 500, width: 14 };
const percent = { note: 'A percentage; may be empty.', example: 2, width: 14 };
const ruleTexts = {
  supplier_id: supplierText,
  fee_rule_type: { note: 'Amount, Percent or Smaller of both.', example: 'Smaller of both', width: 18 },
  over_amount: amount,
  over_percent: percent,
  under_amount: amount,
  under_percent: percent,
  bill_cap: { note: 'Largest sum of differences accepted in one bill; may be empty.', example: 1_000_000, width: 14 },
  status,
};

export const reconRuleSheet = defineSheet({
  resource: reconRule,
  name: 'Recon Fee Rule',
  file: 'Recon fee rules',
  template: 'recon-fee-rules.xlsx',
  mode: 'merge',
  columns: reconRule.columns,
  texts: ruleTexts,
});

export const reconForecastSheet = defineSheet({
  resource: reconForecast,
  name: 'Forecast',
  file: 'Recon forecasts',
  template: 'recon-forecasts.xlsx',
  mode: 'merge',
  columns: reconForecast.columns,
  texts: ruleTexts,
});

const side = { note: 'In centimeters; may be empty.', example: 20, width: 10 };

export const shipmentSheet = defineSheet({
  resource: shipment,
  name: 'Shipment',
  file: 'Shipments',
  template: 'shipments.xlsx',
  mode: 'merge',
  columns: [...shipment.columns, 'shopId', 'originId', 'cep', 'length', 'width', 'height'],
  texts: {
    tracking: { note: 'Letters, digits, - and _. An existing one is changed.', example: 'AB123', width: 20 },
    reference: { note: "The order's reference; may be empty.", example: 'ORDER-1', width: 18 },
    channelId: channelText,
    shippedOn: { note: 'Day of the pickup.', example: '2026-01-31', width: 14 },
    destinationId: { note: 'ID of the place in the location tree.', example: 1_000_001, width: 16 },
    weight: { note: 'Measured, in kilograms.', example: 1.5, width: 12 },
    orderValue: { note: 'May be empty.', example: 250_000, width: 14 },
    cod: { note: 'Collected at the door; empty for a prepaid parcel.', example: 250_000, width: 14 },
    status: { note: 'In transit, Delivered, Returned or Lost.', example: 'Delivered', width: 14 },
    shopId: { note: 'May be empty.', example: 700_001, width: 14 },
    originId: { note: 'ID of the place; may be empty.', example: 1_000_001, width: 14 },
    cep: { note: 'Postcode for CEP ranges; may be empty.', example: '01310100', width: 12 },
    length: side,
    width: side,
    height: side,
  },
});
