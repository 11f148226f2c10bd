import { ACTION_COLUMN, type ImportColumn, type ImportDeclaration } from '../../domain/import/declaration.ts';
import { FEATURE } from '../../domain/permission.ts';
import { APPLICABLE_TYPES } from '../../domain/serviceable.ts';

const support = (key: string, header: string, what: string, example: 'Yes' | 'No', width: number): ImportColumn => ({
  key,
  header,
  type: { kind: 'yesNo' },
  required: 'write',
  note: `Whether the channel ${what} at the location.`,
  example,
  width,
});

const place = (key: string, header: string, example: string, width: number): ImportColumn => ({
  key,
  header,
  type: { kind: 'info' },
  required: 'no',
  note: 'May be left blank beside a Location ID, and must agree with it. Without one, the names from State on tell the location.',
  example,
  width,
});

/**
 * Import of serviceable locations (channels spec 2.4, 5; SAL-2, SAL-14, UPLOAD-19, G64): the columns are those of the
 * export, so that an exported file is imported without changes, and the action code.
 */
export const channelLocationImport: ImportDeclaration = {
  id: 'channelLocation',
  title: 'Location',
  templateFile: 'serviceable-location.xlsx',
  permission: `${FEATURE.serviceableArea}.write`,
  callId: 'channelLocation.import',
  columns: [
    {
      key: 'channelId',
      header: 'Channel ID',
      type: { kind: 'id', of: 'channel' },
      required: 'always',
      note: 'The channel that serves the location.',
      example: 12345,
      width: 12,
    },
    {
      key: 'channelName',
      header: 'Channel Name',
      type: { kind: 'info' },
      required: 'no',
      note: 'The channel is told by its ID alone.',
      example: 'Example, replace this row',
      width: 28,
    },
    {
      key: 'type',
      header: 'Applicable Type',
      type: { kind: 'choice', choices: APPLICABLE_TYPES },
      required: 'always',
      note: 'Which addresses the row is for.',
      example: 'Standard',
      width: 16,
    },
    {
      key: 'locationId',
      header: 'Location ID',
      type: { kind: 'id', of: 'location' },
      required: 'always',
      note: 'May be left blank where the names tell the location.',
      example: 1,
      width: 13,
    },
    place('state', 'State', 'Jawa Barat', 24),
    place('city', 'City', 'Bandung', 24),
    place('district', 'District', 'Coblong', 24),
    place('street', 'Street', 'Dago', 28),
    support('canDeliver', 'Support Deliver', 'delivers', 'Yes', 16),
    support('canCOD', 'Support COD Deliver', 'delivers parcels that are paid in cash', 'No', 20),
    support('canPickup', 'Support Pickup', 'picks up', 'Yes', 16),
    support('canCODPickup', 'Support COD Pickup', 'picks up parcels that are paid in cash', 'No', 20),
    ACTION_COLUMN,
  ],
  key: ['channelId', 'locationId', 'type'],
  action: ACTION_COLUMN.key,
  places: [{ id: 'locationId', names: ['state', 'city', 'district', 'street'] }],
  mode: 'merge',
};
