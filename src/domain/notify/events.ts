/**
 * The events that can trigger notifications, with the fields that conditions and templates use (NOTIF-1 to NOTIF-3,
 * G98).
 */

export interface EventField {
  name: string;
  label: string;
  kind: 'text' | 'number';
}

export interface EventKind {
  kind: string;
  label: string;
  fields: readonly EventField[];
}

const text = (name: string, label: string): EventField => ({ name, label, kind: 'text' });
const count = (name: string, label: string): EventField => ({ name, label, kind: 'number' });

/** Fields that every event has. */
const COMMON = [text('country', 'Country'), text('person', 'Caused by'), text('time', 'Time')];

const event = (kind: string, label: string, fields: readonly EventField[]): EventKind => ({
  kind,
  label,
  fields: [...COMMON, ...fields],
});

export const EVENTS: readonly EventKind[] = [
  event('import.ended', 'Import ended', [
    text('file', 'File'),
    text('list', 'List'),
    count('rows', 'Rows'),
    count('added', 'Rows added'),
    count('changed', 'Rows changed'),
    count('removed', 'Rows removed'),
  ]),
  event('import.failed', 'Import failed', [text('file', 'File'), text('list', 'List'), text('reason', 'Reason')]),
  event('coverage.lost', 'Coverage lost by an import', [
    text('file', 'File'),
    text('list', 'List'),
    count('removed', 'Rows without coverage'),
  ]),
  event('write.refused', 'Write refused', [
    text('operation', 'Operation'),
    text('record', 'Record'),
    text('reason', 'Reason'),
  ]),
  event('channel.maintenance', 'Channel put into maintenance', [
    count('channelId', 'Channel ID'),
    text('channel', 'Channel Name'),
  ]),
  event('rate.activated', 'Rate version activated', [
    count('channelId', 'Channel ID'),
    count('versionNo', 'Version'),
    text('family', 'Kind of fees'),
  ]),
  event('rate.expiring', 'Rate version about to expire', [
    count('channelId', 'Channel ID'),
    count('versionNo', 'Version'),
    text('family', 'Kind of fees'),
    count('days', 'Days left'),
  ]),
  event('bill.difference', 'Bill with a difference', [
    text('bill', 'Bill number'),
    text('supplier', 'Supplier'),
    text('currency', 'Currency'),
    count('difference', 'Difference'),
    count('parcels', 'Discrepant parcels'),
  ]),
  event('dispute.deadline', 'Dispute deadline', [
    text('bill', 'Bill number'),
    text('supplier', 'Supplier'),
    text('deadline', 'Deadline'),
    count('days', 'Days left'),
    count('parcels', 'Parcels to dispute'),
    text('dispute', 'Dispute (not opened, not sent)'),
  ]),
  event('right.changed', 'Rights changed', [text('whose', 'Whose'), text('operation', 'Operation')]),
  event('job.failed', 'Job failed', [text('job', 'Job'), text('reason', 'Reason')]),
];

export const eventKind = (kind: string): EventKind | undefined => EVENTS.find(own => own.kind === kind);

export type Fields = Readonly<Record<string, string | number>>;

/** An event's fields without values: an event that was stored before a field existed has none for it. */
export const emptyFields = (kind: string): Fields =>
  Object.fromEntries((eventKind(kind)?.fields ?? []).map(field => [field.name, field.kind === 'number' ? 0 : '']));

/**
 * The variables that a template can use: the event's fields and, for a digest, the number of events and how many more
 * there are besides the first.
 */
export const variablesOf = (kind: string): readonly EventField[] => [
  ...(eventKind(kind)?.fields ?? []),
  count('count', 'Events in this message'),
  count('more', 'Events after the first'),
];
