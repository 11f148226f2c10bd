import { applicableTypeLabel } from '../domain/serviceable.ts';
import type { Cell, Column } from '../domain/sheet/workbookXml.ts';
import type { ChannelLocationRow } from './channelLocation.ts';

/** The export of serviceable locations, the same whether the server writes it or, offline, this device (SAL-25, G21, G63). */

export const EXPORT_SHEET = 'Location';

/** The table's columns, in its order and with its headings (SAL-14, G63). */
export const EXPORT_COLUMNS: readonly Column[] = [
  { heading: 'Channel ID', width: 12 },
  { heading: 'Channel Name', width: 28 },
  { heading: 'Applicable Type', width: 16 },
  { heading: 'Location ID', width: 13 },
  { heading: 'State', width: 24 },
  { heading: 'City', width: 24 },
  { heading: 'District', width: 24 },
  { heading: 'Street', width: 28 },
  { heading: 'Support Deliver', width: 16 },
  { heading: 'Support COD Deliver', width: 20 },
  { heading: 'Support Pickup', width: 16 },
  { heading: 'Support COD Pickup', width: 20 },
];

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** A record's cells, in the order of the columns. */
export const exportCells = (row: ChannelLocationRow): Cell[] => [
  row.channelId,
  row.channelName,
  applicableTypeLabel(row.type),
  row.locationId,
  row.state,
  row.city,
  row.district,
  row.street,
  yesNo(row.canDeliver),
  yesNo(row.canCOD),
  yesNo(row.canPickup),
  yesNo(row.canCODPickup),
];

/**
 * "Serviceable location 80012 JNE 2025-01-31.xlsx": only characters that every system takes in a file name.
 *
 * @param channel id and name, or the country where no channel is chosen
 */
export const exportFileName = (channel: string, date: string): string =>
  `Serviceable location ${channel} ${date}.xlsx`.replace(/[^\p{L}\p{N} ._&()-]+/gu, '-');
