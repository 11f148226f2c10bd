/** Fields as the screens call them, in the order of their columns; any other shows its own name, after these. */
export const RECORD_LABELS: Readonly<Record<string, string>> = {
  channelId: 'Channel ID',
  channelName: 'Channel Name',
  country: 'Country',
  type: 'Applicable Type',
  locationId: 'Location ID',
  state: 'State',
  city: 'City',
  district: 'District',
  street: 'Street',
  canDeliver: 'Support Deliver',
  canCOD: 'Support COD Deliver',
  canPickup: 'Support Pickup',
  canCODPickup: 'Support COD Pickup',
};
