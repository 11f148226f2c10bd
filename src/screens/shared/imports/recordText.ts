import { applicableTypeLabel } from '../../../domain/serviceable.ts';
import { placeText } from '../locationText.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** "Jawa Barat > Bandung (1000004), Standard, channel 10021": a record by its key, with its names where they are at hand. */
export function recordText(key: string, row: Readonly<Record<string, unknown>> | null): string {
  const [channel = '', location = '', type = ''] = key.split('/');
  const names = row
    ? placeText([text(row['state']), text(row['city']), text(row['district']), text(row['street'])])
    : '';
  const place = names === '' ? `Location ${location}` : `${names} (${location})`;
  return `${place}, ${applicableTypeLabel(Number(type))}, channel ${channel}`;
}

/** Who changed a record last, or that it is gone. */
export function changedBy(row: Readonly<Record<string, unknown>> | null): string {
  if (!row) return 'it is gone';
  const who = text(row['updatedBy']);
  return who === '' ? 'it was changed' : `changed by ${who}`;
}
