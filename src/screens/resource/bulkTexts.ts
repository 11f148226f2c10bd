import { labelOf, type RecordUpdate, type Resource } from '../../contract/resource.ts';
import { formatCount, nameInText } from '../../domain/format.ts';
import type { BulkPlan } from '../../sync/actions/bulk.ts';
import type { Row } from '../../sync/types.ts';
import { valueText } from '../../contract/fieldWords.ts';
import { ownerText } from '../shared/recordWords.ts';

/** Texts for a bulk change, in domain terms. */

/**
 * The heading of a bulk change, e.g. "Change serviceable locations" or "Edit holidays of non-working schedules"; null
 * for a deletion.
 */
export function bulkHeading({ label }: Resource, update: Pick<RecordUpdate, 'action' | 'label'> | null): string {
  const records = nameInText(label.many);
  if (update === null) return `Delete ${records}`;
  return update.action === null ? `Change ${records}` : `${update.label} of ${records}`;
}

/** Formats a number of records, e.g. "312 serviceable locations" or "1 location". */
export const recordsText = ({ label }: Resource, count: number): string =>
  `${formatCount(count)} ${nameInText(count === 1 ? label.one : label.many)}`;

/** Describes the values to set, e.g. "Support COD Deliver to No, Support Pickup to Yes". */
export const setText = (resource: Resource, set: Row): string =>
  Object.entries(set)
    .map(([name, value]) => `${labelOf(resource, name)} to ${valueText(resource.collection, name, value)}`)
    .join(', ');

/**
 * The title of the change in the queue and in notices, e.g. "Set Support COD Deliver to No for 312 serviceable
 * locations, channel 10021 J&T Express".
 */
export function bulkTitle(resource: Resource, set: Row | null, count: number, sample: Row | undefined): string {
  const records = recordsText(resource, count);
  const what = set ? `Set ${setText(resource, set)} for ${records}` : `Delete ${records}`;
  const channel = sample ? ownerText(resource, sample) : '';
  return channel === '' ? what : `${what}, ${channel}`;
}

/** Name of the file that lists the records, as shown in the history and the log. */
export const bulkFileName = (resource: Resource, set: Row | null): string =>
  (set ? `Set ${setText(resource, set)}` : `Delete ${nameInText(resource.label.many)}`)
    .replaceAll(/[\\/:*?"<>|]/g, ' ')
    .slice(0, 100);

const some = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

/**
 * The preview, one line per field: "Support COD Deliver: Yes to No for 312 serviceable locations; 40 are already set".
 */
export function previewLines(
  resource: Resource,
  { fields, lines, busy, barred }: BulkPlan,
  deletes: boolean,
  rule = '',
): string[] {
  // If a rule skips all records, a field changes nothing and no record already has its value.
  const shown = fields.filter(({ from, same }) => from.length > 0 || same > 0);
  const texts = shown.map(({ name, to, from, same, because }) => {
    const word = valueText(resource.collection, name, to);
    const parts = from.map(
      ({ value, count }) =>
        `${valueText(resource.collection, name, value)} to ${word} for ${recordsText(resource, count)}`,
    );
    const known = same === 0 ? [] : [some(same, 'is already set', 'are already set')];
    const why = because === undefined ? '' : `, because ${labelOf(resource, because)} changes`;
    return `${labelOf(resource, name)}: ${[...parts, ...known].join('; ')}${why}`;
  });
  const gone = deletes && lines.length > 0 ? [`${recordsText(resource, lines.length)} will be deleted`] : [];
  const left =
    busy === 0
      ? []
      : [
          some(
            busy,
            'is skipped because a change to it is waiting in the queue',
            'are skipped because changes to them are waiting in the queue',
          ),
        ];
  const kept = barred === 0 ? [] : [`${some(barred, 'is skipped', 'are skipped')}: ${rule}`];
  return [...gone, ...texts, ...left, ...kept];
}
